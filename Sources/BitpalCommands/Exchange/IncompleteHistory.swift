import AppGroup
import CellGrid
import Exact
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio

/// Rows that imports left behind because they were refused, until they come in.
///
/// A row counts as long as the change that left it behind was not undone, and no change that
/// brought it stands.
struct IncompleteHistory {
  private var entries: [Entry] = []
  /// What of the file cannot be read.
  private(set) var damage: FileDamage?

  /// A row that was left behind.
  fileprivate struct Entry: Equatable {
    var row: RowLeftBehind
    /// The change that left it behind; `nil` where nothing else of the file was written.
    var left: Int?
    /// The change that brought it.
    var brought: Int?
  }

  fileprivate init() {}

  /// Reads what a container keeps, each line on its own.
  ///
  /// - Throws: ``ContainerError`` with what the system refused.
  init(_ container: AppGroupContainer) throws(ContainerError) {
    let path = container.path(.incompleteHistory)
    let bytes = try AtomicFile.read(path, limit: 1 << 26) ?? []
    var damaged: [String] = []
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() where !line.isEmpty {
      if let entry = Entry(reading: line) {
        entries.append(entry)
      } else {
        damaged.append("line \(place + 1)")
      }
    }
    guard !damaged.isEmpty else { return }
    damage = FileDamage(
      path, parts: damaged,
      cure: "The histories of other coins may be incomplete: `bitpal import FILE --skip-refused` "
        + "writes it again.")
  }

  /// Leaves out the rows of changes that were undone, and those that changes brought.
  mutating func settle(_ ledger: SQLiteLedger) throws {
    guard !entries.isEmpty else { return }
    let standing = try standing(in: ledger)
    entries.removeAll { entry in
      entry.left.map { !standing.contains($0) } ?? false
        || entry.brought.map(standing.contains) ?? false
    }
  }

  /// The changes of rows that stand.
  private func standing(in ledger: SQLiteLedger) throws -> Set<Int> {
    try ledger.standing(among: Set(entries.flatMap { [$0.left, $0.brought].compactMap(\.self) }))
  }

  /// Every coin, once, in order.
  var coinIds: [String] { Set(entries.flatMap(\.row.coins)).sorted() }

  /// Takes the place of what was known of these files, and notes which rows of others came in.
  ///
  /// - Parameters:
  ///   - change: The change that the import made; `nil` where it wrote nothing.
  ///   - ledger: The ledger behind it.
  mutating func record(
    _ plan: ImportPlan, ofFiles files: [ImportFile], change: Int?, in ledger: SQLiteLedger
  ) throws {
    let names = Set(files.map { Self.origin(of: $0.name) })
    let brings = plan.brings(entries.map(\.row), in: files)
    let standing = try standing(in: ledger)
    var kept: [Entry] = []
    for (entry, isBrought) in zip(entries, brings) {
      var entry = entry
      let isThere = entry.brought.map(standing.contains) ?? false
      if !isThere, isBrought || names.contains(entry.row.file) {
        guard let change else { continue }
        entry.brought = change
      }
      kept.append(entry)
    }
    let left = plan.rowsLeftBehind(of: files).map { row in
      var row = row
      row.file = Self.origin(of: row.file)
      return Entry(row: row, left: change)
    }
    entries = kept + left
  }

  /// Writes what is known into the container; a container without any has no file.
  func write(_ context: AppContext) throws {
    let container = context.container
    let before = try IncompleteHistory(container)
    guard before.entries != entries else { return }
    try container.create()
    let text = entries.map { $0.line + "\n" }.joined()
    if before.damage != nil { try context.keepAside(container.path(.incompleteHistory)) }
    try AtomicFile.write(Array(text.utf8), to: container.path(.incompleteHistory))
  }

  /// The name of the file that rows are from, whether it is read itself or as its refused rows.
  private static func origin(of path: String) -> String {
    let name = withoutEnding(onDisk(path)).split(separator: "/").last.map(String.init) ?? path
    return String(name.filter { $0 != "\t" && $0 != "\n" })
  }

  /// Where the refused rows of a file are written, or what is left of them.
  static func refusedRows(of path: String) -> String { withoutEnding(onDisk(path)) + ending }

  /// The name beside an archive of a file in it: `old.zip.2024_trades.csv` for
  /// `old.zip:2024/trades.csv`.
  private static func onDisk(_ path: String) -> String {
    guard let colon = path.firstRange(of: ".zip:") ?? path.firstRange(of: ".ZIP:") else {
      return path
    }
    let member = path[colon.upperBound...].replacing("/", with: "_")
    return "\(path[..<colon.upperBound].dropLast()).\(member)"
  }

  /// The file that rows were left behind of, as it is named to import it.
  private static func imported(_ name: String) -> String {
    name.firstRange(of: ".zip.").map { "\(name[..<$0.lowerBound]).zip" } ?? name
  }

  private static func withoutEnding(_ path: String) -> String {
    var path = path
    while let ending = [ending, olderEnding].first(where: path.hasSuffix) {
      path.removeLast(ending.count)
    }
    return path
  }

  private static let ending = ".refused.csv"
  /// Of rows that the user may have mended, where newer ones took their place.
  private static let olderEnding = ".refused.old.csv"

  /// What the user should know of some coins, or of all; `nil` when nothing is missing.
  func sentence(of coin: String? = nil) -> String? {
    let lacking = entries.map(\.row).filter { coin == nil || $0.coins.contains(coin ?? "") }
    guard !lacking.isEmpty else { return nil }
    let names = coin.map { [$0] } ?? coinIds
    let files = Set(lacking.map(\.file)).sorted()
    let paths = files.map { $0 + Self.ending }.joined(separator: ", ")
    let ways = Set(files.map(Self.imported)).sorted().map {
      "`bitpal import \(quotedForShell($0)) --skip-refused`"
    }
    return
      "\(names.joined(separator: ", ")): history incomplete until the refused rows are imported "
      + "(\(paths)). Rows you do not want: delete them there and import the rest. "
      + "\(ways.joined(separator: ", ")) writes the refused rows again."
  }
}

extension IncompleteHistory.Entry {
  /// Reads a line; one of an earlier version has a coin and a file alone.
  fileprivate init?(reading line: Substring) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 2 || cells.count == 6 else { return nil }
    row = RowLeftBehind(
      file: cells[1], coins: cells[0].split(separator: ",").map(String.init), digests: [],
      traces: [:])
    guard cells.count == 6 else { return }
    row.digests = Set(cells[2].split(separator: ",").map(String.init))
    (left, brought) = (Int(cells[3]), Int(cells[4]))
    for trace in cells[5].split(separator: ",") {
      let parts = trace.split(separator: ":")
      if parts.count == 2, let count = Int(parts[1]) { row.traces[String(parts[0])] = count }
    }
  }

  fileprivate var line: String {
    let traces = row.traces.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return [
      row.coins.joined(separator: ","), row.file, row.digests.sorted().joined(separator: ","),
      left.map(String.init) ?? "", brought.map(String.init) ?? "", traces.joined(separator: ","),
    ].joined(separator: "\t")
  }
}

extension AppContext {
  /// What lacks rows that were refused, as the ledger is now.
  func incompleteHistory() throws -> IncompleteHistory {
    var history: IncompleteHistory
    do throws(ContainerError) { history = try IncompleteHistory(container) } catch {
      warnings.say(error.sentence)
      return IncompleteHistory()
    }
    if let damage = history.damage { warnings.say(damage.sentence) }
    try history.settle(ledger)
    return history
  }

  /// Says, beside a report, which figures lack rows that were refused.
  func noteIncompleteHistory(of coin: String? = nil) throws {
    guard let sentence = try incompleteHistory().sentence(of: coin) else { return }
    Console.writeError(cleaned(sentence))
  }

  /// Coins whose history lacks rows that were refused, as a member of a report in JSON.
  func incompleteCoins() throws -> JSONObject.Member {
    JSONObject.Member(
      key: "incompleteCoins",
      value: .array(try incompleteHistory().coinIds.map { .string($0) }))
  }
}
