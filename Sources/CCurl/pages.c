// For dl_iterate_phdr.
#define _GNU_SOURCE

#include "pages.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Read-only segments; any other may differ from its file.
static bool is_constant(const ElfW(Phdr) *part) {
  return part->p_type == PT_LOAD && !(part->p_flags & PF_W);
}

static int give_back(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  uintptr_t page = *(uintptr_t *)context;
  // The vDSO is not backed by a file.
  if (object->dlpi_name && strstr(object->dlpi_name, "linux-vdso")) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (!is_constant(part)) continue;
    // Only whole pages inside the segment, so that adjacent segments are not touched.
    uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) / page * page;
    uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) / page * page;
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void bitpal_give_back_pages(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(give_back, &page);
}
