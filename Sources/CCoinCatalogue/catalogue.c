#include "CCoinCatalogue.h"
int bitpal_catalogue_placeholder(void){return 0;}
