/* The words of the command line as the system passed them: the Swift runtime reads them from /proc,
   which a bare chroot or container need not have. */
#ifndef BITPAL_CARGUMENTS_H
#define BITPAL_CARGUMENTS_H

#include <stdint.h>

/* How many words there are, the program's own name included. */
int32_t bitpal_argument_count(void);

/* One word; NULL outside the count. It lives as long as the process. */
const char *bitpal_argument(int32_t index);

#endif
