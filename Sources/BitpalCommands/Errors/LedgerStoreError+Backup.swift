import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio

extension LedgerStoreError {
  /// The message, including the newest backup if it advises to restore one.
  var namingNewestBackup: ErrorMessage {
    switch self {
    case .damaged(let path, _), .unreadableRow(let path, _, _, _):
      guard let backup = Self.newestBackup(beside: path) else { return message }
      let word = backup.contains(" ") ? "\"\(backup)\"" : backup
      return ErrorMessage(
        message.reason, help: "Restore the newest backup with `bitpal restore \(word)`.")
    default: return message
    }
  }

  /// The most recently written backup in the ledger's folder that can be restored.
  private static func newestBackup(beside ledger: String) -> String? {
    guard let slash = ledger.lastIndex(of: "/") else { return nil }
    let folder = "\(ledger[..<slash])/Backups"
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    return names.filter { $0.hasPrefix("BitpalShared-") && $0.hasSuffix(".sqlite") }
      .map { "\(folder)/\($0)" }.sorted { written($1) < written($0) }
      .first { BackupReport(reading: $0).fault == nil }
  }

  /// A file's modification time with nanoseconds: the day's backup may be from the same second.
  private static func written(_ path: String) -> (seconds: Int, nanoseconds: Int) {
    var found = stat()
    guard stat(path, &found) == 0 else { return (0, 0) }
    return (found.st_mtim.tv_sec, found.st_mtim.tv_nsec)
  }
}
