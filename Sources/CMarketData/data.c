#include "CMarketData.h"

typedef int bitpal_market_data_unit;
