public import FoundationEssentials
import Portfolio

/// Long files that are read row by row, taken as one history.
///
/// ``plan(into:policy:coins:now:newId:for:progress:add:)`` merges their rows by instants, of one
/// instant those of the file that comes first in the history. What
/// ``planImport(_:into:policy:coins:now:newId:progress:)`` does across files it does only within an
/// instant then; where more is needed, ``MustReadWhole`` is thrown.
public struct StreamedFiles: StreamedRows {
  /// The files as they follow each other in the history.
  let all: [StreamedFile]
  /// What the dollars of each say, beside those of the others of its form.
  let evidence: [FileEvidence]
  /// The files without their rows, as they were given.
  public let files: [ImportFile]

  /// How many rows there are.
  public var rowCount: Int { all.reduce(0) { $0 + $1.rowCount } }

  /// The instant of the oldest row; `nil` where none has one.
  public var firstDate: Date? { all.lazy.compactMap(\.firstDate).min() }

  /// Takes files as one history.
  ///
  /// - Throws: ``MustReadWhole``, and what reading throws.
  public init(_ given: [StreamedFile]) throws {
    files = given.map(\.file)
    if given.count > 1 { try Self.compare(given) }
    let keys = try given.map { try $0.sortKey() }
    all = given.indices.sorted { (keys[$0].date, keys[$0].text) < (keys[$1].date, keys[$1].text) }
      .map { given[$0].withoutNames }
    evidence = all.indices.map { [all] place in
      let others = all.indices.filter { other in
        other != place && all[other].file.format == all[place].file.format
      }
      return all[place].evidence.beside(others.map { all[$0].evidence })
    }
  }

  /// - Throws: ``MustReadWhole`` where rows of several files depend on each other in more than an
  ///   instant.
  private static func compare(_ files: [StreamedFile]) throws {
    guard Set(files.map(\.file.name)).count == files.count else { throw MustReadWhole() }
    for (place, one) in files.enumerated() {
      guard let names = one.names, !names.hasHalves, !one.file.hasReasons,
        !OverlappingReports.splitForms.contains(one.file.format)
      else { throw MustReadWhole() }
      for other in files[..<place] {
        guard let others = other.names, others.agree(with: names),
          !names.has(oneOf: other.repeated), !others.has(oneOf: one.repeated),
          one.file.format != other.file.format || one.readsDates(like: other)
        else { throw MustReadWhole() }
      }
    }
  }
}

extension StreamedFile {
  /// The same, as soon as it was compared with others.
  fileprivate var withoutNames: StreamedFile {
    var file = self
    file.names = nil
    return file
  }

  /// Whether equal cells are one instant in both files.
  fileprivate func readsDates(like other: StreamedFile) -> Bool {
    let (one, two) = (found.table.header, other.found.table.header)
    return one.dateOrder == two.dateOrder && one.zone == two.zone
      && one.headingZone == two.headingZone
  }

  /// Whether a row is refused whatever the ledger has.
  var hasRefusedRows: Bool { undated.contains { $0.isRefused } }

  /// As that of a file that was read whole.
  fileprivate func sortKey() throws -> (date: Date, text: String) {
    guard let first = entries.first else { return (.distantPast, file.format.rawValue + " ") }
    let reading = try EntryReading(self).readings(of: first).first
    return (first.date, file.format.rawValue + " " + (reading?.source.digest.text ?? ""))
  }
}

extension Reading {
  /// Whether the row is refused.
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
