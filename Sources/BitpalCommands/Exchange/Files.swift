import Glibc
import ImportForms
import ImportText

/// Keeps only the beginning of a line longer than any row: it is refused anyway, and the rest need
/// not be stored.
private struct LineLimit {
  /// One more than the row limit, so that the row is still recognized as too long.
  private static let longest = longestRow + 1
  private static let newline = UInt8(ascii: "\n")
  private var length = 0
  private var isText: Bool?

  mutating func append(_ chunk: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    // Compressed files and UTF-16 have no lines that end in a single byte.
    let starts: [[UInt8]] = [[0x1F, 0x8B], [0x50, 0x4B], [0xFF, 0xFE], [0xFE, 0xFF]]
    let isText = self.isText ?? !starts.contains { chunk.starts(with: $0) }
    self.isText = isText
    guard isText else {
      bytes += chunk
      return
    }
    var rest = chunk
    while let first = rest.first {
      let end = rest.firstIndex(of: Self.newline) ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      bytes += line.prefix(max(0, Self.longest - length))
      length += line.count
      rest = rest[end...]
      if first == Self.newline || !rest.isEmpty {
        bytes.append(Self.newline)
        length = 0
        rest = rest.dropFirst()
      }
    }
  }
}

extension AppContext {
  /// The maximum file size; larger files are not a personal ledger.
  private static let longest = 1 << 30

  /// The bytes of a named file; `-` is standard input.
  static func readInput(_ path: String) throws -> [UInt8] {
    if path == "-" { return try readAll(STDIN_FILENO, "standard input") }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let next = errno == ENOENT ? "Check the name and try again." : nil
      throw CommandFailure("\(refusal(path)).", help: next, .inputOutput)
    }
    defer { close(file) }
    return try readAll(file, path)
  }

  private static func readAll(_ file: CInt, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var lines = LineLimit()
    // Read all of an overlong line but keep only a part.
    var length = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw errno == EISDIR
          ? folder(name) : CommandFailure("\(refusal(name)).", .inputOutput)
      }
      guard count > 0 else { return bytes }
      lines.append(buffer[..<count], to: &bytes)
      length += count
      guard length <= longest else {
        throw CommandFailure(
          "\(name) is larger than 1 GB.",
          help: "Split it into several files; rows that two of them share are added once.",
          .inputOutput)
      }
    }
  }

  /// The refusal of a folder: only files in it can be imported.
  private static func folder(_ path: String) -> CommandFailure {
    var word = quotedForShell(path)
    while word.hasSuffix("/"), word != "/" { word.removeLast() }
    return CommandFailure(
      "That is a folder: \(path).",
      help: "Name the files in it, such as \(word == "/" ? "" : word)/*.csv.", .inputOutput)
  }

  private static func refusal(_ path: String) -> String {
    "\(errno == ENOENT ? "No such file" : String(cString: strerror(errno))): \(path)"
  }
}
