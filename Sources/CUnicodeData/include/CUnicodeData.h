#ifndef BITPAL_UNICODE_DATA_H
#define BITPAL_UNICODE_DATA_H
// Nothing to call: see unicode-data.c.
#endif
