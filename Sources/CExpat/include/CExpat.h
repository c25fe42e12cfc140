// Parses XML with the system's expat, loaded when the first workbook is read. Imports of other
// files do not need it.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>
#include <stdint.h>

/// How reading ended.
enum bitpal_xml_outcome {
  /// Every element was passed to the receiver.
  BITPAL_XML_READ = 0,
  /// The system has no usable expat.
  BITPAL_XML_NO_LIBRARY,
  /// The bytes are not well-formed XML, declare a document type or nest too deeply.
  BITPAL_XML_DAMAGED,
  /// The receiver stopped reading.
  BITPAL_XML_STOPPED,
};

/// The attributes of an element, valid only during the callback.
struct bitpal_xml_attributes;

/// The value of an attribute by name, with or without prefix; NULL if absent.
const char *bitpal_xml_attribute(const struct bitpal_xml_attributes *attributes, const char *name);

/// Callbacks for the contents of a document. Return 0 to stop reading.
struct bitpal_xml_receiver {
  void *context;
  /// Element names to report, without prefix; others get no start or end calls.
  const char *const *names;
  size_t name_count;
  /// An element starts; `name` is its index in `names`.
  int (*start)(void *context, size_t name, const struct bitpal_xml_attributes *attributes);
  int (*end)(void *context, size_t name);
  /// UTF-8 text of any element, possibly in several pieces.
  int (*text)(void *context, const char *bytes, size_t length);
};

/// Parses a document in memory.
///
/// Only XML's predefined entities are supported: a document type declaration counts as damage.
/// On failure `reason` (256 bytes) receives the message.
enum bitpal_xml_outcome bitpal_xml_read(const uint8_t *bytes, size_t length,
                                        const struct bitpal_xml_receiver *receiver, char *reason);

#endif
