/* Without NCURSES_WIDECHAR the header hides every wide-character call. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
