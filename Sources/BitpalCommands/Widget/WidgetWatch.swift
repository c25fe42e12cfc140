import Application
import AppGroup
import CellGrid
import FoundationEssentials
import Glibc
import NcursesScreen
import Portfolio
import WidgetTimeline

/// One widget kept current, in rows of its own below what the terminal already shows or line by
/// line in a pipe.
///
/// It sleeps until the container changes, a refresh ends, the terminal changes its size or the age
/// of the prices reads differently, and writes only what has changed.
final class WidgetWatch {
  private let context: AppContext
  private let output: any WatchedOutput
  private let currency: String
  private let costBasis: CostBasis
  private let hasLine: Bool
  private let refreshes: BackgroundRefresh?
  private var notices: ChangeNotices

  /// Prepares; nothing is written yet.
  ///
  /// - Parameters:
  ///   - context: The program.
  ///   - output: Where the widget is kept current.
  ///   - refresher: Fetches prices on a schedule; `nil` to leave that to others.
  ///   - interval: Seconds between two refreshes, other processes' counted.
  ///   - currency: The ISO 4217 code of the currency that figures are in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - hasLine: Whether the line of the last days is drawn.
  init(
    _ context: AppContext, on output: any WatchedOutput, refresher: PriceRefresher?,
    every interval: TimeInterval, currency: String, costBasis: CostBasis, hasLine: Bool
  ) throws {
    self.context = context
    self.output = output
    self.currency = currency
    self.costBasis = costBasis
    self.hasLine = hasLine
    refreshes = try refresher.map {
      try BackgroundRefresh($0, every: interval, clock: context.clock)
    }
    notices = try ChangeNotices(context.container)
  }

  /// Runs until a signal comes or the terminal goes.
  ///
  /// - Returns: The signal.
  func run() throws -> Int32? {
    // The end of a bar ends its watcher without a word, as that of any reader of a pipe.
    let endings = TerminalGuard.endings.filter { output.ownsTerminal || $0 != SIGPIPE }
    let signals = try SignalPipe(endings + [SIGWINCH, SIGTSTP, SIGCONT])
    let terminal = output.ownsTerminal ? RawTerminal() : nil
    defer { terminal?.restore() }
    while true {
      refreshes?.startIfDue(at: context.now)
      let entry = try context.service.entry(
        currency: currency, costBasis: costBasis, hasLine: hasLine)
      output.show(entry, at: context.now)
      guard wait(signals, until: due(entry)) else { return nil }
      // Each is acted on before anything is drawn: after a stop the rows are others'.
      while let signal = signals.next() {
        switch signal {
        case SIGWINCH: break
        case SIGTSTP: suspend(terminal, signals)
        case SIGCONT:
          terminal?.hideCursorAndEcho()
          output.forget()
        default: return signal
        }
      }
      _ = refreshes?.nextOutcome(now: context.now)
      if notices.drain().contains(.folderLost) { notices = try ChangeNotices(context.container) }
    }
  }

  /// When something is to be done without anything having happened.
  private func due(_ entry: PortfolioEntry) -> Date? {
    [refreshes?.due, entry.data?.asOf.map { nextMinute(of: $0, after: context.now) }]
      .compactMap { $0 }.min()
  }

  /// Waits; false once the terminal is gone.
  private func wait(_ signals: SignalPipe, until due: Date?) -> Bool {
    // Errors and hang-ups are reported unasked.
    var descriptors = [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
    descriptors += [signals.descriptor, notices.descriptor, refreshes?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // A minute at most: while a machine sleeps, waiting takes no time.
    let left = due.map { Int($0.timeIntervalSince(context.now) * 1000) + 1 } ?? 60_000
    poll(&descriptors, nfds_t(descriptors.count), Int32(max(1, min(60_000, left))))
    return descriptors[0].revents == 0
  }

  private func suspend(_ terminal: RawTerminal?, _ signals: SignalPipe) {
    terminal?.restore()
    signals.stop()
  }
}

/// When the age of something next reads differently: at its next whole minute.
///
/// - Parameters:
///   - date: When it was; one that lies ahead is not awaited, its age reads the same until then.
///   - now: The present instant.
func nextMinute(of date: Date, after now: Date) -> Date {
  let minutes = max(0, (now.timeIntervalSince(date) / 60).rounded(.down)) + 1
  return date.addingTimeInterval(minutes * 60)
}
