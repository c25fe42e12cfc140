import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension CSVTable {
  /// Reads a format in which one row may report several events.
  ///
  /// Examples are coins moved with a network fee in another coin, and coins exchanged while being
  /// sent.
  func readMany(
    _ meanings: @escaping (CSVRecord) throws(RefusalReason) -> [RowMeaning]
  ) -> RecordReader {
    RecordReader(
      read: { record, emit in
        let record = withoutPadding(record)
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          // The row's word refers to the first of them.
          let all = try record.checkingSigns({ $0.first?.isOut }, meanings)
          for meaning in all {
            if let result = meaning.result(of: record) { emit(result) }
          }
        } catch {
          emit(record.unread(error))
        }
      }, finish: { _ in })
  }
}

extension RowMeaning {
  /// The result for a row, for formats with several meanings per row.
  fileprivate func result(of record: CSVRecord) -> RowResult? {
    if case .trade(let facts) = self { return .trade(facts) }
    if case .move(let facts) = self { return .move(facts) }
    if case .contract(let facts, let word) = self { return .contract(facts, word) }
    guard case .leftOut(let reason) = self else { return nil }
    return .leftOut(LeftOutRow(source: record.source, reason: reason))
  }
}

extension TradeFacts {
  /// As ``meaning(_:word:balance:)``, plus a move's fees in coins other than the one moved.
  func meanings(
    _ kind: RowKind, word: String, balance: ExactDecimal? = nil
  ) throws(RefusalReason) -> [RowMeaning] {
    let first = try meaning(kind, word: word, balance: balance)
    guard case .move(let move) = first else { return [first] }
    return [first] + (try fees(besides: move.quantity.asset))
  }

  /// The fees of a move in other assets.
  func fees(besides asset: Asset?) throws(RefusalReason) -> [RowMeaning] {
    var result: [RowMeaning] = []
    for fee in fees where fee.asset != asset && fee.amount != 0 {
      var facts = TradeFacts(source: source, date: date)
      facts.spent = AssetAmount(amount: abs(fee.amount), asset: fee.asset)
      facts.account = account
      facts.hash = hash
      facts.reference = reference
      result.append(try facts.meaning(.fee, word: "fee"))
    }
    return result
  }
}
