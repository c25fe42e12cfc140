import FoundationEssentials
import Portfolio

extension CSVTable {
  /// Reads a format in which a row may say several things: coins moved and what the network took in
  /// another coin, coins exchanged on their way out.
  func readMany(
    _ meanings: @escaping (CSVRecord) throws(RefusalReason) -> [RowMeaning]
  ) -> RecordReader {
    RecordReader(
      take: { record, hand in
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          for meaning in try meanings(record) {
            switch meaning {
            case .trade(let facts): hand(.trade(facts))
            case .move(let facts): hand(.move(facts))
            case .entry(let entry): hand(.entry(entry))
            case .leftOut(let reason):
              hand(.leftOut(LeftOutRow(source: record.source, reason: reason)))
            }
          }
        } catch {
          hand(.refused(RefusedRow(source: record.source, reason: error)))
        }
      }, finish: { _ in })
  }
}

extension TradeFacts {
  /// As ``meaning(_:word:balance:)``, and what a move cost in another coin than the one moved.
  func meanings(
    _ kind: RowKind, word: String, balance: Decimal? = nil
  ) throws(RefusalReason) -> [RowMeaning] {
    let first = try meaning(kind, word: word, balance: balance)
    guard case .move(let move) = first else { return [first] }
    var result = [first]
    for fee in fees where fee.asset != move.quantity.asset && fee.amount != 0 {
      var facts = TradeFacts(source: source, date: date)
      facts.spent = Quantity(amount: abs(fee.amount), asset: fee.asset)
      facts.account = account
      facts.hash = hash
      facts.reference = reference
      result.append(try facts.meaning(.fee, word: "fee"))
    }
    return result
  }
}
