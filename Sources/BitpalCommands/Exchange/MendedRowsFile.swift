import AppGroup
import Interchange
import Portfolio

/// What became of rows that were refused and mended, so that a second import of the file they are
/// from does not miss them.
///
/// Each counts only as long as the ledger has what it became.
struct MendedRowsFile {
  private let container: AppGroupContainer
  private let path: String

  /// The file of a container.
  init(_ container: AppGroupContainer) {
    self.container = container
    path = "\(container.folder)/Library/Application Support/MendedRows.tsv"
  }

  /// What is kept, the oldest first.
  func rows() throws -> [MendedRow] {
    let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 3 else { return nil }
      return MendedRow(refused: cells[0], reference: Reference(source: cells[1], id: cells[2]))
    }
  }

  /// Adds what is not kept yet.
  func add(_ mended: [MendedRow]) throws {
    guard !mended.isEmpty else { return }
    let before = try rows()
    let there = Set(before)
    let new = mended.filter { row in
      !there.contains(row) && !row.reference.id.contains { $0 == "\t" || $0.isNewline }
    }
    guard !new.isEmpty else { return }
    let lines = (before + new).map { "\($0.refused)\t\($0.reference.source)\t\($0.reference.id)\n" }
    try container.create()
    try AtomicFile.write(Array(lines.joined().utf8), to: path)
  }
}
