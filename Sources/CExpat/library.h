// The expat functions in use, resolved at run time. They are declared here so that building does
// not need expat's headers.
#ifndef BITPAL_EXPAT_LIBRARY_H
#define BITPAL_EXPAT_LIBRARY_H

struct XML_ParserStruct;

typedef void (*bitpal_expat_start)(void *context, const char *name, const char **attributes);
typedef void (*bitpal_expat_end)(void *context, const char *name);
typedef void (*bitpal_expat_text)(void *context, const char *bytes, int length);
typedef void (*bitpal_expat_document_type)(void *context, const char *name, const char *system,
                                           const char *public, int has_internal_subset);

struct bitpal_expat {
  struct XML_ParserStruct *(*create)(const char *encoding);
  void (*set_context)(struct XML_ParserStruct *, void *);
  void (*set_elements)(struct XML_ParserStruct *, bitpal_expat_start, bitpal_expat_end);
  void (*set_text)(struct XML_ParserStruct *, bitpal_expat_text);
  void (*set_document_type)(struct XML_ParserStruct *, bitpal_expat_document_type);
  int (*parse)(struct XML_ParserStruct *, const char *bytes, int length, int is_last);
  int (*stop)(struct XML_ParserStruct *, unsigned char may_resume);
  int (*error)(struct XML_ParserStruct *);
  const char *(*words)(int error);
  unsigned long (*line)(struct XML_ParserStruct *);
  void (*free)(struct XML_ParserStruct *);
};

/// The library, loaded once per process; NULL on failure, with the reason in `*why`.
const struct bitpal_expat *bitpal_expat_load(const char **why);

#endif
