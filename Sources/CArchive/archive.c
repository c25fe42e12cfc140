#include "CArchive.h"

#include "library.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// libarchive's return codes.
enum { ARCHIVE_DONE = 0, ARCHIVE_END = 1, ARCHIVE_WARNING = -20 };

static const size_t step = 1 << 16;

/// The file being unpacked.
struct buffer {
  uint8_t *bytes;
  size_t length;
  size_t room;
};

static bool grow(struct buffer *buffer) {
  if (buffer->room - buffer->length >= step) return true;
  size_t room = buffer->room * 2 + step;
  uint8_t *bytes = realloc(buffer->bytes, room);
  if (!bytes) return false;
  buffer->bytes = bytes;
  buffer->room = room;
  return true;
}

/// Unpacks one file; `*left` is the number of bytes still allowed.
static enum bitpal_archive_outcome unpack(const struct bitpal_libarchive *library,
                                          struct archive *archive, struct buffer *buffer,
                                          size_t *left) {
  buffer->length = 0;
  while (true) {
    if (!grow(buffer)) return BITPAL_ARCHIVE_TOO_LARGE;
    ssize_t count = library->data(archive, buffer->bytes + buffer->length, step);
    if (count < 0) return BITPAL_ARCHIVE_DAMAGED;
    if (count == 0) return BITPAL_ARCHIVE_READ;
    if ((size_t)count > *left) return BITPAL_ARCHIVE_TOO_LARGE;
    *left -= (size_t)count;
    buffer->length += (size_t)count;
  }
}

static enum bitpal_archive_outcome read_files(const struct bitpal_libarchive *library,
                                              struct archive *archive,
                                              const struct bitpal_archive_request *request,
                                              bitpal_archive_file file, void *context) {
  struct buffer buffer = {0};
  struct archive_entry *entry = NULL;
  enum bitpal_archive_outcome outcome = BITPAL_ARCHIVE_READ;
  size_t left = request->maximum_bytes;
  size_t files = 0;
  while (outcome == BITPAL_ARCHIVE_READ) {
    int result = library->next_header(archive, &entry);
    if (result == ARCHIVE_END) break;
    if (result != ARCHIVE_DONE && result != ARCHIVE_WARNING) {
      outcome = BITPAL_ARCHIVE_DAMAGED;
      break;
    }
    const bool is_file = (library->kind(entry) & 0170000) == 0100000;
    if (request->form == BITPAL_ARCHIVE_ZIP && !is_file) continue;
    if (++files > request->maximum_files) {
      outcome = BITPAL_ARCHIVE_TOO_LARGE;
      break;
    }
    outcome = unpack(library, archive, &buffer, &left);
    if (outcome != BITPAL_ARCHIVE_READ) break;
    const char *name = library->name(entry);
    file(context, name ? name : "", buffer.bytes, buffer.length);
  }
  free(buffer.bytes);
  return outcome;
}

enum bitpal_archive_outcome bitpal_archive_read(const struct bitpal_archive_request *request,
                                                bitpal_archive_file file, void *context,
                                                char *reason) {
  const char *why = "";
  const struct bitpal_libarchive *library = bitpal_libarchive_load(&why);
  snprintf(reason, 256, "%s", why);
  if (!library) return BITPAL_ARCHIVE_NO_LIBRARY;
  struct archive *archive = library->create();
  if (!archive) return BITPAL_ARCHIVE_NO_LIBRARY;
  if (request->form == BITPAL_ARCHIVE_GZIP) {
    library->support_gzip(archive);
    library->support_raw(archive);
  } else {
    library->support_zip(archive);
  }
  enum bitpal_archive_outcome outcome = BITPAL_ARCHIVE_DAMAGED;
  if (library->open_memory(archive, request->bytes, request->length) == ARCHIVE_DONE)
    outcome = read_files(library, archive, request, file, context);
  if (outcome == BITPAL_ARCHIVE_DAMAGED) {
    const char *words = library->error(archive);
    snprintf(reason, 256, "%s", words ? words : "it cannot be read");
  }
  library->free(archive);
  return outcome;
}
