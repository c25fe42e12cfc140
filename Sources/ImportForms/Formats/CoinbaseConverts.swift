import ImportText
import Portfolio

/// Conversions of a report that has a row for what was given, for what was received, or for both.
///
/// A row of what was received waits for the end of the file: where the other one is there, it is
/// the same conversion again.
final class CoinbaseConverts {
  /// The lines of rows of what was given, by what both rows of one conversion have in common.
  private var given: [Int: Int] = [:]
  private var waiting: [(key: Int, facts: TradeFacts)] = []

  func take(_ result: RowResult, of record: CSVRecord, _ emit: (RowResult) -> Void) {
    guard case .trade(let facts) = result else { return emit(result) }
    let key = "\(record["timestamp"]) \(record["notes"])".hashValue
    let words = record["notes"].split(separator: " ")
    if words.count > 5, words[5].uppercased() == record["asset"].uppercased() {
      waiting.append((key, facts))
    } else {
      given[key] = record.row.line
      emit(result)
    }
  }

  func finish(_ emit: (RowResult) -> Void) {
    for (key, facts) in waiting {
      if let line = given[key] {
        emit(.leftOut(LeftOutRow(source: facts.source, reason: .partOfTrade(line: line))))
      } else {
        emit(.trade(facts))
      }
    }
    waiting = []
  }
}

extension RowResult {
  /// A conversion under an id that its rows of both coins have in common: the same instant and note.
  func named(asConvertOf record: CSVRecord) -> RowResult {
    guard case .trade(var facts) = self, facts.received != nil, facts.spent != nil else {
      return self
    }
    facts.reference = "coinbase-convert \(record["timestamp"]) \(record["notes"])"
    return .trade(facts)
  }
}
