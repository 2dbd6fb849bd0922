/*
 * Loaded into a database server (LD_PRELOAD): its clock runs CLOCK_AHEAD_MS milliseconds ahead of the real one. It
 * changes nothing else. Debian's faketime is no replacement: with it, a statement's timeout does not end a wait.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long ahead;

__attribute__((constructor)) static void read_ahead(void) {
  const char *value = getenv("CLOCK_AHEAD_MS");
  ahead = value ? atoll(value) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int result = syscall(SYS_clock_gettime, clock, at);
  if (result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  long long nanoseconds = at->tv_sec * 1000000000LL + at->tv_nsec + ahead * 1000000LL;
  at->tv_sec = nanoseconds / 1000000000LL;
  at->tv_nsec = nanoseconds % 1000000000LL;
  return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
