public import FoundationEssentials
import Portfolio

/// What an import made of a row of a file, or of the rows of one trade, named by the first of them.
public struct FileRow: Sendable, Equatable {
  /// What became of a row.
  public enum Outcome: Sendable, Equatable {
    /// These rows of the ledger are made of it.
    case recorded([UUID])
    /// The ledger has it already.
    case known
    /// It was left out, for this reason.
    case leftOut(String)
    /// It was refused, for this reason.
    case refused(String)

    fileprivate var rank: Int {
      switch self {
      case .known: 0
      case .leftOut: 1
      case .refused: 2
      case .recorded: 3
      }
    }
  }

  /// The line on which it begins, counted from 1.
  public let line: Int
  /// A digest of its cells.
  public let cells: String
  /// What became of it.
  public fileprivate(set) var outcome: Outcome
}

extension ImportPlan {
  /// What the plan makes of the rows of one of its files, in the order of lines.
  public func rows(of file: ImportFile) -> [FileRow] {
    var outcomes: [Int: FileRow.Outcome] = [:]
    func note(_ outcome: FileRow.Outcome, _ line: Int) {
      if let other = outcomes[line], other.rank >= outcome.rank { return }
      outcomes[line] = outcome
    }
    for row in leftOut where row.source.file == file.name {
      note(.leftOut(row.reason.sentence), row.source.line)
    }
    for row in refused where row.source.file == file.name {
      note(.refused(row.reason.sentence), row.source.line)
    }
    var recorded: [Int: [UUID]] = [:]
    for (id, place) in places where place.file == file.name {
      recorded[place.line, default: []].append(id)
    }
    for (line, ids) in recorded {
      note(.recorded(ids.sorted { $0.uuidString < $1.uuidString }), line)
    }
    var rows: [Int: FileRow] = [:]
    for reading in file.readings where reading.source.line > 0 {
      let (line, cells) = (reading.source.line, reading.source.digest.text)
      if rows[line] == nil {
        rows[line] = FileRow(line: line, cells: cells, outcome: outcomes[line] ?? .known)
      }
    }
    return rows.values.sorted { $0.line < $1.line }
  }
}
