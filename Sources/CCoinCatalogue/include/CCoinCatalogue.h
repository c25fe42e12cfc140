#ifndef BITPAL_COIN_CATALOGUE_H
#define BITPAL_COIN_CATALOGUE_H

#include <stddef.h>

/// The coin catalog built into the program, in the layout of `CatalogueLayout.swift`.
const void *_Nonnull bitpal_catalogue_bytes(void);

/// The size in bytes.
size_t bitpal_catalogue_count(void);

#endif
