#include "CMarketData.h"

// #embed is C23, but clang supports it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char rates[] = {
#embed "rates.bin"
};

static const unsigned char prices[] = {
#embed "prices.bin"
};

const void *bitpal_rates_bytes(void) { return rates; }

size_t bitpal_rates_count(void) { return sizeof rates; }

const void *bitpal_prices_bytes(void) { return prices; }

size_t bitpal_prices_count(void) { return sizeof prices; }
