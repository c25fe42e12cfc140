import Exact
import FoundationEssentials
import Portfolio

/// A move with its sequence number.
struct MoveRow {
  let sequence: Int
  let move: Move
  /// The record it is derived from.
  var origin: RecordOrigin?
}

extension MoveRow {
  /// The index of the coin's id among the columns.
  static let coinColumn = 3

  /// Reads the columns of ``LedgerTable/moves``.
  init<Source: ColumnSource>(_ source: Source, at location: LedgerStoreError.Location) throws {
    let reader = ColumnReader(source: source, table: .moves, location: location)
    sequence = reader.sequence
    move = Move(
      id: try reader.id(1), account: try reader.required(2, reader.freeText(2)),
      coinId: try reader.required(Self.coinColumn, source.text(Self.coinColumn)),
      amount: try reader.quantity(4),
      fee: try reader.quantity(5),
      date: try reader.date(6),
      hash: reader.freeText(7), notes: reader.freeText(11), reference: try reader.reference(8),
      transfer: source.bytes(10) == nil ? nil : try reader.id(10))
    origin = try reader.origin(12)
  }

  /// The values of ``LedgerTable/moves``.
  var values: [RowValue] {
    [
      .integer(sequence), .blob(move.id.stored), .text(move.account), .text(move.coinId),
      .text(move.amount.description), .text(move.fee.description),
      .integer(move.date.millisecondsSince1970), .init(move.hash), .init(move.reference?.source),
      .init(move.reference?.id), move.transfer.map { .blob($0.stored) } ?? .null,
      .init(move.notes), .init(origin?.record), .init(origin?.part),
    ]
  }
}
