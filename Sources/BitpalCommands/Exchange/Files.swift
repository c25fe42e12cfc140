import AppGroup
import Glibc

extension Program {
  /// The bytes of a file the user names; `-` is standard input.
  func readInput(_ path: String) throws -> [UInt8] {
    if path == "-" { return readStandardInput() }
    guard let bytes = try AtomicFile.read(path) else {
      throw CommandFailure("There is no file \(path).", .inputOutput)
    }
    return bytes
  }

  private func readStandardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
