import Glibc

/// An open file descriptor that closes itself.
struct Descriptor: ~Copyable {
  let number: CInt

  /// Opens a file, not inherited by child processes.
  init(
    _ path: String, _ flags: CInt, mode: mode_t = 0o600, for action: ContainerError.Action
  ) throws(ContainerError) {
    number = retrying { open(path, flags | O_CLOEXEC, mode) }
    guard number >= 0 else { throw .last(action, path) }
  }

  deinit { close(number) }

  func status(of path: String, for action: ContainerError.Action) throws(ContainerError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last(action, path) }
    return status
  }

  /// Takes the exclusive advisory lock of the open file, unless another holds it.
  func tryLock() -> Bool { retrying { flock(number, LOCK_EX | LOCK_NB) } == 0 }

  /// Writes all bytes, in as many calls as needed.
  func write(_ bytes: [UInt8], path: String) throws(ContainerError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = retrying {
        rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      }
      guard count >= 0 else { throw .last(.write, path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads to the end.
  func read(path: String, limit: Int) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = retrying {
        chunk.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
      }
      guard count >= 0 else { throw .last(.read, path) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
    throw .tooLarge(path: path, limit: limit)
  }
}

/// Repeats a call while signals interrupt it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The parent folder of a path.
public func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
