// Reads compressed files with the system's libarchive, loaded on first use: importing plain files
// does not need it.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/// How reading ended.
enum bitpal_archive_outcome {
  /// Every file was passed to the callback.
  BITPAL_ARCHIVE_READ = 0,
  /// The system has no usable libarchive.
  BITPAL_ARCHIVE_NO_LIBRARY,
  /// The bytes are damaged, encrypted or compressed in an unsupported way.
  BITPAL_ARCHIVE_DAMAGED,
  /// More bytes (unpacked) or files than allowed.
  BITPAL_ARCHIVE_TOO_LARGE,
};

/// The format of the bytes.
enum bitpal_archive_form {
  /// One gzip-compressed file.
  BITPAL_ARCHIVE_GZIP = 0,
  /// Files in a zip archive.
  BITPAL_ARCHIVE_ZIP,
};

/// The input. Pointers are not kept after the call returns.
struct bitpal_archive_request {
  enum bitpal_archive_form form;
  const uint8_t *bytes;
  size_t length;
  /// Total unpacked bytes of all files.
  size_t maximum_bytes;
  size_t maximum_files;
};

/// Receives each file; `name` and `bytes` are valid only during the call.
typedef void (*bitpal_archive_file)(void *context, const char *name, const uint8_t *bytes,
                                    size_t length);

/// Unpacks all files into memory, one at a time; on failure `reason` (256 bytes) receives the
/// library's message.
enum bitpal_archive_outcome bitpal_archive_read(const struct bitpal_archive_request *request,
                                                bitpal_archive_file file, void *context,
                                                char *reason);

#endif
