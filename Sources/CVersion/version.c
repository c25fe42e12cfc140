#include "CVersion.h"

#include <stddef.h>

const char *bitpal_commit(void) {
#ifdef BITPAL_COMMIT
  return BITPAL_COMMIT;
#else
  return NULL;
#endif
}
