/* The command-line arguments as passed to main: the Swift runtime reads them from /proc, which a
   bare chroot or container may lack. */
#ifndef BITPAL_CARGUMENTS_H
#define BITPAL_CARGUMENTS_H

#include <stdint.h>

/* The number of arguments, including the program's name. */
int32_t bitpal_argument_count(void);

/* One argument, valid for the life of the process; NULL if out of range. */
const char *bitpal_argument(int32_t index);

#endif
