import Glibc

/// How far long work is, in a line of the terminal that is gone when the work is done; nothing in a
/// pipe, and nothing for work that is over before it could be read.
struct Progress {
  private let isShown: Bool
  private var percent = -1
  private var width = 0

  /// Prepares the line; nothing is written yet.
  init(isLong: Bool) { isShown = isLong && isatty(STDERR_FILENO) == 1 }

  /// Says what is being done, for work whose end cannot be told.
  mutating func say(_ words: String) { show("\(words) …") }

  /// Says how much is done, as often as that makes a difference.
  mutating func count(_ done: Int, of total: Int, _ words: String) {
    let now = done * 100 / max(total, 1)
    guard now != percent else { return }
    percent = now
    show("\(words) \(done) of \(total) (\(now)%)")
  }

  /// Takes the line away.
  mutating func clear() {
    guard width > 0 else { return }
    show("")
    send("\r")
    width = 0
  }

  private mutating func show(_ text: String) {
    guard isShown else { return }
    // Spaces over what is left of the line before, which any terminal understands.
    send("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
    width = text.count
  }

  private func send(_ text: String) {
    var text = text
    // A terminal that takes no more has nobody who reads the line.
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
