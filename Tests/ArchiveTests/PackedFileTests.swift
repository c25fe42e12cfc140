import Testing
import Archive

/// Compressed files are recognized by their first bytes and unpacked whole or not at all.
///
/// - A file that unpacks to more than the limit is refused.
/// - Cut off and damaged files are reported as such.
/// - Without libarchive, the error names the missing library.
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
    #expect(contents(Array(gzipped.prefix(15)), limit: 100) == "cut off")
  }

  @Test func `a byte that changed is found by gzip's checksum`() {
    guard isThere else { return }
    for index in [13, 18, 19, 22] {
      var bytes = gzipped
      bytes[index] ^= 1
      #expect(contents(bytes, limit: 100) == "damaged", "byte \(index)")
    }
    // Two concatenated files are one.
    #expect(contents(gzipped + gzipped, limit: 100) == "hello\nhello\n")
  }

  @Test func `a zip archive without its list of files is cut off`() {
    guard isThere else { return }
    // `a.csv` contains `hello`, stored without compression.
    let file: [UInt8] = [
      0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x58,
      0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x05, 0x00,
      0x00, 0x00, 0x61, 0x2E, 0x63, 0x73, 0x76, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
    ]
    let list: [UInt8] = [
      0x50, 0x4B, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x21, 0x58, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00,
      0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA4, 0x81,
      0x00, 0x00, 0x00, 0x00, 0x61, 0x2E, 0x63, 0x73, 0x76,
    ]
    let end: [UInt8] = [
      0x50, 0x4B, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x33, 0x00,
      0x00, 0x00, 0x28, 0x00, 0x00, 0x00, 0x00, 0x00,
    ]
    #expect(contents(file + list + end, limit: 100, as: .zip) == "hello")
    #expect(contents(file, limit: 100, as: .zip) == "cut off")
    #expect(contents(file + list, limit: 100, as: .zip) == "cut off")
  }

  @Test func `where the library is missing, that is said`() {
    guard !isThere else { return }
    #expect(contents(gzipped, limit: 100) == "libarchive.so.13 was not found")
  }

  private var isThere: Bool { !contents(gzipped, limit: 100).hasPrefix("lib") }

  /// The text of all files, or a description of the failure.
  private func contents(_ bytes: [UInt8], limit: Int, as form: PackedFile = .gzip) -> String {
    do {
      let files = try form.unpacked(bytes, limit: limit, files: 1)
      return files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    } catch PackedFileError.noLibrary(let reason) {
      return reason
    } catch PackedFileError.tooLarge {
      return "too large"
    } catch PackedFileError.cutOff {
      return "cut off"
    } catch {
      return "damaged"
    }
  }
}
