import Glibc
import Widgets

/// How far long work is, in a line of the terminal that is gone when the work is done; nothing in a
/// pipe.
struct Progress {
  private let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private let send: (String) -> Void
  private var percent = -1
  /// What the line holds.
  private var shown = ""
  private var start: ContinuousClock.Instant?
  /// What is being counted; another count has a rate of its own.
  private var counted = ""
  /// The count as it was said last.
  private var last = ""

  /// Seconds after which a rate says something.
  private static let patience = Duration.seconds(2)

  /// Progress that a terminal on standard error shows.
  init() {
    self.init(isShown: isatty(STDERR_FILENO) == 1, now: { .now }, send: sendToTerminal)
  }

  /// Progress that is sent somewhere.
  ///
  /// - Parameters:
  ///   - isShown: Whether there is a terminal.
  ///   - now: The clock by which the rate is counted.
  ///   - send: Receives what the terminal does.
  init(
    isShown: Bool, now: @escaping () -> ContinuousClock.Instant, send: @escaping (String) -> Void
  ) {
    (self.isShown, self.now, self.send) = (isShown, now, send)
  }

  /// Says what is being done, for work whose end is unknown.
  mutating func say(_ words: String) { show("\(words) …") }

  /// Says what a count waits for, after the count.
  mutating func pause(_ words: String) { show("\(last); \(words) …") }

  /// Says how much is done, as often as that makes a difference; after a while also how fast, and
  /// how long the rest takes.
  mutating func count(_ done: Int, of total: Int, _ words: String) {
    guard isShown else { return }
    if words != counted { (counted, percent, start) = (words, -1, nil) }
    let percent = done * 100 / max(total, 1)
    guard percent != self.percent else { return }
    self.percent = percent
    last = "\(words) \(done) of \(total) (\(percent)%)\(speed(done, of: total))"
    show(last)
  }

  /// Takes the line away.
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
    // Spaces over what is left of the line before, which any terminal understands.
    send("\r" + text + String(repeating: " ", count: max(0, shown.count - text.count)))
    shown = text
  }
}

private func sendToTerminal(_ text: String) {
  var text = text
  // On a terminal that takes no more output, no one reads the line.
  _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
