#include "CCurl.h"
int bitpal_curl_placeholder(void){return 0;}
