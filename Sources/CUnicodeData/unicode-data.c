// ICU's locale data would add 30 MB to the statically linked program. bitpal never reads it: it
// formats numbers, dates and text itself, and the database library pulls the data in only for
// functions that are never called (docs/decisions/binary-size.md). The release build defines the
// data symbol here, with a header that ICU reads as an empty table, so that the linker leaves out
// the real one.
#ifdef BITPAL_WITHOUT_ICU_DATA

struct bitpal_icu_header {
  unsigned short size;
  unsigned char magic[2];
  unsigned char rest[28];
};

__attribute__((aligned(16), visibility("default"))) const struct bitpal_icu_header icudt76_dat = {
    32, {0, 0}, {0}};

#endif

typedef int bitpal_unicode_data_unit;
