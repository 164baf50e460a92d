/* SPDX-License-Identifier: Apache-2.0 */
/* control_line.h - one line of MLX4EMU_CONTROL. */
#ifndef EMU_CONTROL_LINE_H
#define EMU_CONTROL_LINE_H

enum { LINE_MAX_CHARS = 200, TOLD_CHARS = 80 };

/* Does what it asks for.  NULL, or why not; the line is taken apart.  told: what it
 * asks to know; empty if nothing. */
const char *control_line(char *line, char told[TOLD_CHARS]);

#endif /* EMU_CONTROL_LINE_H */
