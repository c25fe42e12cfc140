/* The commit that the program was built from. It is a target of its own so that a new commit
   recompiles one line. */
#ifndef CVERSION_H
#define CVERSION_H

/* The first letters of the commit, with "-dirty" appended if files were changed; NULL if the
   build did not get it. It lives as long as the process. */
const char *bitpal_commit(void);

#endif
