#include "CSHA256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

bool bitpal_sha256_has_instructions(void) {
  unsigned int a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

/* The instructions expect the state words a to h as (a, b, e, f) and (c, d, g, h), from the highest
   lane to the lowest. Each sha256rnds2 does two rounds. */
__attribute__((target("sha,sse4.1,ssse3")))
void bitpal_sha256_compress(
    uint32_t state[8], const void *bytes, size_t blocks, const uint32_t constants[64]) {
  const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i *next = bytes, *constant = (const __m128i *)constants;
  __m128i *stored = (__m128i *)state;
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(stored), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(stored + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; blocks > 0; blocks--) {
    const __m128i abefBefore = abef, cdghBefore = cdgh;
    __m128i words[4];
#pragma unroll
    for (int four = 0; four < 16; four++) {
      __m128i *word = &words[four % 4];
      if (four < 4) {
        *word = _mm_shuffle_epi8(_mm_loadu_si128(next++), bigEndian);
      } else {
        const __m128i last = words[(four + 3) % 4];
        const __m128i middle = _mm_alignr_epi8(last, words[(four + 2) % 4], 4);
        const __m128i early = _mm_sha256msg1_epu32(*word, words[(four + 1) % 4]);
        *word = _mm_sha256msg2_epu32(_mm_add_epi32(early, middle), last);
      }
      const __m128i added = _mm_add_epi32(*word, _mm_loadu_si128(constant + four));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
    }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(stored, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(stored + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool bitpal_sha256_has_instructions(void) { return false; }

void bitpal_sha256_compress(
    uint32_t state[8], const void *bytes, size_t blocks, const uint32_t constants[64]) {
  __builtin_trap();
}

#endif
