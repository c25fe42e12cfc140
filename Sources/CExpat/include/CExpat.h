// XML over the system's expat, which is loaded when the first workbook is read. Imports of other
// files do not need it.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>
#include <stdint.h>

/// How reading ended.
enum bitpal_xml_outcome {
  /// Every element was handed on.
  BITPAL_XML_READ = 0,
  /// The system has no expat that can be used.
  BITPAL_XML_NO_LIBRARY,
  /// The bytes are not well-formed XML, declare a document type or nest too deeply.
  BITPAL_XML_DAMAGED,
  /// The receiver wanted no more.
  BITPAL_XML_STOPPED,
};

/// The attributes of an element, valid only during the call that hands them on.
struct bitpal_xml_attributes;

/// The value of an attribute by its name, with its prefix or without, or NULL.
const char *bitpal_xml_attribute(const struct bitpal_xml_attributes *attributes, const char *name);

/// Receives what a document holds. A function returns 0 to stop reading.
struct bitpal_xml_receiver {
  void *context;
  /// Names without prefix; neither the start nor the end of other elements is reported.
  const char *const *names;
  size_t name_count;
  /// An element begins; `name` is its place in `names`.
  int (*start)(void *context, size_t name, const struct bitpal_xml_attributes *attributes);
  int (*end)(void *context, size_t name);
  /// Characters in UTF-8, which may come in several pieces; of elements not named, too.
  int (*text)(void *context, const char *bytes, size_t length);
};

/// Reads a document in memory from its beginning to its end.
///
/// Entities are those of XML itself: a document that declares a document type is damaged.
/// `reason`, of 256 characters, receives why reading failed.
enum bitpal_xml_outcome bitpal_xml_read(const uint8_t *bytes, size_t length,
                                        const struct bitpal_xml_receiver *receiver, char *reason);

#endif
