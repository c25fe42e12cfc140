// The libarchive functions in use, resolved at run time. They are declared here so that building
// does not need libarchive's headers.
#ifndef BITPAL_ARCHIVE_LIBRARY_H
#define BITPAL_ARCHIVE_LIBRARY_H

#include <stddef.h>
#include <sys/types.h>

struct archive;
struct archive_entry;

struct bitpal_libarchive {
  struct archive *(*create)(void);
  int (*support_gzip)(struct archive *);
  int (*support_raw)(struct archive *);
  int (*support_zip)(struct archive *);
  int (*open_memory)(struct archive *, const void *, size_t);
  int (*next_header)(struct archive *, struct archive_entry **);
  ssize_t (*data)(struct archive *, void *, size_t);
  const char *(*error)(struct archive *);
  int (*free)(struct archive *);
  const char *(*name)(struct archive_entry *);
  mode_t (*kind)(struct archive_entry *);
};

/// The library, loaded once per process; NULL on failure, with the reason in `*why`.
const struct bitpal_libarchive *bitpal_libarchive_load(const char **why);

#endif
