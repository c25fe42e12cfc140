import Application
import AppGroup
import CellGrid
import FoundationEssentials
import Glibc
import NcursesScreen
import Portfolio
import WidgetTimeline

/// Keeps one widget current, in its own terminal rows or line by line in a pipe.
///
/// It sleeps until the container changes, a refresh ends, the terminal is resized or the displayed
/// age of the prices changes, and writes only changes.
final class WidgetWatch {
  private let context: AppContext
  private let output: any WatchedOutput
  private let currency: String
  private let costBasis: CostBasis
  private let hasLine: Bool
  private let refreshes: BackgroundRefresh?
  private var notices: ChangeNotices

  /// Prepares without writing.
  ///
  /// - Parameters:
  ///   - context: The program's context.
  ///   - output: The output in which the widget is kept current.
  ///   - refresher: Fetches prices on a schedule; `nil` to leave that to others.
  ///   - interval: Seconds between refreshes, including those of other processes.
  ///   - currency: The ISO 4217 code of the display currency.
  ///   - costBasis: The cost basis method of sales.
  ///   - hasLine: Whether to draw the line of the last days.
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

  /// Runs until a signal or until the terminal closes.
  ///
  /// - Returns: The signal.
  func run() throws -> Int32? {
    // When a bar exits, its watcher ends silently, like any process writing to a closed pipe.
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
      // Handle all signals before drawing: after a stop, others may have overwritten the rows.
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

  /// When to act even if nothing happens.
  private func due(_ entry: PortfolioEntry) -> Date? {
    [refreshes?.due, entry.data?.asOf.map { nextMinute(of: $0, after: context.now) }]
      .compactMap { $0 }.min()
  }

  /// Waits; returns `false` when the terminal has closed.
  private func wait(_ signals: SignalPipe, until due: Date?) -> Bool {
    // Errors and hang-ups are always reported.
    var descriptors = [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
    descriptors += [signals.descriptor, notices.descriptor, refreshes?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // At most a minute, because `poll` doesn't count the time a machine sleeps.
    let left = due.map { Int($0.timeIntervalSince(context.now) * 1000) + 1 } ?? 60_000
    poll(&descriptors, nfds_t(descriptors.count), Int32(max(1, min(60_000, left))))
    return descriptors[0].revents == 0
  }

  private func suspend(_ terminal: RawTerminal?, _ signals: SignalPipe) {
    terminal?.restore()
    signals.stop()
  }
}

/// When a displayed age changes next: at its next whole minute.
///
/// - Parameters:
///   - date: The time the age counts from; if it is in the future, the age stays the same until
///     then.
///   - now: The current time.
func nextMinute(of date: Date, after now: Date) -> Date {
  let minutes = max(0, (now.timeIntervalSince(date) / 60).rounded(.down)) + 1
  return date.addingTimeInterval(minutes * 60)
}
