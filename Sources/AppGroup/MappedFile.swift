public import FoundationEssentials
import Glibc

/// A file's bytes, mapped into memory; replacing the file does not affect the mapping.
///
/// Unchecked, because pointers are never `Sendable`: these bytes are constant from `init` to
/// `deinit`.
public final class MappedFile: @unchecked Sendable {
  /// The bytes; valid as long as this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// When the file was last written.
  public let modified: Date

  /// Maps a file.
  ///
  /// - Returns: `nil` if the file does not exist or is empty.
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public init?(_ path: String) throws(ContainerError) {
    let number = retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw .last(.read, path)
    }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last(.read, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused(.read, path: path, code: EINVAL)
    }
    let size = Int(status.st_size)
    guard size > 0 else { return nil }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, number, 0), start != MAP_FAILED else {
      throw .last(.read, path)
    }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
    modified = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
