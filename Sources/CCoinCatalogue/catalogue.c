#include "CCoinCatalogue.h"

// #embed is C23, but clang supports it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char catalogue[] = {
#embed "catalogue.bin"
};

const void *bitpal_catalogue_bytes(void) { return catalogue; }

size_t bitpal_catalogue_count(void) { return sizeof catalogue; }
