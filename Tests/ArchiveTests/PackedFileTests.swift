import Testing

@testable import Archive

struct PackedFileTests {
  /// `hello\n`, packed by gzip.
  private let gzipped: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7,
    0x02, 0x00, 0x20, 0x30, 0x3A, 0x36, 0x06, 0x00, 0x00, 0x00,
  ]

  @Test func `a packed file is known by its first bytes`() {
    #expect(PackedFile(gzipped) == .gzip)
    #expect(PackedFile([0x50, 0x4B, 0x03, 0x04, 0x14]) == .zip)
    #expect(PackedFile(Array("Date,Side\n".utf8)) == nil)
    #expect(PackedFile([]) == nil)
  }

  @Test func `gzip gives its one file, within its limit`() {
    guard isThere else { return }
    #expect(contents(gzipped, limit: 100) == "hello\n")
    #expect(contents(gzipped, limit: 5) == "too large")
    #expect(contents(Array(gzipped.prefix(15)), limit: 100) == "damaged")
  }

  @Test func `where the library is missing, that is said`() {
    guard !isThere else { return }
    #expect(contents(gzipped, limit: 100) == "libarchive.so.13 was not found")
  }

  private var isThere: Bool { !contents(gzipped, limit: 100).hasPrefix("lib") }

  /// The text of all files, or what is wrong.
  private func contents(_ bytes: [UInt8], limit: Int) -> String {
    do {
      let files = try PackedFile.gzip.unpacked(bytes, limit: limit, files: 1)
      return files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    } catch PackedFileError.noLibrary(let reason) {
      return reason
    } catch PackedFileError.tooLarge {
      return "too large"
    } catch {
      return "damaged"
    }
  }
}
