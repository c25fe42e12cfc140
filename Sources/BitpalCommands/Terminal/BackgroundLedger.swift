import AppGroup
import Application
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio
import Synchronization
import WidgetTimeline

/// Reads and writes the ledger in the background, so that no key waits for the disk.
///
/// Jobs run one at a time, in the order they were queued.
final class BackgroundLedger: Sendable {
  enum Job: Equatable {
    /// Reads the portfolio for the first time, after writing missing widget files.
    case open
    /// Completes the first read.
    case complete
    /// Reads what changed.
    case read
    /// Reads the week's lines again after past prices were added.
    case renewLines
    /// Writes a change.
    case apply(DashboardChange)
    /// Undoes or redoes the confirmed change, or the next one.
    case step(LedgerDirection, confirmed: ChangeMark?)
    /// Reads what a page needs.
    case reading(LedgerReading)
    /// Changes what figures are counted in.
    case count(FigureChoice)
    /// Adds a coin to the watchlist or removes it.
    case follow(String, Bool, index: Int?)
    /// Marks alerts as seen.
    case seeAlerts(Set<UUID>)
    /// Checks whether the ledger still exists, or exists again.
    case look
    /// Creates a new ledger after the old one vanished.
    case begin
    /// Frees replaced data off the main thread, because freeing a large snapshot takes time.
    case forget(DisposedSnapshot)
  }

  enum Response: Sendable {
    case event(DashboardEvent)
    /// The portfolio cannot be read, so the dashboard cannot open.
    case notOpened(any Error)
  }

  /// Data to be freed; only the job that frees it accesses its content.
  final class DisposedSnapshot: Sendable, Equatable {
    private let data: Mutex<DashboardData?>

    init(_ data: DashboardData) { self.data = Mutex(data) }

    func forget() { data.withLock { $0 = nil } }

    static func == (left: DisposedSnapshot, right: DisposedSnapshot) -> Bool { left === right }
  }

  private struct State {
    var jobs: [Job] = []
    var responses: [Response] = []
    var isRunning = false
    /// The running job; `nil` between jobs.
    var running: Job?
    var isClosing = false
    /// Whether the user chose to create a new ledger after the old one vanished.
    var mayBegin = false
    /// Whether the ledger was missing at the last check.
    var isGone = false

    /// Whether a write is running or queued.
    var mustBeWaitedFor: Bool {
      !jobs.isEmpty || isRunning && running?.isOnlyRead != true
    }
  }

  let context: AppContext
  private let reader: Mutex<PortfolioReader>
  private let rows: Mutex<LedgerReader>
  private let state = Mutex(State())
  private let pipe: WakePipe

  init(_ context: AppContext) throws {
    self.context = context
    try context.ledger.limitPageCache(kilobytes: 256)
    reader = Mutex(PortfolioReader(context))
    rows = Mutex(LedgerReader(context))
    pipe = try WakePipe()
  }

  /// Becomes readable when a job has run.
  var descriptor: Int32 { pipe.descriptor }

  /// Queues a job; its responses are returned by ``nextResponses()``.
  func ask(_ job: Job) {
    let mustStart = state.withLock { state in
      // A queued read that hasn't started will see the same changes.
      if job == .read, state.jobs.last == .read { return false }
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { onBackgroundThread { self.runJobs() } }
  }

  /// The results of jobs that ran since the last call.
  func nextResponses() -> [Response] {
    pipe.drain()
    return state.withLock { state in
      defer { state.responses = [] }
      return state.responses
    }
  }

  /// Waits for a response, up to a timeout.
  func wait(milliseconds: Int32) { _ = pipe.wait(milliseconds: milliseconds) }

  /// Waits until all queued writes are done; pending reads are abandoned, and their thread ends
  /// with the process.
  ///
  /// - Parameter onDelay: Called once if it takes longer than a moment.
  /// - Returns: The responses not yet delivered.
  func close(onDelay: () -> Void) -> [Response] {
    state.withLock { state in
      state.isClosing = true
      state.jobs.removeAll(where: \.isOnlyRead)
    }
    var responses: [Response] = []
    var announces = true
    while true {
      // Drain the pipe first: a later wake ends the wait below.
      responses += nextResponses()
      guard state.withLock({ $0.mustBeWaitedFor }) else { return responses + nextResponses() }
      if !pipe.wait(milliseconds: announces ? 1000 : -1), announces {
        announces = false
        onDelay()
      }
    }
  }

  private func runJobs() {
    while let job = nextJob() {
      post(run(job) + context.warnings.drain().map { .event(.failed($0)) })
    }
    pipe.wake()
  }

  func post(_ responses: [Response]) {
    state.withLock { $0.responses += responses }
    pipe.wake()
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      if state.isClosing { state.jobs.removeAll(where: \.isOnlyRead) }
      state.running = state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      if state.running == nil { state.isRunning = false }
      return state.running
    }
  }

  private func run(_ job: Job) -> [Response] {
    switch job {
    case .open: return open()
    case .complete:
      return responses {
        try reader.withLock { try $0.completed() }.map { [.event(.portfolioChanged($0))] } ?? []
      } orElse: {
        .failed($0)
      }
    case .read: return reread {}
    case .renewLines: return reread { reader.withLock { $0.renewLines() } }
    case .apply(let change): return apply(change)
    case .reading(let reading):
      guard !isOvertaken(reading) else { return [.event(.skipped(reading))] }
      return responses {
        try [.event(rows.withLock { try $0.answer(reading) })]
      } orElse: {
        .notRead(reading, $0)
      }
    case .count(let choice):
      return reread {
        reader.withLock { $0.choice = choice }
        rows.withLock { $0.choice = choice }
      }
    case .follow(let coin, let isOn, let index):
      return reread(.followed(coin, isOn)) { try context.follow(coin, isOn, index: index) }
    case .seeAlerts(let ids): return reread { try context.store.update { $0.alerts?.see(ids) } }
    case .look:
      return responses {
        let wasGone = state.withLock { $0.isGone }
        return try goneLedger() != nil || wasGone ? try read() : []
      } orElse: {
        .failed($0)
      }
    case .begin: return reread { state.withLock { $0.mayBegin = true } }
    case .step(let direction, let confirmed):
      return responses {
        try step(direction, confirmed: confirmed)
      } orElse: {
        .notStepped($0)
      }
    case .forget(let disposed):
      disposed.forget()
      return []
    }
  }

  private func open() -> [Response] {
    do {
      context.service.repairFiles()
      let data = try reader.withLock { try $0.read(isHurried: true) }
      ask(.complete)
      return data.map { [.event(.portfolioChanged($0))] } ?? []
    } catch {
      return [.notOpened(error)]
    }
  }

  /// Reads what changed after an event that may have changed something.
  ///
  /// - Parameter event: The response to send when done.
  private func reread(
    _ event: DashboardEvent? = nil, after change: () throws -> Void
  ) -> [Response] {
    responses {
      try change()
      return try read() + (event.map { [.event($0)] } ?? [])
    } orElse: {
      .failed($0)
    }
  }

  /// Whether another part or list has been requested meanwhile.
  private func isOvertaken(_ reading: LedgerReading) -> Bool {
    state.withLock { state in
      state.jobs.contains { job in
        switch (reading, job) {
        case (.rows, .reading(.rows)), (.moves, .reading(.moves)),
          (.effects, .reading(.effects)), (.effects, .reading(.inbox)):
          true
        default: false
        }
      }
    }
  }

  func read() throws -> [Response] {
    if let gone = try goneLedger() { return [.event(.ledgerGone(gone))] }
    let wasGone = state.withLock { state in
      defer { state.isGone = false }
      return state.isGone
    }
    // The portfolio's update after a change is not shown any more.
    guard !state.withLock({ $0.isClosing }) else { return [] }
    let data = try reader.withLock { try $0.read() }
    return (wasGone ? [.event(.ledgerFound)] : [])
      + (data.map { [.event(.portfolioChanged($0))] } ?? [])
  }

  /// The path of a ledger that vanished, unless the user wants a new one.
  private func goneLedger() throws -> String? {
    guard try context.ledger.isGone() else { return nil }
    let isWanted = state.withLock { state in
      state.isGone = true
      return state.mayBegin
    }
    return isWanted ? nil : context.container.database
  }

  func refuseIfGone() throws {
    if let path = try goneLedger() {
      throw CommandFailure("The ledger is missing: \(path). Nothing was written.", .inputOutput)
    }
  }

  func responses(
    _ work: () throws -> [Response], orElse failure: (String) -> DashboardEvent
  ) -> [Response] {
    do { return try work() } catch { return [.event(failure(sentence(of: error)))] }
  }
}

extension BackgroundLedger.Job {
  /// Whether the job only reads, so closing needn't wait for it.
  fileprivate var isOnlyRead: Bool {
    switch self {
    case .open, .complete, .read, .renewLines, .reading, .look, .count, .forget: true
    default: false
    }
  }
}

/// The dashboard's message for an error.
func sentence(of error: any Error) -> String {
  CommandFailure(error)?.sentence ?? "That did not work: \(error)"
}

/// Ledger changes requested by the dashboard.
extension BackgroundLedger {
  /// Why a form is refused that shows what has changed since.
  static let outdatedForm =
    "It changed since the form was opened, so nothing was written. Close the form with Esc, and "
    + "open it again."

  /// Writes a change.
  func apply(_ change: DashboardChange) -> [Response] {
    do {
      try refuseIfGone()
      try context.apply(change, note: post) { postRecorded(.applied(change)) }
      return []
    } catch LedgerStoreError.changedMeanwhile where change.isEdit {
      return [.event(.notApplied(change, Self.outdatedForm, nil))]
    } catch {
      return [.event(.notApplied(change, sentence(of: error), error as? EventError))]
    }
  }

  /// Undoes or redoes the confirmed change, or the next one.
  func step(_ direction: LedgerDirection, confirmed: ChangeMark?) throws -> [Response] {
    try refuseIfGone()
    return try confirmed.map { try step(direction, $0) } ?? nextStep(direction)
  }

  /// Undoes or redoes the next change, unless it needs confirmation.
  private func nextStep(_ direction: LedgerDirection) throws -> [Response] {
    while true {
      guard let pending = try pending(direction) else {
        return [.event(.stepped(direction, nil))]
      }
      let preview = LedgerPreview(pending)
      guard !preview.mustAsk else { return [.event(.previewed(direction, preview))] }
      // Nothing was shown, so a change that another process made meanwhile is equally valid.
      do { return try step(direction, preview.mark) } catch LedgerStoreError.changedMeanwhile {
        continue
      }
    }
  }

  /// Undoes or redoes a change if it is still next.
  private func step(_ direction: LedgerDirection, _ mark: ChangeMark) throws -> [Response] {
    let (ledger, clock) = (context.ledger, context.clock)
    // A step's rows are transactions; the effect on moves, files and answers is only known from the
    // change's label.
    let label = try pending(direction).flatMap {
      $0.moves + $0.files + $0.answers > 0 ? $0.label : nil
    }
    try context.service.write(note: post) {
      direction == .undo
        ? try ledger.undo(expecting: [mark], clock: clock)
        : try ledger.redo(expecting: [mark], clock: clock)
    } recorded: {
      guard let label, let step = $0.first else {
        return postRecorded(.stepped(direction, $0.first))
      }
      postRecorded(.labeledStep(direction, step, label: label))
    }
    return []
  }

  private func pending(_ direction: LedgerDirection) throws -> PendingStep? {
    direction == .undo ? try context.ledger.peekUndo() : try context.ledger.peekRedo()
  }

  private func post(_ note: ChangeNote) { post([.event(.failed(note.sentence))]) }

  /// Shows a written change immediately; widget files may be written later.
  private func postRecorded(_ event: DashboardEvent) {
    let data = responses {
      try read()
    } orElse: {
      .failed($0)
    }
    post(data + [.event(event)])
  }
}

extension DashboardChange {
  fileprivate var isEdit: Bool { if case .edit = self { true } else { false } }
}

extension LedgerPreview {
  /// Describes a step from the ledger.
  init(_ step: PendingStep) {
    self.init(
      mark: step.mark, label: step.label, date: step.date, added: step.added, edited: step.edited,
      deleted: step.deleted, moves: step.moves)
  }
}
