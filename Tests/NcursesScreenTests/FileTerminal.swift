import Glibc
import NcursesScreen
import Testing

/// A file used as a terminal, with `/dev/null` as its keyboard.
final class FileTerminal {
  private let file: UnsafeMutablePointer<FILE>
  private let input: Int32

  init() throws {
    file = try #require(tmpfile())
    input = Glibc.open("/dev/null", O_RDONLY)
  }

  deinit {
    fclose(file)
    Glibc.close(input)
  }

  private var output: Int32 { fileno(file) }

  func terminal(_ name: String, columns: Int, rows: Int) -> ScreenTerminal {
    ScreenTerminal(
      name: name, locale: "C.UTF-8", input: input, output: output,
      fileSize: ScreenTerminal.Size(columns: columns, rows: rows))
  }

  /// Everything written so far.
  var bytes: [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Int(lseek(output, 0, SEEK_END)))
    let count = pread(output, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
