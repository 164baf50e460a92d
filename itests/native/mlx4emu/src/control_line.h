/* SPDX-License-Identifier: Apache-2.0 */
/* control_line.h - one line of MLX4EMU_CONTROL. */
#ifndef EMU_CONTROL_LINE_H
#define EMU_CONTROL_LINE_H

enum { LINE_MAX_CHARS = 200 };

/* Does what it asks for.  NULL, or why not; the line is taken apart. */
const char *control_line(char *line);

#endif /* EMU_CONTROL_LINE_H */
