// SPDX-License-Identifier: Apache-2.0
/*
 * Stands before libibumad's umad_recv(3), as a preload.
 *
 * RECEIVES_FAIL_FILE: while the file holds a number N, the Nth receive of the process fails as it does
 *   when the device goes away: EIO.
 * RECEIVES_MKEY, RECEIVES_MKEY_HOPS: agents so many hops away and more answer an SMP only if it carries
 *   this M_Key (hexadecimal), as agents do whose M_KeyProtectBits are 2 or 3 (IBTA volume 1, 14.2.4).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATUS = 4, MGMT_CLASS = 1, HOP_COUNT = 7, M_KEY = 24, DIRECTED_ROUTE = 0x81 };

typedef int (*receive)(int, void *, int *, int);

static void *function(const char *name) {
  void *library = dlopen("libibumad.so.3", RTLD_NOW | RTLD_NOLOAD);
  return library ? dlsym(library, name) : NULL;
}

static int failing(void) {
  const char *path = getenv("RECEIVES_FAIL_FILE");
  FILE *file = path ? fopen(path, "r") : NULL;
  int number = -1;
  if (file) {
    if (fscanf(file, "%d", &number) != 1)
      number = -1;
    fclose(file);
  }
  return number;
}

static uint64_t key_of(const unsigned char *mad) {
  uint64_t key = 0;
  for (int i = 0; i < 8; i++)
    key = key << 8 | mad[M_KEY + i];
  return key;
}

static int is_silent(const unsigned char *mad) {
  const char *key = getenv("RECEIVES_MKEY");
  const char *hops = getenv("RECEIVES_MKEY_HOPS");
  return key && hops && mad[MGMT_CLASS] == DIRECTED_ROUTE && mad[HOP_COUNT] >= atoi(hops) &&
         key_of(mad) != strtoull(key, NULL, 16);
}

int umad_recv(int fd, void *umad, int *length, int timeout_ms) {
  static int number;
  receive real = (receive)function("umad_recv");
  void *(*mad_of)(void *) = (void *(*)(void *))function("umad_get_mad");
  if (!real || !mad_of || ++number == failing()) {
    errno = EIO;
    return -EIO;
  }
  int result = real(fd, umad, length, timeout_ms);
  if (result >= 0 && is_silent(mad_of(umad)))
    *(uint32_t *)((char *)umad + STATUS) = ETIMEDOUT;
  return result;
}
