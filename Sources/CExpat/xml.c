#include "CExpat.h"

#include "library.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// Maximum nesting depth; workbooks need about ten.
static const int deepest = 256;
/// Bytes passed to expat per call; large, because it rescans an incomplete name on each call.
static const size_t step = 1 << 23;

struct bitpal_xml_attributes {
  /// Alternating names and values, then NULL.
  const char **list;
};

/// Context of expat's callbacks.
struct reading {
  const struct bitpal_expat *library;
  struct XML_ParserStruct *parser;
  const struct bitpal_xml_receiver *receiver;
  int depth;
  bool is_stopped;
  /// Why a callback rejected the document, or NULL.
  const char *fault;
};

static const char *without_prefix(const char *name) {
  const char *colon = strchr(name, ':');
  return colon ? colon + 1 : name;
}

const char *bitpal_xml_attribute(const struct bitpal_xml_attributes *attributes,
                                 const char *name) {
  for (const char **pair = attributes->list; *pair; pair += 2)
    if (strcmp(without_prefix(pair[0]), name) == 0 || strcmp(pair[0], name) == 0) return pair[1];
  return NULL;
}

/// The index of a name, or `name_count` if it is not listed.
static size_t place(const struct bitpal_xml_receiver *receiver, const char *name) {
  const char *local = without_prefix(name);
  size_t index = 0;
  while (index < receiver->name_count && strcmp(receiver->names[index], local) != 0) index++;
  return index;
}

static void stop(struct reading *reading) {
  reading->is_stopped = true;
  reading->library->stop(reading->parser, 0);
}

static void fail(struct reading *reading, const char *fault) {
  reading->fault = fault;
  stop(reading);
}

static void on_start(void *context, const char *name, const char **attributes) {
  struct reading *reading = context;
  if (reading->is_stopped) return;
  if (++reading->depth > deepest) {
    fail(reading, "elements are nested too deeply");
    return;
  }
  const size_t index = place(reading->receiver, name);
  if (index == reading->receiver->name_count) return;
  const struct bitpal_xml_attributes list = {attributes};
  if (!reading->receiver->start(reading->receiver->context, index, &list)) stop(reading);
}

static void on_end(void *context, const char *name) {
  struct reading *reading = context;
  if (reading->is_stopped) return;
  reading->depth--;
  const size_t index = place(reading->receiver, name);
  if (index == reading->receiver->name_count) return;
  if (!reading->receiver->end(reading->receiver->context, index)) stop(reading);
}

static void on_text(void *context, const char *bytes, int length) {
  struct reading *reading = context;
  if (reading->is_stopped) return;
  if (!reading->receiver->text(reading->receiver->context, bytes, (size_t)length)) stop(reading);
}

static void on_document_type(void *context, const char *name, const char *system,
                             const char *public, int has_internal_subset) {
  (void)name, (void)system, (void)public, (void)has_internal_subset;
  fail(context, "it declares a document type");
}

static enum bitpal_xml_outcome parse(struct reading *reading, const uint8_t *bytes, size_t length,
                                     char *reason) {
  size_t at = 0;
  bool is_last = false;
  while (!is_last) {
    const size_t count = length - at < step ? length - at : step;
    is_last = at + count == length;
    const int is_read =
        reading->library->parse(reading->parser, (const char *)bytes + at, (int)count, is_last);
    at += count;
    if (is_read) continue;
    if (reading->is_stopped && !reading->fault) return BITPAL_XML_STOPPED;
    const char *words =
        reading->fault ? reading->fault
                       : reading->library->words(reading->library->error(reading->parser));
    snprintf(reason, 256, "%s, line %lu", words ? words : "it cannot be read",
             reading->library->line(reading->parser));
    return BITPAL_XML_DAMAGED;
  }
  return BITPAL_XML_READ;
}

enum bitpal_xml_outcome bitpal_xml_read(const uint8_t *bytes, size_t length,
                                        const struct bitpal_xml_receiver *receiver,
                                        char *reason) {
  const char *why = "";
  const struct bitpal_expat *library = bitpal_expat_load(&why);
  snprintf(reason, 256, "%s", why);
  if (!library) return BITPAL_XML_NO_LIBRARY;
  struct XML_ParserStruct *parser = library->create(NULL);
  if (!parser) return BITPAL_XML_NO_LIBRARY;
  struct reading reading = {.library = library, .parser = parser, .receiver = receiver};
  library->set_context(parser, &reading);
  library->set_elements(parser, on_start, on_end);
  library->set_text(parser, on_text);
  library->set_document_type(parser, on_document_type);
  const enum bitpal_xml_outcome outcome = parse(&reading, bytes, length, reason);
  library->free(parser);
  return outcome;
}
