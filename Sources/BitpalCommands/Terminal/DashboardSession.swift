import AppGroup
import Application
import CallBudget
import CellGrid
import CoinCatalogue
import CoinGecko
import ConfigurationFile
import Dashboard
import FoundationEssentials
import Glibc
import Kraken
import LedgerStore
import NcursesScreen
import Portfolio
import Widgets
import WidgetTimeline

/// Runs the dashboard: applies events, performs effects, and draws a frame after each change.
///
/// It sleeps until a key, a change of the container, the end of a refresh or the next minute of a
/// displayed age; it writes nothing while nothing changes.
final class DashboardSession {
  let context: AppContext
  var screen: NcursesScreen
  let terminal: ScreenTerminal
  private let glyphs: GlyphLevel
  private let hasColor: Bool
  /// Draws charts in pixels, if the terminal supports it.
  private var pictures: PictureCells?
  let ledger: BackgroundLedger
  private let refreshes: BackgroundRefresh
  /// `nil` if prices are not fetched from a network.
  let filling: BackgroundFilling?
  /// When filling past prices continues; `nil` if no refresh has scheduled it.
  private var fillsAt: ContinuousClock.Instant?
  private static let pauseBeforeFilling = Duration.seconds(10)
  let jobs: BackgroundJob
  let clipboard: Clipboard
  private var notices: ChangeNotices
  private var theme: Theme
  /// The configured color scheme.
  private let ownScheme: ColorScheme?
  /// Whether the user specified the background.
  private let isGroundNamed: Bool
  /// The terminal's background.
  private var groundAppearance: Appearance
  var activeTheme: String?
  private(set) var state: DashboardState
  /// The last session's memory, and the same with this session's options applied.
  private let memories: (own: SessionMemory, given: SessionMemory)
  private var lastLook = Date.distantPast
  var isOver = false
  var failure: (any Error)?

  /// How long the first frame waits for the portfolio, in milliseconds.
  private static let firstPatience: Int32 = 25

  /// Takes over the terminal.
  ///
  /// Options that are `nil` are restored from the last session, or from the configuration.
  ///
  /// - Throws: A refusal with advice if the terminal cannot show the dashboard.
  init(
    _ context: AppContext, refresher: PriceRefresher, fillsPastPrices: Bool = true,
    tab: DashboardTab? = nil, isPrivate: Bool? = nil, currency: String? = nil,
    costBasis: CostBasis? = nil, look: OutputAppearance
  ) throws {
    self.context = context
    // Warnings are delivered with the ledger's responses; on the screen they would be lost.
    context.warnings.hold()
    refreshes = try BackgroundRefresh(refresher, clock: context.clock)
    filling = fillsPastPrices ? try BackgroundFilling(context) : nil
    notices = try ChangeNotices(context.container)
    ledger = try BackgroundLedger(context)
    jobs = try BackgroundJob()
    clipboard = try Clipboard(context.environment)
    let own = context.container.sessionMemory.following(context.sessionSettings)
    var memory = own
    memory.isPrivate = isPrivate ?? (own.isPrivate || context.configuration.isPrivate)
    if let currency { memory.currency = currency }
    if let costBasis { memory.costBasis = costBasis }
    if look.isThemeAsked { memory.theme = nil }
    memories = (own, memory)
    ledger.ask(.count(FigureChoice(currency: memory.currency, costBasis: memory.costBasis)))
    ledger.ask(.open)
    glyphs = look.glyphs
    var terminal = ScreenTerminal.standard
    let fallback = TerminalProbe.fallbackName()
    terminal.name = fallback.name
    let depth = Self.colorDepth(terminal, look, context)
    hasColor = depth > .none
    terminal.hasTrueColor = depth == .trueColor
    theme = look.theme
    ownScheme = theme.scheme
    self.terminal = terminal
    groundAppearance = theme.appearance
    isGroundNamed = look.isGroundNamed
    do throws(ScreenError) {
      screen = try NcursesScreen(
        terminal: terminal, typedAhead: fallback.typedAhead
      ) { _ in .plain }
    } catch {
      context.warnings.release()
      throw CommandFailure(error.message, .usage)
    }
    if hasColor, !look.isGroundNamed || look.wantsPictureCells {
      screen.askBackground(andPictures: look.wantsPictureCells)
    }
    let size = screen.size
    state = DashboardState(
      columns: size.columns, rows: size.rows,
      keyMap: KeyMap(overrides: context.configuration.keys, nearest: nearestWord),
      hasMouse: context.configuration.hasMouse, calendar: .system,
      ownThemes: context.configuration.themes.map(\.name))
    state.restore(memory)
    if let tab { state.open(tab) }
    applyTheme(state.shownTheme)
  }

  /// Runs until the user quits or the terminal closes.
  ///
  /// The first frame doesn't wait for terminal replies: a later reply changes its colors.
  ///
  /// - Throws: Why the portfolio could not be shown or the last change could not be written, or
  ///   ``EndedBySignal``.
  func run() throws {
    screen.setMouse(state.hasMouse)
    ledger.wait(milliseconds: Self.firstPatience)
    handleResponses()
    handleEvents()
    while !isOver {
      for reading in state.wantedReadings {
        send(.requested(reading))
        ledger.ask(.reading(reading))
      }
      for id in state.wantedCandles { readCandles(of: id) }
      if state.shownTheme != activeTheme { applyTheme(state.shownTheme) }
      show(view(state, now: context.now))
      refreshes.startIfDue(at: context.now)
      wait()
      lookForLedger()
      handleEvents()
      handleRefresh()
      startFilling()
      handleFilling()
      if let result = jobs.nextResult() { send(.jobEnded(result)) }
      handleCopies()
      handleChanges()
      handleResponses()
    }
    filling?.close()
    removePicture()
    screen.close()
    context.warnings.release()
    var memory = state.memory.withFiles(\.absolutePath)
    memory.settings = context.sessionSettings
    context.container.remember(memory.leavingOut(memories.given, over: memories.own))
    try finishWriting()
    if let failure { throw failure }
    if let signal = screen.endingSignal { throw EndedBySignal(number: signal) }
  }

  /// Applies a theme; `nil` restores the configured one.
  func applyTheme(_ name: String?) {
    activeTheme = name
    theme.scheme = name.map(context.configuration.scheme(named:)) ?? ownScheme
    theme.appearance = theme.scheme?.appearance ?? groundAppearance
    applyTheme()
  }

  private func applyTheme() {
    let theme = theme
    let depth = hasColor ? screen.colorDepth : .none
    screen.look = { theme.look(of: $0, depth: depth) }
  }

  /// Shows a frame, with charts in pixels if the terminal supports it.
  private func show(_ frame: DashboardFrame) {
    guard pictures != nil, let cell = Console.cellSize else {
      return screen.show(frame.grid.drawn(with: glyphs), cursor: frame.cursor)
    }
    // Skip a frame that the terminal is too slow for, and its picture.
    guard screen.takesFrames else { return }
    if screen.startsAfresh { pictures?.forget() }
    guard let shown = pictures?.shown(frame.grid, glyphs: glyphs, theme: theme, cell: cell) else {
      return
    }
    screen.show(shown.grid, cursor: frame.cursor)
    screen.send(shown.sequence)
  }

  /// Removes pictures before the terminal is released.
  func removePicture() {
    guard pictures != nil else { return }
    screen.send(PictureCells.removal)
    pictures?.forget()
  }

  /// Waits until something happens or is due.
  private func wait() {
    let sources =
      [
        notices.descriptor, refreshes.descriptor, ledger.descriptor, jobs.descriptor,
        clipboard.descriptor,
      ] + [filling?.descriptor].compactMap(\.self)
    var descriptors = (screen.descriptors + sources).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if let output = screen.outputDescriptor {
      descriptors.append(pollfd(fd: output, events: Int16(POLLOUT), revents: 0))
    }
    let now = context.now
    let pending = state.showsPendingAt.flatMap { $0 > now ? $0 : nil }
    let look = state.goneLedger == nil ? nil : now.addingTimeInterval(2)
    let marks = state.marksEnd.flatMap { $0 > now ? $0 : nil }
    let due = [refreshes.due, nextAge(after: now), pending, look, marks].compactMap { $0 }.min()
    let untilDue = due.map { max(1, min(60_000, Int($0.timeIntervalSince(now) * 1000) + 1)) }
    let untilFilling = fillsAt.map {
      max(1, Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1)) + 1)
    }
    let milliseconds = [untilDue, untilFilling].compactMap(\.self).min()
    poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds ?? -1))
  }

  /// Checks whether the ledger still exists, at most once a second.
  private func lookForLedger() {
    let now = context.now
    guard now.timeIntervalSince(lastLook).magnitude >= 1 else { return }
    lastLook = now
    ledger.ask(.look)
  }

  /// When a displayed age changes next.
  private func nextAge(after now: Date) -> Date? {
    state.shownPriceTimes.filter { $0 <= now }.map { nextMinute(of: $0, after: now) }.min()
  }

  private func handleEvents() {
    while !isOver, let event = screen.nextEvent() {
      switch event {
      case .closed: isOver = true
      case .appearance(let appearance):
        guard !isGroundNamed else { continue }
        groundAppearance = appearance
        applyTheme(activeTheme)
      case .pictures: pictures = PictureCells()
      default:
        if let event = DashboardEvent(event) { send(event) }
      }
    }
  }

  private func handleRefresh() {
    guard let (outcome, wasAsked) = refreshes.nextOutcome(now: context.now) else { return }
    ledger.ask(.read)
    if wasAsked {
      let message = outcome.sentence(
        now: context.now, status: context.store.refreshStatus(), hasPrices: context.hasPrices)
      send(.refreshEnded(message: message))
    }
    if refreshes.isAsked { send(.refreshStarted) }
    switch outcome {
    case .refreshed, .fresh, .waiting:
      if filling != nil { fillsAt = .now + Self.pauseBeforeFilling }
    case .failed, .monthSpent, .nothingToRefresh, .notWritten: fillsAt = nil
    }
  }

  /// Continues filling past prices some time after a refresh, so that a small plan keeps calls for
  /// users who press `r` repeatedly.
  private func startFilling() {
    guard let at = fillsAt, at <= .now else { return }
    fillsAt = nil
    filling?.start()
  }

  /// Reports the filling progress, and redraws charts and lines with new prices.
  private func handleFilling() {
    guard let progress = filling?.nextProgress() else { return }
    refreshes.isStretched =
      progress.done < progress.all && context.apiConfiguration.limits.perMinute <= 3
    send(.pastPricesFilled(progress.done, of: progress.all, hasNew: progress.hasNew))
    if progress.hasNew { ledger.ask(.renewLines) }
  }

  private func handleChanges() {
    let changes = notices.drain()
    guard !changes.isEmpty else { return }
    ledger.ask(.read)
    if changes.contains(.folderLost) { watchAgain() }
  }

  /// Watches the container again, unless the ledger is gone: watching would recreate its folder.
  private func watchAgain() {
    do {
      guard try !context.ledger.isGone() else { return }
      notices = try ChangeNotices(context.container)
    } catch {
      send(.failed(sentence(of: error)))
    }
  }

  private func handleResponses() {
    for answer in ledger.nextResponses() {
      switch answer {
      case .notOpened(let error):
        failure = error
        isOver = true
      case .event(.portfolioChanged(let data)):
        let disposed = state.data.map(BackgroundLedger.DisposedSnapshot.init)
        send(.portfolioChanged(data))
        if let disposed { ledger.ask(.forget(disposed)) }
      case .event(.ledgerFound):
        watchAgain()
        send(.ledgerFound)
      case .event(let event):
        send(event)
        if case .applied(.record(let terms, _)) = event { priceFirst(terms) }
      }
    }
  }

  /// Fetches prices immediately if a new coin has none; reports what prevents that.
  private func priceFirst(_ terms: EventTerms) {
    let known = context.store.prices()?.prices ?? [:]
    let coins = [terms.coinId, terms.other?.coinId].compactMap(\.self)
    guard terms.kind?.isMove == false, coins.contains(where: { known[$0] == nil }),
      context.apiConfiguration.problem == nil
    else { return }
    refreshes.start(at: context.now, isAsked: true)
  }

  func send(_ event: DashboardEvent) {
    for effect in update(&state, event, now: context.now) { perform(effect) }
  }

  private func perform(_ effect: DashboardEffect) {
    switch effect {
    case .quit: isOver = true
    case .refresh:
      send(.refreshStarted)
      refreshes.start(at: context.now, isAsked: true)
    case .apply(let change): ledger.ask(.apply(change))
    case .beginLedger: ledger.ask(.begin)
    case .follow(let coin, let isOn, let index):
      ledger.ask(.follow(coin, isOn, index: index))
    case .count(let currency, let costBasis):
      ledger.ask(.count(FigureChoice(currency: currency, costBasis: costBasis)))
    case .run(let job, let replaces): run(job, replaces: replaces)
    case .runInTerminal(let job): stepAside(for: job)
    case .step(let direction, let mark): ledger.ask(.step(direction, confirmed: mark))
    case .seeAlerts(let ids): ledger.ask(.seeAlerts(ids))
    case .notice(let sentence): screen.send(context.terminalNotice(sentence))
    case .setMouse(let isOn): screen.setMouse(isOn)
    case .copy(let text): clipboard.copy(text)
    case .searchCoins(let query):
      let found = context.coins(like: query)
      send(.coinsFound(query: query, found.coins, ranks: found.ranks))
    }
  }

  /// Waits for pending writes, and reports failures.
  private func finishWriting() throws {
    if let result = jobs.close(), let sentence = result.lines.last {
      Console.writeError(sentence)
    }
    let responses = ledger.close {
      Console.writeError("The ledger is still being written; bitpal ends when it is done.")
    }
    for case .event(let event) in responses {
      switch event {
      case .notApplied(_, let sentence, _), .notStepped(let sentence):
        throw CommandFailure(sentence, .refused)
      case .failed(let sentence): Console.writeError(sentence)
      default: break
      }
    }
  }
}

/// Runs shell commands, in the background or on the dashboard's terminal.
extension DashboardSession {
  /// Releases the terminal to a shell command, and takes it over again.
  func stepAside(for job: DashboardJob) {
    removePicture()
    screen.close()
    job.runInTerminal(home: home)
    do throws(ScreenError) {
      screen = try NcursesScreen(terminal: terminal) { _ in .plain }
    } catch {
      failure = CommandFailure(error.message, .usage)
      isOver = true
      return
    }
    screen.setMouse(state.hasMouse)
    applyTheme(activeTheme)
    let size = screen.size
    send(.resize(columns: size.columns, rows: size.rows))
    ledger.ask(.read)
  }

  /// Reads a coin's candles on a background thread, so that fetching them doesn't delay lists.
  func readCandles(of id: String) {
    send(.candlesRequested(id))
    let (context, ledger, asks) = (context, ledger, filling != nil)
    let currency = state.currency ?? context.configuration.currency
    onBackgroundThread {
      let known = context.candles(of: id, asking: asks)
      let shown = CoinCandles(
        known.converted(to: currency, context), source: KrakenAPI.sourceName,
        absence: known.absence)
      ledger.post([.event(.candlesRead(id, shown))])
    }
  }

  /// Handles copy results; text that no program accepted is sent to the terminal.
  func handleCopies() {
    for result in clipboard.nextResults() {
      switch result {
      case .copied: send(.copied(.copied))
      case .refused(let text): send(.copied(screen.copyToClipboard(text) ? .sent : .failed))
      }
    }
  }

  /// The portfolio's folder, which contains the container.
  private var home: String {
    let folder = context.container.folder
    return String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
  }

  /// Runs a command in the background, unless it would replace a file without permission.
  func run(_ job: DashboardJob, replaces: Bool) {
    guard replaces || !job.wouldReplace else { return send(.fileExists(job)) }
    let words = job.arguments(replaces: replaces, isPrivate: state.isPrivate)
    jobs.start(job, words, home: home)
  }
}

extension DashboardSession {
  /// The color depth of a terminal, which may be opened under a name other than `TERM`.
  static func colorDepth(
    _ terminal: ScreenTerminal, _ look: OutputAppearance, _ context: AppContext
  ) -> ColorDepth {
    guard let name = terminal.name, !look.isColorRefused else { return look.depth }
    let traits = TerminalTraits.detect(
      environment: context.environment, isTerminal: true, knownAs: name, codeset: "")
    return max(look.depth, traits.colorDepth)
  }
}
