import FoundationEssentials
import Glibc
import LedgerStore

extension LedgerStoreError {
  /// The sentence, which names the newest backup where it advises to restore one.
  var namingNewestBackup: String {
    switch self {
    case .damaged(let path, _), .unreadableRow(let path, _, _, _):
      guard let backup = Self.newestBackup(beside: path) else { return sentence }
      let word = backup.contains(" ") ? "\"\(backup)\"" : backup
      return sentence.replacing("'bitpal restore FILE'", with: "`bitpal restore \(word)`")
    default: return sentence
    }
  }

  /// The backup written last in the folder beside a ledger.
  private static func newestBackup(beside ledger: String) -> String? {
    guard let slash = ledger.lastIndex(of: "/") else { return nil }
    let folder = "\(ledger[..<slash])/Backups"
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    return names.filter { $0.hasPrefix("BitpalShared-") && $0.hasSuffix(".sqlite") }
      .map { "\(folder)/\($0)" }.max { age(of: $0) > age(of: $1) }
  }

  /// Seconds since 1970 at which a file was written last, negated: the newest is the smallest.
  private static func age(of path: String) -> Int {
    var found = stat()
    return stat(path, &found) == 0 ? -found.st_mtim.tv_sec : 0
  }
}
