internal import CArchive

/// The format of compressed files and archives.
public enum PackedFile: Sendable {
  /// A single gzip-compressed file.
  case gzip
  /// A zip archive.
  case zip

  /// Detects the format from the first bytes; `nil` if the bytes are not packed.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if [[3, 4], [5, 6]].contains(where: { bytes.starts(with: [0x50, 0x4B] + $0) }) {
      // It begins with a file, or with the end of an empty archive.
      self = .zip
    } else {
      return nil
    }
  }

  /// Unpacks every file into memory.
  ///
  /// - Parameters:
  ///   - bytes: The packed bytes.
  ///   - limit: The maximum total size of all files in bytes.
  ///   - files: The maximum number of files.
  /// - Returns: Names and contents, in archive order; the file of a gzip has no name.
  /// - Throws: ``PackedFileError``.
  public func unpacked(
    _ bytes: [UInt8], limit: Int, files: Int
  ) throws(PackedFileError) -> [(name: String, bytes: [UInt8])] {
    guard !isCutOff(bytes) else { throw .cutOff }
    let found = Found()
    var reason = [CChar](repeating: 0, count: 256)
    let outcome = bytes.withUnsafeBufferPointer { buffer in
      var request = bitpal_archive_request()
      request.form = self == .zip ? BITPAL_ARCHIVE_ZIP : BITPAL_ARCHIVE_GZIP
      request.bytes = buffer.baseAddress
      request.length = buffer.count
      request.maximum_bytes = limit
      request.maximum_files = files
      return reason.withUnsafeMutableBufferPointer { reason in
        bitpal_archive_read(
          &request,
          { context, name, bytes, length in
            guard let context else { return }
            let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            found.files.append(
              (
                name: name.map { String(cString: $0) } ?? "",
                bytes: Array(UnsafeBufferPointer(start: bytes, count: length))
              ))
          }, Unmanaged.passUnretained(found).toOpaque(), reason.baseAddress)
      }
    }
    let words = String(
      decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch outcome {
    case BITPAL_ARCHIVE_READ:
      // libarchive does not verify gzip's checksum.
      if self == .gzip, let file = found.files.first, !GzipEnd(of: bytes).isEnd(of: file.bytes) {
        throw .damaged("its checksum is wrong")
      }
      return found.files
    case BITPAL_ARCHIVE_NO_LIBRARY: throw .noLibrary(words)
    case BITPAL_ARCHIVE_TOO_LARGE: throw .tooLarge
    default: throw words.lowercased().hasPrefix("truncated") ? .cutOff : .damaged(words)
    }
  }

  /// Whether the file is too short to have its format's trailer.
  private func isCutOff(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gzip: return bytes.count < GzipEnd.minBytes
    case .zip:
      // The central directory is last; a comment may follow it.
      let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
      let end = bytes.suffix(22 + 65_535)
      return !end.indices.contains { end[$0] == mark[0] && end[$0...].starts(with: mark) }
    }
  }

  /// The result, filled by the C callback.
  private final class Found {
    var files: [(name: String, bytes: [UInt8])] = []
  }
}

/// Why packed bytes could not be unpacked.
public enum PackedFileError: Error, Equatable, Sendable {
  /// There is no library to unpack it; the text is the loader's message.
  case noLibrary(String)
  /// The bytes are truncated.
  case cutOff
  /// The bytes are damaged, encrypted or in an unknown format; the text is the library's message.
  case damaged(String)
  /// There are more bytes or files than allowed.
  case tooLarge
}
