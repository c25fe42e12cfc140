#ifndef BITPAL_PAGES_H
#define BITPAL_PAGES_H

/// Gives pages of code and constants back to the system; those still needed come again from the
/// files they are in, as they came before.
///
/// Loading a library and starting a program touch much that is never needed again, and a page once
/// touched counts for the whole life of a process (docs/decisions/libcurl.md).
void bitpal_give_back_pages(void);

#endif
