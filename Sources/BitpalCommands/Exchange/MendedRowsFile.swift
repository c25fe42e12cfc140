import AppGroup
import Interchange
import Portfolio

/// What became of rows that were refused and mended, so that a second import of the file they are
/// from does not miss them.
///
/// Each counts only as long as the ledger has what it became.
struct MendedRowsFile {
  private let context: AppContext
  private let path: String

  /// The file of a container.
  init(_ context: AppContext) {
    self.context = context
    path = context.container.path(.mendedRows)
  }

  /// What is kept, the oldest first; a line that cannot be read is passed over and named.
  func rows() throws -> [MendedRow] {
    let (rows, damage) = try read()
    if let damage { context.warnings.say(damage.sentence) }
    return rows
  }

  /// What of the file cannot be read.
  func damage() throws -> FileDamage? { try read().damage }

  private func read() throws -> (rows: [MendedRow], damage: FileDamage?) {
    let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
    var (rows, damaged) = ([MendedRow](), [String]())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() where !line.isEmpty {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells.count == 3 {
        let reference = Reference(source: cells[1], id: cells[2])
        rows.append(MendedRow(refused: cells[0], reference: reference))
      } else {
        damaged.append("line \(place + 1)")
      }
    }
    guard !damaged.isEmpty else { return (rows, nil) }
    let cure = "An import may refuse rows again that you fixed. Delete what cannot be read."
    return (rows, FileDamage(path, parts: damaged, cure: cure))
  }

  /// Adds what is not kept yet.
  func add(_ mended: [MendedRow]) throws {
    guard !mended.isEmpty else { return }
    let (before, damage) = try read()
    let there = Set(before)
    let new = mended.filter { row in
      !there.contains(row) && !row.reference.id.contains { $0 == "\t" || $0.isNewline }
    }
    guard !new.isEmpty else { return }
    let lines = (before + new).map { "\($0.refused)\t\($0.reference.source)\t\($0.reference.id)\n" }
    try context.container.create()
    if damage != nil { try context.keepAside(path) }
    try AtomicFile.write(Array(lines.joined().utf8), to: path)
  }
}
