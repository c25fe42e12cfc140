// Packed files over the system's libarchive, which is loaded when the first of them is read: who
// imports plain files never needs it.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/// How reading ended.
enum bitpal_archive_outcome {
  /// Every file was handed on.
  BITPAL_ARCHIVE_READ = 0,
  /// The system has no libarchive that can be used.
  BITPAL_ARCHIVE_NO_LIBRARY,
  /// The bytes are damaged, encrypted or packed in a way that is not known.
  BITPAL_ARCHIVE_DAMAGED,
  /// Unpacked, it is larger than allowed, or it has more files.
  BITPAL_ARCHIVE_TOO_LARGE,
};

/// The form of the bytes.
enum bitpal_archive_form {
  /// One file, packed by gzip.
  BITPAL_ARCHIVE_GZIP = 0,
  /// Files in a zip archive.
  BITPAL_ARCHIVE_ZIP,
};

/// What is read. Pointers are only read, and only until the call returns.
struct bitpal_archive_request {
  enum bitpal_archive_form form;
  const uint8_t *bytes;
  size_t length;
  /// Bytes of all files together, unpacked.
  size_t maximum_bytes;
  size_t maximum_files;
};

/// Receives each file; `name` and `bytes` are valid only during the call.
typedef void (*bitpal_archive_file)(void *context, const char *name, const uint8_t *bytes,
                                    size_t length);

/// Unpacks all files into memory, one after the other; `reason`, of 256 characters, receives the
/// words of the library where it fails.
enum bitpal_archive_outcome bitpal_archive_read(const struct bitpal_archive_request *request,
                                                bitpal_archive_file file, void *context,
                                                char *reason);

#endif
