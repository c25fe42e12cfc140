import Glibc

extension AppContext {
  /// The longest file that is read; more is not a ledger of a person.
  private static let longest = 1 << 30

  /// The bytes of a file the user names; `-` is standard input.
  func readInput(_ path: String) throws -> [UInt8] {
    if path == "-" { return try readAll(STDIN_FILENO, "standard input") }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let reason = errno == ENOENT ? "There is no file \(path)" : refusal(path)
      throw CommandFailure("\(reason). Name another.", .inputOutput)
    }
    defer { close(file) }
    return try readAll(file, path)
  }

  private func readAll(_ file: CInt, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CommandFailure("\(refusal(name)).", .inputOutput) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= Self.longest else {
        throw CommandFailure(
          "\(name) is longer than a gigabyte. Cut it into several files: what two of them share is "
            + "added once.", .inputOutput)
      }
    }
  }

  private func refusal(_ path: String) -> String { "\(path): \(String(cString: strerror(errno)))" }
}
