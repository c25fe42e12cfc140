import AppGroup
import CellGrid
import Exact
import FoundationEssentials
import Interchange
import Portfolio

/// Coins of which an import left rows behind, until the rows are imported.
struct IncompleteHistory {
  /// The coins that lack rows of each file, by the file's name.
  private(set) var coins: [String: [String]]

  /// Reads what a container keeps; nothing where it keeps nothing or nothing readable.
  init(_ container: AppGroupContainer) {
    coins = [:]
    let bytes: [UInt8]?
    do {
      bytes = try AtomicFile.read(container.incompleteHistory, limit: 1 << 20)
    } catch {
      return
    }
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      let cells = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if cells.count == 2 { coins[cells[1], default: []].append(cells[0]) }
    }
  }

  /// Every coin, once, in order.
  var coinIds: [String] { Set(coins.values.joined()).sorted() }

  /// Takes the place of what was known of these files.
  mutating func record(_ plan: ImportPlan, ofFiles files: [String]) {
    var lacking: [String: Set<String>] = [:]
    for (file, ids) in plan.incompleteCoinsByFile {
      lacking[Self.origin(of: file), default: []].formUnion(ids)
    }
    for file in files {
      let name = Self.origin(of: file)
      coins[name] = lacking[name]?.sorted()
    }
  }

  /// Writes what is known into a container; a container without any has no file.
  func write(to container: AppGroupContainer) throws {
    let lines = coins.sorted { $0.key < $1.key }.flatMap { file, ids in
      ids.map { "\($0)\t\(file)\n" }
    }
    let before = IncompleteHistory(container)
    guard before.coins != coins else { return }
    try container.create()
    try AtomicFile.write(Array(lines.joined().utf8), to: container.incompleteHistory)
  }

  /// The name of the file that rows are from, whether it is read itself or as its refused rows.
  private static func origin(of path: String) -> String {
    let name = withoutEnding(path).split(separator: "/").last.map(String.init) ?? path
    return String(name.filter { $0 != "\t" && $0 != "\n" })
  }

  /// Where the refused rows of a file are written, or what is left of them.
  static func refusedRows(of path: String) -> String { withoutEnding(path) + ending }

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
    let files = coins.filter { coin == nil || $0.value.contains(coin ?? "") }.keys.sorted()
    guard !files.isEmpty else { return nil }
    let names = coin.map { [$0] } ?? coinIds
    let paths = files.map { $0 + Self.ending }.joined(separator: ", ")
    return
      "\(names.joined(separator: ", ")): history incomplete until the refused rows are imported "
      + "(\(paths))."
  }
}

extension AppGroupContainer {
  /// Coins of which imports left rows behind, and the files of those rows.
  var incompleteHistory: String {
    "\(folder)/Library/Application Support/IncompleteHistory.tsv"
  }
}

extension AppContext {
  /// Says, beside a report, which figures lack rows that were refused.
  func noteIncompleteHistory(of coin: String? = nil) {
    guard let sentence = IncompleteHistory(container).sentence(of: coin) else { return }
    Console.writeError(cleaned(sentence))
  }

  /// Coins whose history lacks rows that were refused, as a member of a report in JSON.
  var incompleteCoins: JSONObject.Member {
    JSONObject.Member(
      key: "incompleteCoins",
      value: .array(IncompleteHistory(container).coinIds.map { .string($0) }))
  }
}
