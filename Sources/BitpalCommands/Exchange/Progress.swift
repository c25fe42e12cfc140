import Glibc
import Widgets

/// A progress line on the terminal that disappears when the work is done; nothing in a pipe.
struct Progress {
  private let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private let send: (String) -> Void
  private var percent = -1
  /// The current content of the line.
  private var shown = ""
  private var start: ContinuousClock.Instant?
  /// What is being counted; each count has its own rate.
  private var counted = ""
  /// The last count shown.
  private var last = ""

  /// The time after which a rate is meaningful.
  private static let patience = Duration.seconds(2)

  /// Progress on a terminal at standard error.
  init() {
    self.init(isShown: isatty(STDERR_FILENO) == 1, now: { .now }, send: sendToTerminal)
  }

  /// Progress with a custom output.
  ///
  /// - Parameters:
  ///   - isShown: Whether there is a terminal.
  ///   - now: The clock used to compute the rate.
  ///   - send: Receives the terminal output.
  init(
    isShown: Bool, now: @escaping () -> ContinuousClock.Instant, send: @escaping (String) -> Void
  ) {
    (self.isShown, self.now, self.send) = (isShown, now, send)
  }

  /// Shows an activity of unknown length.
  mutating func say(_ words: String) { show("\(words) …") }

  /// Shows the last count, and what it is waiting for.
  mutating func pause(_ words: String) { show("\(last); \(words) …") }

  /// Shows a count when it changes visibly; after a while also the rate and the remaining time.
  mutating func count(_ done: Int, of total: Int, _ words: String) {
    guard isShown else { return }
    if words != counted { (counted, percent, start) = (words, -1, nil) }
    let percent = done * 100 / max(total, 1)
    guard percent != self.percent else { return }
    self.percent = percent
    last = "\(words) \(done) of \(total) (\(percent)%)\(speed(done, of: total))"
    show(last)
  }

  /// Clears the line.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    show("")
    send("\r")
  }

  private mutating func speed(_ done: Int, of total: Int) -> String {
    let instant = now()
    guard let start else {
      start = instant
      return ""
    }
    let passed = start.duration(to: instant)
    let milliseconds = Int(passed / .milliseconds(1))
    guard passed >= Self.patience, done > 0, done < total else { return "" }
    let left = (total - done) * milliseconds / done / 1000 + 1
    let rate = done * 1000 / milliseconds
    let speed = rate > 0 ? "\(rate) a second" : "\(done * 60_000 / milliseconds) a minute"
    return ", \(speed), \(waitText(seconds: left)) left"
  }

  private mutating func show(_ text: String) {
    guard isShown, text != shown else { return }
    // Overwrite the rest of the previous line with spaces, which any terminal understands.
    send("\r" + text + String(repeating: " ", count: max(0, shown.count - text.count)))
    shown = text
  }
}

private func sendToTerminal(_ text: String) {
  var text = text
  // Ignore errors: if the terminal accepts no output, no one reads the line.
  _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
