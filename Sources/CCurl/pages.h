#ifndef BITPAL_PAGES_H
#define BITPAL_PAGES_H

/// Releases pages of code and constants; pages still needed are read from their files again.
///
/// Startup and library loading touch many pages only once, yet they count as resident for the life
/// of the process (docs/decisions/libcurl.md).
void bitpal_give_back_pages(void);

#endif
