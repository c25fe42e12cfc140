#include "CScreen.h"
int bitpal_screen_placeholder(void){return 0;}
