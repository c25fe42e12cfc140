internal import CArchive

/// Bytes that hold other files.
public enum PackedFile: Sendable {
  /// One file, packed by gzip.
  case gzip
  /// Files in a zip archive.
  case zip

  /// What the first bytes show; `nil` for what is not packed.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if [[3, 4], [5, 6]].contains(where: { bytes.starts(with: [0x50, 0x4B] + $0) }) {
      // A file is first, or the end of an archive that has none.
      self = .zip
    } else {
      return nil
    }
  }

  /// Unpacks every file into memory.
  ///
  /// - Parameters:
  ///   - bytes: The packed bytes.
  ///   - limit: The most bytes all files may have together.
  ///   - files: The most files there may be.
  /// - Returns: Names and contents, in the order of the archive; gzip's one file has no name.
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
      // libarchive does not look at gzip's checksum.
      if self == .gzip, let file = found.files.first, !GzipEnd(of: bytes).isEnd(of: file.bytes) {
        throw .damaged("its checksum is wrong")
      }
      return found.files
    case BITPAL_ARCHIVE_NO_LIBRARY: throw .noLibrary(words)
    case BITPAL_ARCHIVE_TOO_LARGE: throw .tooLarge
    default: throw words.lowercased().hasPrefix("truncated") ? .cutOff : .damaged(words)
    }
  }

  /// Whether the file ends before the least that its form has at its end.
  private func isCutOff(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gzip: return bytes.count < GzipEnd.leastBytes
    case .zip:
      // The list of files is last; a comment may follow it.
      let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
      let end = bytes.suffix(22 + 65_535)
      return !end.indices.contains { end[$0] == mark[0] && end[$0...].starts(with: mark) }
    }
  }

  /// What the C callback fills.
  private final class Found {
    var files: [(name: String, bytes: [UInt8])] = []
  }
}

/// Why packed bytes could not be unpacked.
public enum PackedFileError: Error, Equatable, Sendable {
  /// The system has no library for it; the text is the loader's.
  case noLibrary(String)
  /// The bytes end too soon.
  case cutOff
  /// The bytes are damaged, encrypted or packed in an unknown way; the text is the library's.
  case damaged(String)
  /// More bytes or files than allowed.
  case tooLarge
}
