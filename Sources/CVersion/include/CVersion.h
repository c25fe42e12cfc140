/* The commit the program was built from. A separate target, so that a new commit recompiles only
   one line. */
#ifndef CVERSION_H
#define CVERSION_H

/* The abbreviated commit hash, with "-dirty" appended if files were changed; NULL if unknown at
   build time. Valid for the life of the process. */
const char *bitpal_commit(void);

#endif
