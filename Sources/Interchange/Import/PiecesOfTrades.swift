import FoundationEssentials
import Portfolio

/// Joins the rows of trades of which several files have a piece each.
///
/// An export may end in the middle of a trade, and the next one begin with the rest of it.
func joiningPieces(_ files: [ImportFile]) -> [ImportFile] {
  guard files.count > 1 else { return files }
  var places: [TradeKey: [Piece]] = [:]
  for (file, content) in files.enumerated() {
    for (index, reading) in content.readings.enumerated() {
      guard case .refused(let row) = reading, let first = row.piece.first else { continue }
      places[TradeKey(format: content.format, key: first.key), default: []].append(
        Piece(file: file, index: index, rows: row.piece))
    }
  }
  var files = files
  var changed: Set<Int> = []
  for pieces in places.values where pieces.count > 1 {
    // Whatever the order in which files are named, they make one trade.
    let pieces = pieces.sorted { ($0.date, $0.text) < ($1.date, $1.text) }
    guard case .trade(let facts)? = MovementGroups.trade(of: pieces.rows).first else { continue }
    for (place, piece) in pieces.enumerated() {
      let source = files[piece.file].readings[piece.index].source
      let part = LeftOutRow(source: source, reason: .partOfTradeElsewhere(facts.source.place))
      files[piece.file].readings[piece.index] = place == 0 ? .trade(facts) : .leftOut(part)
      changed.insert(piece.file)
    }
  }
  // What was refused stands before all that has a date.
  for file in changed {
    let readings = files[file].readings
    let dates = readings.map { $0.date ?? .distantPast }
    let inTime = readings.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
    files[file].readings = inTime.map { readings[$0] }
  }
  return files
}

/// What the rows of one trade have in common.
private struct TradeKey: Hashable {
  let format: ImportFormat
  let key: String
}

/// Rows of one file that do not make a trade by themselves, and where it was said.
private struct Piece {
  let file: Int
  let index: Int
  let rows: [Movement]

  var date: Date { rows.map(\.date).min() ?? .distantPast }
  var text: String { rows.first?.record.row.text ?? "" }
}

extension [Piece] {
  /// The rows of all pieces; what two of the files have counts once.
  fileprivate var rows: [Movement] {
    var rows: [Movement] = []
    for piece in self {
      let cells = rows.map(\.record.row.cells)
      rows += piece.rows.filter { !cells.contains($0.record.row.cells) }
    }
    return rows
  }
}
