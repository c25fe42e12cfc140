#ifndef BITPAL_MARKET_DATA_H
#define BITPAL_MARKET_DATA_H

#include <stddef.h>

/// The European Central Bank's reference rates, in the layout of `RateLayout.swift`.
const void *_Nonnull bitpal_rates_bytes(void);

/// The size of the rates in bytes.
size_t bitpal_rates_count(void);

/// Daily closes of coins in US dollars, in the layout of `PriceLayout.swift`.
const void *_Nonnull bitpal_prices_bytes(void);

/// The size of the prices in bytes.
size_t bitpal_prices_count(void);

#endif
