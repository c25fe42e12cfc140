/* The commit that the program was built from. It is a target of its own so that a new commit
   compiles one line anew. */
#ifndef CVERSION_H
#define CVERSION_H

/* The first letters of the commit, with "-dirty" behind them where files were changed; NULL where
   the build was not told. It lives as long as the process. */
const char *bitpal_commit(void);

#endif
