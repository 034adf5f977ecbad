/* A disk and a clock that fail as they are told to, put before the system's own by LD_PRELOAD.

   Every change to a file below MATTO_FAULTY_FOLDER is done and then noted in MATTO_FAULTY_LOG, in
   order, so that a test can work out what may be left of it when the power fails. While the file
   MATTO_FAULTY_FULL is there, or as often as `faulty_fill` says, there is no room for a write.
   MATTO_FAULTY_CLOCK is a file with the seconds by which the time of day is off. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define HANDLES 4096
#define ORIGINAL(result, name, ...) \
    static result (*original)(__VA_ARGS__); \
    if (!original) original = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static const char *folder, *full, *clock_file;
static int notes = -1;
static char *names[HANDLES];
static long fails_after = -1, fails_times;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct note { char kind; char name[63]; uint64_t offset, size; };

__attribute__((constructor)) static void begin(void) {
    folder = getenv("MATTO_FAULTY_FOLDER");
    full = getenv("MATTO_FAULTY_FULL");
    clock_file = getenv("MATTO_FAULTY_CLOCK");
    const char *log = getenv("MATTO_FAULTY_LOG");
    if (log) notes = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* `writes` succeed from now on, then so many fail; fewer than none: all succeed. */
void faulty_fill(long writes, long times) { fails_after = writes; fails_times = times; }

static void note(char kind, const char *name, uint64_t offset, const void *data, uint64_t size) {
    if (notes < 0) return;
    struct note head = {kind, {0}, offset, size};
    strncpy(head.name, name, sizeof head.name - 1);
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, data ? size : 0}};
    writev(notes, parts, data && size ? 2 : 1);
}

static const char *own_name(const char *path) {
    if (!folder || !path) return NULL;
    size_t size = strlen(folder);
    if (strncmp(path, folder, size) || path[size] != '/') return NULL;
    const char *name = path + size + 1;
    size_t length = strlen(name);
    if (strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, "-shm"))) return NULL;
    if (length > 5 && !strcmp(name + length - 5, ".lock")) return NULL;
    return name;
}

static int opened(int handle, const char *path, int flags) {
    const char *name = handle >= 0 && handle < HANDLES ? own_name(path) : NULL;
    if (name) {
        pthread_mutex_lock(&lock);
        free(names[handle]);
        names[handle] = strdup(name);
        note('o', name, 0, NULL, 0);
        if (flags & O_TRUNC) note('t', name, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return handle;
}

#define OPENING(function) \
    int function(const char *path, int flags, ...) { \
        mode_t mode = 0; \
        if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
        ORIGINAL(int, #function, const char *, int, ...); \
        return opened(original(path, flags, mode), path, flags); \
    }
OPENING(open)
OPENING(open64)

int close(int handle) {
    ORIGINAL(int, "close", int);
    if (handle >= 0 && handle < HANDLES && names[handle]) {
        pthread_mutex_lock(&lock);
        free(names[handle]);
        names[handle] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return original(handle);
}

static const char *name_of(int handle) {
    return handle >= 0 && handle < HANDLES ? names[handle] : NULL;
}

static int no_room(void) {
    if (full && !syscall(SYS_access, full, F_OK)) return 1;
    if (fails_after < 0) return 0;
    if (fails_after > 0) { fails_after--; return 0; }
    if (fails_times > 0) { fails_times--; return 1; }
    return 0;
}

static ssize_t written(int handle, const void *data, size_t size, off_t offset) {
    const char *name = name_of(handle);
    if (!name) return syscall(SYS_pwrite64, handle, data, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t done = -1;
    if (no_room()) errno = ENOSPC;
    else {
        done = syscall(SYS_pwrite64, handle, data, size, offset);
        if (done > 0) note('w', name, offset, data, done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int handle, const void *data, size_t size, off_t offset) { return written(handle, data, size, offset); }
ssize_t pwrite64(int handle, const void *data, size_t size, off_t offset) { return written(handle, data, size, offset); }

ssize_t write(int handle, const void *data, size_t size) {
    const char *name = name_of(handle);
    if (!name) return syscall(SYS_write, handle, data, size);
    off_t offset = lseek(handle, 0, SEEK_CUR);
    struct stat found;
    if (fcntl(handle, F_GETFL) & O_APPEND && !fstat(handle, &found)) offset = found.st_size;
    ssize_t done = written(handle, data, size, offset);
    if (done > 0) lseek(handle, offset + done, SEEK_SET);
    return done;
}

static int shortened(int handle, off_t size) {
    const char *name = name_of(handle);
    pthread_mutex_lock(&lock);
    int done = syscall(SYS_ftruncate, handle, size);
    if (name && !done) note('t', name, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int handle, off_t size) { return shortened(handle, size); }
int ftruncate64(int handle, off_t size) { return shortened(handle, size); }

static int forced(int handle) {  /* the disk itself need not be asked: the power stays on */
    const char *name = name_of(handle);
    pthread_mutex_lock(&lock);
    if (name) note('s', name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int fsync(int handle) { return forced(handle); }
int fdatasync(int handle) { return forced(handle); }

int unlink(const char *path) {
    const char *name = own_name(path);
    int done = syscall(SYS_unlink, path);
    if (name && !done) note('u', name, 0, NULL, 0);
    return done;
}

int clock_gettime(clockid_t which, struct timespec *found) {
    int done = syscall(SYS_clock_gettime, which, found);
    if (done || which != CLOCK_REALTIME || !clock_file) return done;
    char text[32] = {0};
    int handle = syscall(SYS_openat, AT_FDCWD, clock_file, O_RDONLY | O_CLOEXEC, 0);
    if (handle < 0) return done;
    if (syscall(SYS_read, handle, text, sizeof text - 1) > 0) found->tv_sec += atol(text);
    syscall(SYS_close, handle);
    return done;
}
