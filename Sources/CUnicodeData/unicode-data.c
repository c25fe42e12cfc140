// 30 MB of a statically linked program would be ICU's tables for the world's languages, which
// nothing in bitpal reads: it writes figures, dates and texts itself, and the database library
// brings the tables in only for functions that are never called (docs/decisions/binary-size.md).
// The release build defines their symbol here, with a header that ICU takes for a table of nothing,
// and so leaves the real one out.
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
