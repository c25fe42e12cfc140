import AppGroup
import CellGrid
import Dashboard
import FoundationEssentials
import Glibc
import LedgerStore
import NcursesScreen
import Portfolio
import WidgetTimeline

/// The dashboard at work: events in, effects out, and a frame whenever something changed.
///
/// It sleeps until a key, a change of the container, the end of a refresh or the next minute of an
/// age; nothing is written while nothing changes.
final class DashboardSession {
  private let program: Program
  private let screen: NcursesScreen
  private let glyphs: GlyphLevel
  private let hasColor: Bool
  private let notices: ChangeNotices
  private let refreshes: BackgroundRefresh
  private var theme: Theme
  private var state: DashboardState
  private var isOver = false

  /// Takes the terminal over.
  ///
  /// - Throws: A refusal that says what to do where the terminal cannot show the dashboard.
  init(
    _ program: Program, refresher: PriceRefresher, tab: DashboardTab = .home,
    isPrivate: Bool = false, look: OutputAppearance
  ) throws {
    self.program = program
    refreshes = try BackgroundRefresh(refresher, clock: program.clock)
    notices = try ChangeNotices(program.container)
    try program.publishIfMissing()
    let data = try program.dashboardData()
    glyphs = look.glyphs
    hasColor = look.depth > .none
    let reply = look.isGroundNamed ? TerminalReply([]) : TerminalProbe.ask()
    theme = look.theme
    if reply.appearance != .unknown { theme.appearance = reply.appearance }
    do throws(ScreenError) {
      screen = try NcursesScreen(typedAhead: reply.typedAhead) { _ in .plain }
    } catch {
      throw CommandFailure(error.sentence, .usage)
    }
    let size = screen.size
    state = DashboardState(
      columns: size.columns, rows: size.rows, tab: tab, data: data, isPrivate: isPrivate)
    applyTheme()
  }

  /// Runs until the user leaves or the terminal goes.
  func run() {
    screen.setMouse(true)
    refreshes.startIfDue(at: program.now)
    while !isOver {
      screen.show(view(state, now: program.now).grid.drawn(with: glyphs))
      wait()
      takeEvents()
      takeRefresh()
      takeChanges()
      refreshes.startIfDue(at: program.now)
    }
    screen.close()
  }

  private func applyTheme() {
    let theme = theme
    let depth = hasColor ? screen.colorDepth : .none
    screen.look = { theme.look(of: $0, depth: depth) }
  }

  /// Sleeps until something happens or is due.
  private func wait() {
    var descriptors = (screen.descriptors + [notices.descriptor, refreshes.descriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let now = program.now
    let due = [refreshes.due, nextMinute(after: now)].compactMap { $0 }.min()
    let milliseconds = due.map { max(1, min(60_000, Int($0.timeIntervalSince(now) * 1000) + 1)) }
    poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds ?? -1))
  }

  /// When the age that is shown next changes.
  private func nextMinute(after now: Date) -> Date? {
    guard let updated = state.data?.entry.data?.lastUpdated, updated <= now else { return nil }
    let minutes = (now.timeIntervalSince(updated) / 60).rounded(.down) + 1
    return updated.addingTimeInterval(minutes * 60)
  }

  private func takeEvents() {
    while !isOver, let event = screen.nextEvent() {
      switch event {
      case .closed: isOver = true
      case .appearance(let appearance):
        theme.appearance = appearance
        applyTheme()
      case .paste(let text):
        for character in text { send(.key(.character(character))) }
      default:
        if let event = DashboardEvent(event) { send(event) }
      }
    }
  }

  private func takeRefresh() {
    guard let (outcome, wasAsked) = refreshes.takeOutcome(now: program.now) else { return }
    reload()
    if wasAsked {
      let message = outcome.sentence(now: program.now, status: program.store.refreshStatus())
      send(.refreshEnded(message: message))
    }
  }

  private func takeChanges() {
    if !notices.drain().isEmpty { reload() }
  }

  private func reload() {
    attempt { send(.portfolioChanged(try program.dashboardData())) }
  }

  private func send(_ event: DashboardEvent) {
    for effect in update(&state, event, now: program.now) { perform(effect) }
  }

  private func perform(_ effect: DashboardEffect) {
    switch effect {
    case .quit: isOver = true
    case .refresh:
      send(.refreshStarted)
      refreshes.start(at: program.now, isAsked: true)
    case .apply(let change):
      attempt {
        var notes: [String] = []
        try program.apply(change) { notes.append($0) }
        reload()
        send(.applied(change))
        for note in notes { send(.failed(note)) }
      }
    case .undo: step(.undo) { try program.ledger.undo(now: $0) }
    case .redo: step(.redo) { try program.ledger.redo(now: $0) }
    case .copy(let text): screen.copyToClipboard(text)
    case .searchCoins(let query): send(.coinsFound(query: query, program.coins(like: query)))
    }
  }

  private func step(_ direction: LedgerDirection, _ take: (Date) throws -> LedgerStep?) {
    attempt {
      var notes: [String] = []
      let step = try program.step(take) { notes.append($0) }
      reload()
      send(.stepped(direction, step))
      for note in notes { send(.failed(note)) }
    }
  }

  /// Tells what did not work and goes on.
  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch {
      send(.failed(CommandFailure(error)?.sentence ?? "That did not work: \(error)"))
    }
  }
}
