import Glibc

/// The kinds of files in bitpal's container.
///
/// Every path is made from this list, and `bitpal doctor` uses it to check each file.
public enum ContainerFile: CaseIterable, Sendable {
  /// The ledger's database, with SQLite's log next to it.
  case ledger
  /// A copy of the ledger, made by bitpal once a day or by the user.
  case backup
  /// The data the widgets show: `WidgetPortfolioData`.
  case portfolio
  /// The data a refresh needs: `WidgetRefreshData`.
  case refreshData
  /// The results of the last refreshes, and when the next is allowed.
  case refreshStatus
  /// The last price of every coin ever priced.
  case prices
  /// The followed coins that are not held.
  case watchlist
  /// The price alerts.
  case alerts
  /// The dashboard's state, saved for its next session.
  case session
  /// The user's own prices for past days, `date,coin_id,usd`.
  case userPrices
  /// The daily prices fetched by imports of version 1.0; see ``OlderPriceFiles``.
  case fetchedPrices
  /// A coin's past prices; never removed.
  case pastPrices
  /// A coin's daily candles; see ``CandleStore``.
  case candles
  /// The fetched exchange rates, in the ECB's CSV format.
  case exchangeRates
  /// One day of prices recorded by refreshes of version 1.0; see ``OlderPriceFiles``.
  case priceDay
  /// The last fetched coin catalogue.
  case catalogue
  /// A column map saved under a name.
  case importMap
  /// Cached positions in a currency, or under a method that the ledger does not store, so that
  /// reports need not read the whole ledger.
  case countedPositions
  /// The closed cycles of ``countedPositions``; there can be as many as sales.
  case countedCycles
  /// A coin's figures up to some row with the state needed to continue from it, so that reports
  /// skip the earlier rows.
  case coinCheckpoint
  /// A coin's sales with the lots they used, or its remaining lots, so that reports of a long
  /// ledger need not read all rows.
  case keptLots
  /// Each coin's series over the days of a short history, by cost basis.
  case historySeries
  /// Rows refused by imports of version 1.0, with their coins and files; no longer read.
  case incompleteHistory
  /// Rows that version 1.0 refused and that were corrected later; no longer read.
  case mendedRows
  /// The bytes kept of a damaged file.
  case keptAside
  /// The lock file shared by all writers of the widget files.
  case lock
  /// A file being written, or left by a killed program.
  case unfinished

  /// The file name within the container; `*` is the part that differs between files of the kind.
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

  /// Other file names of the kind.
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
  /// The path of a file; `name` distinguishes files of the same kind.
  public func path(_ file: ContainerFile, named name: String = "") -> String {
    let parts = file.pattern.split(separator: "*", omittingEmptySubsequences: false)
    return "\(folder)/\(parts.joined(separator: name))"
  }

  /// An id as a file name: letters a–z, digits, `-` and `_` stay, other bytes become `%` and two
  /// digits, so that ids differing only in case have different names on every file system.
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

  /// The kind of a file, from its path; `nil` for a file that bitpal did not make.
  public func kind(of path: String) -> ContainerFile? {
    guard path.hasPrefix("\(folder)/") else { return nil }
    let name = path.dropFirst(folder.count + 1)
    func matches(_ file: ContainerFile) -> Bool {
      ([file.pattern] + file.otherPatterns).contains { fits(name, $0) }
    }
    // Names of set-aside and unfinished files begin with the original file's name.
    if let first = [ContainerFile.keptAside, .unfinished].first(where: matches) { return first }
    return ContainerFile.allCases.first(where: matches)
  }

  /// The existing files of a kind, by name.
  ///
  /// - Throws: ``ContainerError`` if the folder cannot be listed.
  public func files(_ kind: ContainerFile) throws(ContainerError) -> [String] {
    let folder = parent(of: path(kind))
    return try entries(of: folder).map { "\(folder)/\($0.name)" }
      .filter { self.kind(of: $0) == kind }.sorted()
  }

  /// Removes files of a kind, selected by their distinguishing names; failures are ignored.
  public func removeFiles(_ kind: ContainerFile, where isOutdated: (_ name: String) -> Bool) {
    do throws(ContainerError) {
      for path in try files(kind) where isOutdated(name(of: path, kind)) { unlink(path) }
    } catch {}
  }

  /// Every file in the container, by name.
  ///
  /// - Throws: ``ContainerError`` if a folder cannot be listed.
  public func files() throws(ContainerError) -> [String] {
    try files(in: folder, depth: Self.depth).sorted()
  }

  /// The maximum folder depth that bitpal creates; a link may lead back to a parent folder.
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

/// Whether a text matches a pattern in which each `*` matches any text.
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
