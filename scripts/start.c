// The entry point: applies the program's packed relocations (RELR), which glibc supports only since
// 2.36. Nothing has been relocated yet, so this code must not use relocated addresses.
// Why: docs/decisions/static-build.md.
#include <elf.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

extern const Elf64_Ehdr __ehdr_start HIDDEN;
extern const Elf64_Dyn _DYNAMIC[] HIDDEN;

// The linker's (Android) tags for the table and its size, which glibc ignores.
enum { TABLE = 0x6fffe000, TABLE_SIZE = 0x6fffe001 };

static uintptr_t value_of(Elf64_Sxword tag) {
  for (const Elf64_Dyn *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == tag) return entry->d_un.d_val;
  }
  return 0;
}

static void apply(uintptr_t base) {
  const uintptr_t *entry = (const uintptr_t *)(base + value_of(TABLE));
  const uintptr_t *end = entry + value_of(TABLE_SIZE) / sizeof *entry;
  uintptr_t *where = 0;
  for (; entry < end; entry++) {
    if ((*entry & 1) == 0) {
      where = (uintptr_t *)(base + *entry);
      *where++ += base;
      continue;
    }
    uintptr_t bits = *entry >> 1;
    for (uintptr_t *word = where; bits != 0; word++, bits >>= 1) {
      if (bits & 1) *word += base;
    }
    where += 63;
  }
}

HIDDEN __attribute__((used)) void bitpal_relocate(void) {
  uintptr_t base = (uintptr_t)&__ehdr_start;
  const Elf64_Phdr *header = (const Elf64_Phdr *)(base + __ehdr_start.e_phoff);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = 0, size = 0;
  for (int index = 0; index < __ehdr_start.e_phnum; index++) {
    if (header[index].p_type != PT_GNU_RELRO) continue;
    first = (base + header[index].p_vaddr) & -page;
    size = ((base + header[index].p_vaddr + header[index].p_memsz) & -page) - first;
  }
  // The loader has already made this segment read-only.
  if (size > 0 && mprotect((void *)first, size, PROT_READ | PROT_WRITE) != 0) _exit(127);
  apply(base);
  if (size > 0) mprotect((void *)first, size, PROT_READ);
}

// Preserves the stack and %rdx as the kernel and the loader set them up for `_start`.
__asm__(
    ".text\n"
    ".globl bitpal_start\n"
    ".hidden bitpal_start\n"
    ".type bitpal_start, @function\n"
    "bitpal_start:\n"
    "  endbr64\n"
    "  pushq %rdx\n"
    "  subq $8, %rsp\n"
    "  call bitpal_relocate\n"
    "  addq $8, %rsp\n"
    "  popq %rdx\n"
    "  jmp _start\n"
    ".size bitpal_start, . - bitpal_start\n"
    ".section .note.GNU-stack,\"\",@progbits\n");
