import CellGrid
import Glibc
import Portfolio
import Synchronization

/// Writes results to standard output and everything else to standard error.
///
/// All terminal output goes through this type, which removes control characters, so that external
/// data cannot send escape sequences. Drawn grids are already clean and contain escape sequences;
/// they go through ``write(_:)``.
enum Console {
  /// Writes lines of a result, wrapped between words on a terminal.
  static func print(_ text: String) {
    send(fitted(cleanLines(text), to: STDOUT_FILENO) + "\n", to: STDOUT_FILENO)
  }

  /// Writes notes and warnings to standard error, wrapped between words on a terminal.
  static func writeError(_ text: String) {
    guard !isSilent else { return }
    send(fitted(cleanLines(text), to: STDERR_FILENO) + "\n", to: STDERR_FILENO)
  }

  /// Writes why a command failed, with a suggested fix.
  ///
  /// - Parameters:
  ///   - message: The reason and the suggested fix.
  ///   - isColored: Whether to color the labels.
  static func writeFailure(_ message: ErrorMessage, isColored: Bool) {
    for (label, color, part) in [("error", "31", message.reason), ("help", "36", message.help)] {
      guard let part else { continue }
      let line = fitted(cleanLines("\(label): \(part)"), to: STDERR_FILENO) + "\n"
      let shown = isColored ? "\u{1B}[1;\(color)m\(label)\u{1B}[0m" : label
      send(shown + line.dropFirst(label.count), to: STDERR_FILENO)
    }
  }

  private static let isQuiet = Atomic(false)

  /// Whether to write only results, errors and questions.
  static var isSilent: Bool { isQuiet.load(ordering: .relaxed) }

  /// Suppresses notes from now on; errors and questions are still written.
  static func silenceNotes() { isQuiet.store(true, ordering: .relaxed) }

  /// Writes a clean escape sequence to standard error.
  static func writeRawError(_ sequence: String) { send(sequence, to: STDERR_FILENO) }

  /// Writes data such as CSV: unchanged to a pipe or file, cleaned on a terminal.
  static func writeData(_ text: String) {
    send(isTerminal ? cleanLines(text) : text, to: STDOUT_FILENO)
  }

  /// Writes encoder output, which is already clean.
  static func write(_ text: String) { send(text, to: STDOUT_FILENO) }

  /// Writes raw bytes to standard output, which must not be a terminal.
  static func write(_ bytes: [UInt8]) { send(bytes[...], to: STDOUT_FILENO) }

  /// Copies an open file to standard output.
  static func copy(_ file: CInt) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return refuse(STDOUT_FILENO, errno) }
      guard count > 0 else { return }
      send(buffer[..<count], to: STDOUT_FILENO)
    }
  }

  /// Writes to a terminal that may be gone, ignoring errors.
  static func writeLast(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard input and output are a terminal, as the dashboard needs.
  static var isInteractive: Bool { isTerminal && isatty(STDIN_FILENO) == 1 }

  /// Whether the user can be asked a question.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal; `nil` if there is none.
  static var columns: Int? { size?.columns }

  /// The columns and rows of the terminal; `nil` if there is none or its size is unknown.
  static var size: (columns: Int, rows: Int)? { size(of: STDOUT_FILENO) }

  /// The size of a terminal cell in pixels; `nil` if unknown.
  static var cellSize: CellSize? {
    guard let window = window(STDOUT_FILENO), window.ws_xpixel >= window.ws_col,
      window.ws_ypixel >= window.ws_row
    else { return nil }
    return CellSize(
      width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
  }

  private static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    window(descriptor).map { (Int($0.ws_col), Int($0.ws_row)) }
  }

  private static func window(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }

  /// Lines wrapped to a terminal's width; unchanged in a pipe or file.
  static func fitted(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> String {
    guard let columns = size(of: descriptor)?.columns else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrappedLine(String($0), to: columns) }.joined(separator: "\n")
  }

  /// Writes lines of a result, through a pager if requested and they don't fit the screen.
  static func printPaged(_ texts: [String], isWanted: Bool) {
    let lines = texts.map { fitted(cleanLines($0)) }
    let count = lines.reduce(0) { $0 + $1.count { $0 == "\n" } + 1 }
    Pager.show(lines: count, isWanted: isWanted) { write in
      for line in lines { write(line + "\n") }
    }
  }

  /// Asks a yes-no question; returns whether the answer is yes.
  static func isConfirmed(_ question: String) -> Bool {
    ["y", "yes"].contains(ask(question)?.lowercased() ?? "")
  }

  /// Asks a question and reads one line; `nil` at the end of the input.
  static func ask(_ question: String) -> String? {
    writeQuestion(question)
    let line = readLine()
    // No line feed was typed, so start a new line.
    if line == nil { writeRawError("\n") }
    return line
  }

  /// Whether an answer leaves a question open: empty, a word for skipping, or the end of input.
  static func isLeaving(_ answer: String?) -> Bool {
    ["", "later", "q", "quit"].contains(answer?.lowercased() ?? "")
  }

  /// Writes a question whose answer is typed on the same line.
  static func writeQuestion(_ question: String) {
    send(fitted(cleanLines(question), to: STDERR_FILENO) + " ", to: STDERR_FILENO)
  }

  /// Cleans a text but keeps line breaks and alignment spaces.
  private static func cleanLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = line.prefix { $0 == " " }
      return indent
        + line.dropFirst(indent.count).split(
          separator: " ", omittingEmptySubsequences: false
        ).map { cleaned(String($0)) }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static let isChanged = Atomic(false)

  /// Records that this command has changed the ledger: it must no longer be reported as failed, or
  /// a user would repeat the change.
  static func noteChange() { isChanged.store(true, ordering: .relaxed) }

  /// Forgets changes that were not the user's, such as the making of a demo's sample.
  static func forgetChange() { isChanged.store(false, ordering: .relaxed) }

  /// Reports that results cannot be written, and exits unless the ledger was changed: work after a
  /// change is still completed.
  private static func refuse(_ descriptor: Int32, _ error: Int32) {
    let reason = String(cString: strerror(error))
    let isChanged = isChanged.load(ordering: .relaxed)
    if descriptor == STDOUT_FILENO, !isMute.exchange(true, ordering: .relaxed) {
      let sentence =
        isChanged
        ? "The change is recorded, but its result could not be written: \(reason)."
        : "The results could not be written: \(reason)."
      writeFailure(ErrorMessage(sentence), isColored: false)
    }
    if !isChanged { exit(ExitStatus.inputOutput.rawValue) }
  }

  /// Whether a write failure was already reported.
  private static let isMute = Atomic(false)

  private static func send(_ text: String, to descriptor: Int32) {
    send(Array(text.utf8)[...], to: descriptor)
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    // When the reader is gone, the command ends, unless work after a change remains.
    let isChanged = isChanged.load(ordering: .relaxed)
    let handler = isChanged ? signal(SIGPIPE, SIG_IGN) : nil
    defer { if isChanged { signal(SIGPIPE, handler) } }
    var bytes = bytes
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        guard errno == EINTR || errno == EAGAIN else { return refuse(descriptor, errno) }
        continue
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
