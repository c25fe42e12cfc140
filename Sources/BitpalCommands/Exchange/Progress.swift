import Glibc

/// How far long work is, in a line of the terminal that is gone when the work is done; nothing in a
/// pipe.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var percent = -1
  private var width = 0
  private var start: ContinuousClock.Instant?
  /// What is being counted; another count has a rate of its own.
  private var counted = ""

  /// Seconds after which a rate says something.
  private static let patience = Duration.seconds(2)

  /// Says what is being done, for work whose end cannot be told.
  mutating func say(_ words: String) { show("\(words) …") }

  /// Says how much is done, as often as that makes a difference; after a while also how fast, and
  /// how long the rest takes.
  mutating func count(_ done: Int, of total: Int, _ words: String) {
    guard isShown else { return }
    if words != counted { (counted, percent, start) = (words, -1, nil) }
    let now = done * 100 / max(total, 1)
    guard now != percent else { return }
    percent = now
    show("\(words) \(done) of \(total) (\(now)%)\(speed(done, of: total))")
  }

  /// Takes the line away.
  mutating func clear() {
    guard width > 0 else { return }
    show("")
    send("\r")
    width = 0
  }

  private mutating func speed(_ done: Int, of total: Int) -> String {
    let instant = ContinuousClock.now
    guard let start else {
      start = instant
      return ""
    }
    let passed = start.duration(to: instant)
    let milliseconds = Int(passed / .milliseconds(1))
    guard passed >= Self.patience, done > 0, done < total else { return "" }
    let left = (total - done) * milliseconds / done / 1000 + 1
    return ", \(done * 1000 / milliseconds) a second, \(left) s left"
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
