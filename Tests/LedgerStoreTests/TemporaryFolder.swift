import Foundation
import LedgerStore
import Testing

/// A folder of its own, which is removed when the object is freed.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/bitpal-XXXXXX"
    var name = Array(template.utf8CString)
    try #require(mkdtemp(&name) != nil)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("could not remove \(path): \(error)")
    }
  }

  var ledgerPath: String { path + "/BitpalShared.sqlite" }

  /// Replaces the ledger with a copy of `Fixtures/NAME.sqlite`.
  func ledger(copying name: String) throws -> SQLiteLedger {
    let stored = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name).sqlite")
    try Data(contentsOf: stored).write(to: URL(fileURLWithPath: ledgerPath))
    return SQLiteLedger(path: ledgerPath)
  }

  /// The names of its files, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

func put(_ bytes: Data, at path: String) throws {
  try bytes.write(to: URL(fileURLWithPath: path))
}

func mode(of path: String) throws -> mode_t {
  var found = stat()
  try #require(lstat(path, &found) == 0, "\(path) is missing")
  return found.st_mode & 0o7777
}
