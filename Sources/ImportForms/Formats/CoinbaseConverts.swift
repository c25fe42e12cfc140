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

  func take(_ reading: Reading, of record: CSVRecord, _ hand: (Reading) -> Void) {
    guard case .trade(let facts) = reading else { return hand(reading) }
    let key = "\(record["timestamp"]) \(record["notes"])".hashValue
    let words = record["notes"].split(separator: " ")
    if words.count > 5, words[5].uppercased() == record["asset"].uppercased() {
      waiting.append((key, facts))
    } else {
      given[key] = record.row.line
      hand(reading)
    }
  }

  func finish(_ hand: (Reading) -> Void) {
    for (key, facts) in waiting {
      if let line = given[key] {
        hand(.leftOut(LeftOutRow(source: facts.source, reason: .partOfTrade(line: line))))
      } else {
        hand(.trade(facts))
      }
    }
    waiting = []
  }
}

extension Reading {
  /// A conversion under an id that its rows of both coins have in common: the same instant and note.
  func named(asConvertOf record: CSVRecord) -> Reading {
    guard case .trade(var facts) = self, facts.received != nil, facts.spent != nil else {
      return self
    }
    facts.reference = "coinbase-convert \(record["timestamp"]) \(record["notes"])"
    return .trade(facts)
  }
}
