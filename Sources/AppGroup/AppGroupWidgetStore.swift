public import Exact
public import FoundationEssentials
import Glibc
import Portfolio
import Synchronization
public import WidgetTimeline

/// Widget data in the files of the app group container.
///
/// Reads take no lock and never wait for a writer. A nested ``update(_:)`` deadlocks.
public struct AppGroupWidgetStore: WidgetDataStore {
  private let container: AppGroupContainer
  private let clock: @Sendable () -> Date
  private let warn: @Sendable (String) -> Void
  private let sound = SoundContents()

  /// Makes the store of a container.
  ///
  /// - Parameters:
  ///   - container: The folder that holds everything.
  ///   - warn: Receives a sentence about each unreadable or set-aside file; repeated reads repeat
  ///     it.
  ///   - clock: Dates the files that are set aside.
  public init(
    _ container: AppGroupContainer, warn: @escaping @Sendable (String) -> Void = { _ in },
    clock: @escaping @Sendable () -> Date
  ) {
    self.container = container
    self.warn = warn
    self.clock = clock
  }

  /// The data the widgets show; `nil` if it is missing or unreadable.
  public func portfolio() -> WidgetPortfolioData? { content(.portfolio) }

  /// The data a refresh needs; `nil` if it is missing or unreadable.
  public func refreshData() -> WidgetRefreshData? { content(.refreshData) }

  /// Whether the portfolio's file exists, even if damaged.
  public var hasFigures: Bool {
    access(container.portfolio, F_OK) == 0 || access(container.refreshData, F_OK) == 0
  }

  /// The state of refreshing; `nil` if it is missing or unreadable.
  public func refreshStatus() -> RefreshStatus? { content(.refreshStatus) }

  /// The last price of every coin ever priced.
  ///
  /// If the file is missing or partly unreadable, prices stored with the holdings fill in.
  public func prices() -> PriceBook? {
    let book: PriceBook? = content(.prices)
    guard book?.unreadable.isEmpty ?? true else { return book?.completed(by: refreshData()) }
    return book ?? refreshData().map { PriceBook($0) }
  }

  /// The followed coins; `nil` if they are missing or unreadable.
  public func watchlist() -> Watchlist? { content(.watchlist) }

  /// The alerts; `nil` if they are missing or unreadable.
  public func alerts() -> PriceAlerts? { content(.alerts) }

  /// The followed coins.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public func readWatchlist() throws(ContainerError) -> Watchlist {
    try read(.watchlist) ?? Watchlist()
  }

  /// The alerts.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public func readAlerts() throws(ContainerError) -> PriceAlerts {
    try read(.alerts) ?? PriceAlerts()
  }

  /// The last stored price of a coin within the two hours up to an instant.
  public func pastPrice(of coinId: String, at instant: Date) -> ExactDecimal? {
    PriceStore(container).lastPrices(
      of: [coinId], after: instant.addingTimeInterval(-7200), upTo: instant)[coinId]?.price
  }

  private func content<Content: WidgetFileContent>(_ kind: ContainerFile) -> Content? {
    do throws(ContainerError) { return try read(kind) } catch {
      if Content.list != nil { warn(error.sentence) }
      return nil
    }
  }

  private func read<Content: WidgetFileContent>(
    _ kind: ContainerFile
  ) throws(ContainerError) -> Content? {
    let path = container.path(kind)
    let mark = FileMark(path)
    if let mark, let content = sound.content(of: kind, at: mark) as? Content { return content }
    let file = try WidgetFile<Content>(path)
    // Files without user data are regenerated, so only lists are worth a warning.
    if Content.list != nil, let damage = damage(file, kind) { warn(damage.sentence) }
    if let mark, !file.isDamaged, let content = file.content {
      sound.keep(content, of: kind, at: mark)
    }
    return file.content
  }

  /// Reads the files, lets the caller change them and writes the changed ones, under the lock.
  ///
  /// Each file is replaced atomically. The refresh status is written last, so that a success is
  /// never recorded before its figures. A damaged file counts as `nil`, and a damaged list as its
  /// readable part; before it is replaced, its bytes are kept as `*.corrupt-<time>`. A failure to
  /// write past prices does not keep the other files from being written.
  ///
  /// - Throws: What `change` throws, in which case nothing is written; otherwise ``ContainerError``
  ///   naming the file that could not be read or written.
  public func update<Result>(
    _ change: (inout WidgetFiles) throws -> Result
  ) throws -> Result {
    try container.create()
    return try ContainerLock(container).withLock {
      let refreshData = try WidgetFile<WidgetRefreshData>(container.refreshData)
      let portfolio = try WidgetFile<WidgetPortfolioData>(container.portfolio)
      let refreshStatus = try WidgetFile<RefreshStatus>(container.refreshStatus)
      let prices = try WidgetFile<PriceBook>(container.path(.prices))
      let watchlist = try WidgetFile<Watchlist>(container.path(.watchlist))
      let alerts = try WidgetFile<PriceAlerts>(container.path(.alerts))
      let damages = [
        damage(prices, .prices), damage(watchlist, .watchlist), damage(alerts, .alerts),
      ]
      for damage in damages.compactMap(\.self) { warn(damage.sentence) }
      var files = WidgetFiles(
        portfolio: portfolio.content, refreshData: refreshData.content,
        refreshStatus: refreshStatus.content,
        prices: prices.isDamaged
          ? prices.content?.completed(by: refreshData.content)
          : prices.content ?? refreshData.content.map { PriceBook($0) },
        watchlist: watchlist.content, alerts: alerts.content)
      let result = try change(&files)
      let history = Swift.Result { () throws(ContainerError) in
        try PriceStore(container).record(files.newPrices, at: clock())
      }
      let isLasting = container.isLasting
      noteKept(try prices.replace(by: files.prices, isLasting: isLasting, clock))
      noteKept(try watchlist.replace(by: files.watchlist, isLasting: isLasting, clock))
      noteKept(try alerts.replace(by: files.alerts, isLasting: isLasting, clock))
      noteKept(try refreshData.replace(by: files.refreshData, isLasting: isLasting, clock))
      noteKept(try portfolio.replace(by: files.portfolio, isLasting: isLasting, clock))
      noteKept(try refreshStatus.replace(by: files.refreshStatus, isLasting: isLasting, clock))
      for kept in try history.get() { noteKept(kept) }
      return result
    }
  }

  private func noteKept(_ kept: String?) {
    if let kept { warn(AtomicFile.noteOfKept(kept)) }
  }
}

extension AppGroupWidgetStore {
  /// The damage of a widget file; `nil` if it is sound or missing.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public func damage(of kind: ContainerFile) throws(ContainerError) -> FileDamage? {
    let path = container.path(kind)
    return switch kind {
    case .portfolio: damage(try WidgetFile<WidgetPortfolioData>(path), kind)
    case .refreshData: damage(try WidgetFile<WidgetRefreshData>(path), kind)
    case .refreshStatus: damage(try WidgetFile<RefreshStatus>(path), kind)
    case .prices: damage(try WidgetFile<PriceBook>(path), kind)
    case .watchlist: damage(try WidgetFile<Watchlist>(path), kind)
    case .alerts: damage(try WidgetFile<PriceAlerts>(path), kind)
    default: nil
    }
  }

  private func damage<Content>(
    _ file: WidgetFile<Content>, _ kind: ContainerFile
  ) -> FileDamage? {
    guard file.isDamaged else { return nil }
    let path = container.path(kind)
    let unreadable = file.content?.unreadableEntries ?? []
    func lists(_ noun: String, cure: String) -> FileDamage {
      FileDamage(path, noun, unreadable, isCut: file.isCut, cure: cure)
    }
    let (it, does) = unreadable.count == 1 && !file.isCut ? ("it", "It does") : ("them", "They do")
    return switch kind {
    case .prices: lists("price", cure: "`bitpal refresh` fetches what is missing.")
    case .watchlist:
      lists(
        "coin",
        cure: "`bitpal watch remove --unreadable` removes \(it); then follow \(it) again.")
    case .alerts:
      lists(
        "alert",
        cure: "\(does) not fire: `bitpal alert remove --unreadable` removes \(it); then add \(it) "
          + "again.")
    default: FileDamage(path, cure: "`bitpal refresh` rewrites it.")
    }
  }
}

extension PriceBook {
  /// A damaged file's prices, completed with those stored with the holdings.
  fileprivate func completed(by data: WidgetRefreshData?) -> PriceBook {
    guard let data else { return self }
    var book = self
    book.adopt(data.holdings)
    book.lastUpdated = book.lastUpdated ?? data.lastUpdated
    return book
  }
}

/// Caches the content of undamaged files until they change, because a widget asks for a file
/// several times and reading takes longer than drawing.
private final class SoundContents: Sendable {
  private let contents = Mutex<[ContainerFile: (mark: FileMark, content: any Sendable)]>([:])

  func content(of kind: ContainerFile, at mark: FileMark) -> (any Sendable)? {
    contents.withLock { $0[kind].flatMap { $0.mark == mark ? $0.content : nil } }
  }

  func keep(_ content: some Sendable, of kind: ContainerFile, at mark: FileMark) {
    contents.withLock { $0[kind] = (mark, content) }
  }
}

/// Distinguishes a file from every other version with its name.
private struct FileMark: Equatable {
  private let numbers: [Int]

  /// `nil` for a missing file, and for one just written, because another write within the same tick
  /// of the file system's clock would not change its time.
  init?(_ path: String) {
    var found = stat()
    var now = timespec()
    guard stat(path, &found) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    let changed = found.st_ctim
    let age = (now.tv_sec - changed.tv_sec) * 1_000 + (now.tv_nsec - changed.tv_nsec) / 1_000_000
    guard age > 100 else { return nil }
    numbers = [
      Int(bitPattern: UInt(found.st_dev)), Int(bitPattern: UInt(found.st_ino)), found.st_size,
      changed.tv_sec, changed.tv_nsec,
    ]
  }
}
