// SPDX-License-Identifier: Apache-2.0
/*
 * Preloaded into ibsim: its answers to packets are held back for so many microseconds (environment
 * HELD_ANSWERS_US), as if the fabric had a round trip. Nothing else is changed: packets are taken
 * and worked on at once, and the answers leave in their order.
 *
 * An answer is a write() of one struct sim_request (ibsim's sim.h); the simulator waits in select().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

/* dlid, slid, dqp, sqp, status: 4 bytes each; the length: 8, aligned; the packet: 256. */
#define ANSWER_SIZE 288
#define MOST 65536
#define NANOS 1000000000LL

static struct held {
  int64_t due;
  int fd;
  char bytes[ANSWER_SIZE];
} held[MOST];
static unsigned first, next;
static int64_t round_trip;
static ssize_t (*real_write)(int, const void *, size_t);

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * NANOS + t.tv_nsec;
}

__attribute__((constructor)) static void begin(void) {
  const char *micros = getenv("HELD_ANSWERS_US");
  round_trip = micros ? atoll(micros) * 1000 : 0;
  real_write = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  prctl(PR_SET_TIMERSLACK, 1UL);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  if (size != ANSWER_SIZE || round_trip == 0 || next - first == MOST)
    return real_write(fd, bytes, size);
  struct held *answer = &held[next++ % MOST];
  answer->due = now() + round_trip;
  answer->fd = fd;
  memcpy(answer->bytes, bytes, size);
  return (ssize_t)size;
}

/* The time of the next answer that is still held; -1 if there is none. */
static int64_t release(void) {
  int64_t at = now();
  while (first != next) {
    struct held *answer = &held[first % MOST];
    if (answer->due > at)
      return answer->due;
    if (real_write(answer->fd, answer->bytes, ANSWER_SIZE) < 0 && errno == EAGAIN)
      return at + 10000; /* its reader is slow: look again soon */
    first++;
  }
  return -1;
}

int select(int count, fd_set *in, fd_set *out, fd_set *bad, struct timeval *limit) {
  int64_t end = limit ? now() + limit->tv_sec * NANOS + limit->tv_usec * 1000 : INT64_MAX;
  fd_set ask[3];
  fd_set *sets[3] = {in, out, bad};
  for (int i = 0; i < 3; i++)
    if (sets[i])
      ask[i] = *sets[i];
  for (;;) {
    int64_t due = release();
    int64_t until = due >= 0 && due < end ? due : end;
    int64_t wait = until - now();
    struct timespec t = {wait > 0 ? wait / NANOS : 0, wait > 0 ? wait % NANOS : 0};
    int ready = pselect(count, in, out, bad, until == INT64_MAX ? NULL : &t, NULL);
    if (ready != 0 || now() >= end)
      return ready;
    for (int i = 0; i < 3; i++)
      if (sets[i])
        *sets[i] = ask[i];
  }
}
