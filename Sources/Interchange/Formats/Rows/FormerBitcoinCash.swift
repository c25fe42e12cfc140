import FoundationEssentials
import Portfolio

extension FormatReader {
  /// The reader of an exchange where BCC was Bitcoin Cash, until all exchanges called it BCH.
  ///
  /// Elsewhere BCC was Bitconnect in those days, so that the ticker alone says nothing.
  var withBitcoinCash: FormatReader {
    var reader = self
    reader.read = { table in
      read(table).handing(\.withBitcoinCash) { part in
        var part = part
        if part.asset.isFormerBitcoinCash(on: part.date) { part.asset = bitcoinCash }
        return part
      }
    }
    return reader
  }
}

extension Reading {
  fileprivate var withBitcoinCash: Reading {
    switch self {
    case .trade(var facts):
      facts.received?.nameBitcoinCash(on: facts.date)
      facts.spent?.nameBitcoinCash(on: facts.date)
      for index in facts.fees.indices { facts.fees[index].nameBitcoinCash(on: facts.date) }
      for index in facts.feesIncluded.indices {
        facts.feesIncluded[index].nameBitcoinCash(on: facts.date)
      }
      return .trade(facts)
    case .move(var facts):
      facts.quantity.nameBitcoinCash(on: facts.date)
      return .move(facts)
    default: return self
    }
  }
}

private let formerBitcoinCash = Asset(symbol: "BCC")
private let bitcoinCash = Asset(symbol: "BCH")

extension Quantity {
  fileprivate mutating func nameBitcoinCash(on date: Date) {
    if asset.isFormerBitcoinCash(on: date) { asset = bitcoinCash }
  }
}

extension Asset {
  fileprivate func isFormerBitcoinCash(on date: Date) -> Bool {
    self == formerBitcoinCash && date.utcDayText < "2018-12-01"
  }
}
