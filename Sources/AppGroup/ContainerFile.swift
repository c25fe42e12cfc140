import Glibc

/// The kinds of files that bitpal keeps in its container: the one list of them, from which every
/// path is made and by which `bitpal doctor` reads each file back.
public enum ContainerFile: CaseIterable, Sendable {
  /// The ledger's database, with the log that SQLite keeps next to it.
  case ledger
  /// A copy of the ledger, made by bitpal once a day or by the user.
  case backup
  /// What the widgets show: `WidgetPortfolioData`.
  case portfolio
  /// What a refresh needs: `WidgetRefreshData`.
  case refreshData
  /// How the last refreshes went, and when the next is allowed.
  case refreshStatus
  /// The last price of every coin ever priced.
  case prices
  /// The coins that are followed without being held.
  case watchlist
  /// The alerts on prices.
  case alerts
  /// What a session of the dashboard leaves for the next one.
  case session
  /// The user's own prices of past days, `date,coin_id,usd`.
  case userPrices
  /// The daily prices that imports of version 1.0 fetched: see ``OlderPriceFiles``.
  case fetchedPrices
  /// A coin's past prices; kept for ever.
  case pastPrices
  /// A coin's daily candles: see ``CandleStore``.
  case candles
  /// The exchange rates that were fetched, in the form of the ECB's own CSV.
  case exchangeRates
  /// A day of the prices that refreshes of version 1.0 recorded: see ``OlderPriceFiles``.
  case priceDay
  /// The coin catalogue that was fetched last.
  case catalogue
  /// A column map that the user named.
  case importMap
  /// The positions counted in a currency, or under a method that the ledger does not keep: what a
  /// report reads instead of the whole ledger.
  case countedPositions
  /// The closed cycles of ``countedPositions``, which are as many as sales.
  case countedCycles
  /// A coin's figures up to some of its rows with all that those of later rows need: what a report
  /// reads instead of the rows before.
  case coinCheckpoint
  /// A coin's sales with the lots they took, or the lots that it has left: what reports of a long
  /// ledger read instead of all its rows.
  case keptLots
  /// What became of each coin in the days of a short history, by cost basis.
  case historySeries
  /// Rows that imports of version 1.0 refused, with their coins and files; not read any more.
  case incompleteHistory
  /// What became of rows that version 1.0 refused and that were mended; not read any more.
  case mendedRows
  /// What was kept of a file that was damaged.
  case keptAside
  /// The file whose lock every writer of the widget files takes.
  case lock
  /// A file that is being written, or that a killed program left.
  case unfinished

  /// Its name within the container; `*` is any text, as each file of the kind has its own.
  var pattern: String {
    let support = "Library/Application Support"
    return switch self {
    case .ledger: "BitpalShared.sqlite"
    case .backup: "Backups/*.sqlite"
    case .portfolio: "\(support)/WidgetData/portfolio.json"
    case .refreshData: "\(support)/WidgetData/refresh_data.json"
    case .refreshStatus: "\(support)/WidgetData/refresh_status.json"
    case .prices: "\(support)/WidgetData/prices.json"
    case .watchlist: "\(support)/WidgetData/watchlist.json"
    case .alerts: "\(support)/WidgetData/alerts.json"
    case .session: "\(support)/WidgetData/dashboard.json"
    case .userPrices: "\(support)/UserPrices.csv"
    case .fetchedPrices: "\(support)/FetchedPrices.csv"
    case .pastPrices: "\(support)/PastPrices/*.prices"
    case .candles: "\(support)/Candles/*.csv"
    case .exchangeRates: "\(support)/ExchangeRates.csv"
    case .priceDay: "\(support)/PriceHistory/*.csv"
    case .catalogue: "\(support)/CoinCatalogue.bin"
    case .importMap: "\(support)/ImportMap-*.json"
    case .countedPositions: "\(support)/CountedPositions-*.json"
    case .countedCycles: "\(support)/CountedCycles-*.json"
    case .coinCheckpoint: "\(support)/Lots/*.checkpoint"
    case .keptLots: "\(support)/Lots/*.lots"
    case .historySeries: "\(support)/HistorySeries-*.json"
    case .incompleteHistory: "\(support)/IncompleteHistory.tsv"
    case .mendedRows: "\(support)/MendedRows.tsv"
    case .keptAside: "*.corrupt-*"
    case .lock: ".lock"
    case .unfinished: ".bitpal-*.tmp"
    }
  }

  /// Other names that files of the kind have.
  var otherPatterns: [String] {
    switch self {
    case .ledger: ["BitpalShared.sqlite-wal", "BitpalShared.sqlite-shm"]
    case .keptAside: ["BitpalShared.sqlite.damaged-*"]
    case .unfinished: ["*/.bitpal-*.tmp", "*.sqlite.new-*", "*.sqlite-journal"]
    default: []
    }
  }
}

extension AppGroupContainer {
  /// The path of a file, by the name that distinguishes it where there are several of its kind.
  public func path(_ file: ContainerFile, named name: String = "") -> String {
    let parts = file.pattern.split(separator: "*", omittingEmptySubsequences: false)
    return "\(folder)/\(parts.joined(separator: name))"
  }

  /// An id as a file's name: letters a–z, digits, `-` and `_` as they are, other bytes as `%` and
  /// two digits, so that ids of different case have different files on every system.
  public func fileName(of coinId: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var name: [UInt8] = []
    for byte in coinId.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.append(byte)
      default: name += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The name that distinguishes a file from others of its kind.
  public func name(of path: String, _ file: ContainerFile) -> String {
    let parts = file.pattern.split(separator: "*", omittingEmptySubsequences: false)
    let before = folder.count + 1 + (parts.first?.count ?? 0)
    return String(path.dropFirst(before).dropLast(parts.last?.count ?? 0))
  }

  /// The kind of a file by its path; `nil` for one that no bitpal made.
  public func kind(of path: String) -> ContainerFile? {
    guard path.hasPrefix("\(folder)/") else { return nil }
    let name = path.dropFirst(folder.count + 1)
    func matches(_ file: ContainerFile) -> Bool {
      ([file.pattern] + file.otherPatterns).contains { fits(name, $0) }
    }
    // What is kept of a file has that file's name at its beginning.
    if let first = [ContainerFile.keptAside, .unfinished].first(where: matches) { return first }
    return ContainerFile.allCases.first(where: matches)
  }

  /// The files of a kind that there are in its folder, in the order of their names.
  ///
  /// - Throws: ``ContainerError`` for a folder that cannot be listed.
  public func files(_ kind: ContainerFile) throws(ContainerError) -> [String] {
    let folder = parent(of: path(kind))
    return try entries(of: folder).map { "\(folder)/\($0.name)" }
      .filter { self.kind(of: $0) == kind }.sorted()
  }

  /// Removes files of a kind by the names that distinguish them; one that cannot be removed stays.
  public func removeFiles(_ kind: ContainerFile, where isOutdated: (_ name: String) -> Bool) {
    do throws(ContainerError) {
      for path in try files(kind) where isOutdated(name(of: path, kind)) { unlink(path) }
    } catch {}
  }

  /// Every file in the container, in the order of their names.
  ///
  /// - Throws: ``ContainerError`` for a folder that cannot be listed.
  public func files() throws(ContainerError) -> [String] {
    try files(in: folder, depth: Self.depth).sorted()
  }

  /// Folders within folders that bitpal makes; a link may lead back to a folder around it.
  private static let depth = 4

  private func files(in folder: String, depth: Int) throws(ContainerError) -> [String] {
    var files: [String] = []
    for entry in try entries(of: folder) {
      let path = "\(folder)/\(entry.name)"
      if !entry.isFolder {
        files.append(path)
      } else if depth > 1 {
        files += try self.files(in: path, depth: depth - 1)
      }
    }
    return files
  }
}

/// Whether a text is a pattern's with some text in the place of each `*`.
private func fits(_ text: Substring, _ pattern: String) -> Bool {
  let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
  guard let first = parts.first, text.hasPrefix(first) else { return false }
  var rest = text.dropFirst(first.count)
  for part in parts.dropFirst().dropLast() {
    guard let found = rest.firstRange(of: part) else { return false }
    rest = rest[found.upperBound...]
  }
  return parts.count == 1 ? rest.isEmpty : rest.hasSuffix(parts.last ?? "")
}
