/* Loaded before the C library (LD_PRELOAD): every change that a process makes to the files of a folder is made, and written to a log in its order.
 * From the log a test builds the folder anew as a power cut would leave it: see power.py, which also has the layout of an entry. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 'w', CUT = 't', SYNC = 's', LINK = 'l', MOVE = 'm', REMOVE = 'r' };

struct entry {
    uint32_t length, path_length;
    uint64_t offset;
    char kind;
} __attribute__((packed));

static int log_file = -1;
static const char *folder;
static size_t folder_length;

__attribute__((constructor)) static void begin(void)
{
    const char *log_path = getenv("ZASHIKI_DISK_LOG");
    folder = getenv("ZASHIKI_DISK_FOLDER");
    if (!log_path || !folder) return;
    folder_length = strlen(folder);
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    log_file = real(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void note(char kind, const char *path, uint64_t offset, const void *data, size_t length)
{
    struct entry head = {(uint32_t)length, (uint32_t)strlen(path), offset, kind};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path_length}, {(void *)data, length}};
    if (writev(log_file, parts, 3) < 0) abort();
}

/* The path under the folder; NULL: another file, or nothing that is kept on a disk. */
static const char *inside(const char *path)
{
    if (log_file < 0 || strncmp(path, folder, folder_length)) return NULL;
    if (path[folder_length] == 0) return ".";
    return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

static const char *named(int file, char *room)
{
    char link[64];
    if (log_file < 0) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, room, PATH_MAX - 1);
    if (length <= 0) return NULL;
    room[length] = 0;
    return inside(room);
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITING(name, offset_type)                                                     \
    ssize_t name(int file, const void *data, size_t length, offset_type offset)        \
    {                                                                                  \
        REAL(name);                                                                    \
        char room[PATH_MAX];                                                           \
        ssize_t done = real(file, data, length, offset);                               \
        const char *path = done > 0 ? named(file, room) : NULL;                        \
        if (path) note(WRITE, path, (uint64_t)offset, data, (size_t)done);             \
        return done;                                                                   \
    }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length)
{
    REAL(write);
    char room[PATH_MAX];
    ssize_t done = real(file, data, length);
    const char *path = done > 0 ? named(file, room) : NULL;
    if (path) note(WRITE, path, (uint64_t)lseek(file, 0, SEEK_CUR) - (uint64_t)done, data, (size_t)done);
    return done;
}

#define CUTTING(name, length_type)                                                     \
    int name(int file, length_type length)                                             \
    {                                                                                  \
        REAL(name);                                                                    \
        char room[PATH_MAX];                                                           \
        int failed = real(file, length);                                               \
        const char *path = failed ? NULL : named(file, room);                          \
        if (path) note(CUT, path, (uint64_t)length, "", 0);                            \
        return failed;                                                                 \
    }
CUTTING(ftruncate, off_t)
CUTTING(ftruncate64, off64_t)

#define SYNCING(name)                                                                  \
    int name(int file)                                                                 \
    {                                                                                  \
        REAL(name);                                                                    \
        char room[PATH_MAX];                                                           \
        int failed = real(file);                                                       \
        const char *path = failed ? NULL : named(file, room);                          \
        if (path) note(SYNC, path, 0, "", 0);                                          \
        return failed;                                                                 \
    }
SYNCING(fsync)
SYNCING(fdatasync)

#define OPENING(name)                                                                  \
    int name(const char *asked, int how, ...)                                          \
    {                                                                                  \
        REAL(name);                                                                    \
        va_list more;                                                                  \
        va_start(more, how);                                                           \
        int file = real(asked, how, va_arg(more, int));                                \
        va_end(more);                                                                  \
        char room[PATH_MAX];                                                           \
        const char *path = file >= 0 && how & O_TRUNC ? named(file, room) : NULL;      \
        if (path) note(CUT, path, 0, "", 0);                                           \
        return file;                                                                   \
    }
OPENING(open)
OPENING(open64)

#define NAMING(name, kind)                                                             \
    int name(const char *from, const char *to)                                         \
    {                                                                                  \
        REAL(name);                                                                    \
        int failed = real(from, to);                                                   \
        const char *path = failed ? NULL : inside(from), *target = path ? inside(to) : NULL; \
        if (target) note(kind, path, 0, target, strlen(target));                       \
        return failed;                                                                 \
    }
NAMING(rename, MOVE)
NAMING(link, LINK)

int linkat(int from_folder, const char *from, int to_folder, const char *to, int how)
{
    REAL(linkat);
    int failed = real(from_folder, from, to_folder, to, how);
    const char *path = failed ? NULL : inside(from), *target = path ? inside(to) : NULL;
    if (target) note(LINK, path, 0, target, strlen(target));
    return failed;
}

int unlink(const char *asked)
{
    REAL(unlink);
    int failed = real(asked);
    const char *path = failed ? NULL : inside(asked);
    if (path) note(REMOVE, path, 0, "", 0);
    return failed;
}
