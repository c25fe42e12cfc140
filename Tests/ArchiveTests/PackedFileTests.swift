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

  @Test func `gzip gives its one file, or says that the library is missing`() throws {
    do throws(PackedFileError) {
      let files = try PackedFile.gzip.unpacked(gzipped, limit: 100, files: 1)
      #expect(files.map(\.bytes) == [Array("hello\n".utf8)])
      #expect(throws: PackedFileError.tooLarge) {
        try PackedFile.gzip.unpacked(gzipped, limit: 5, files: 1)
      }
      #expect(throws: PackedFileError.self) {
        try PackedFile.gzip.unpacked(Array(gzipped.prefix(15)), limit: 100, files: 1)
      }
    } catch .noLibrary(let reason) {
      #expect(reason == "libarchive.so.13 was not found")
    }
  }
}
