import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Reads both histories of an account: one of bitcoin and one of fiat currency.
  ///
  /// Each lists every trade and the fee of the received side, so purchases are read from the
  /// bitcoin file and sales from the fiat file.
  static let mtGox = FormatReader(
    format: .mtGox, signatures: [["index", "date", "type", "info", "value", "balance"]],
    isWhole: true
  ) { table in
    table.readGroups(by: { MtGoxTrade($0["info"])?.id }) { record throws(RefusalReason) in
      let word = try record.filled("type").lowercased()
      guard let trade = MtGoxTrade(record["info"]) else { return try mtGoxMove(record, word) }
      guard word != (trade.isBuy ? "spent" : "out") else {
        return .leftOut(
          .otherKind(
            trade.isBuy
              ? "a purchase, which is in the file of bitcoins"
              : "a sale, which is in the file of money"))
      }
      guard word == (trade.isBuy ? "in" : "earned") || word == "fee" else {
        throw .notATrade("\(word), \(record["info"])")
      }
      let value = try record.magnitude("value")
      let bitcoins = AssetAmount(amount: trade.amount, asset: Asset(symbol: "BTC"))
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: trade.isBuy ? bitcoins.asset : trade.price.asset, change: word == "fee" ? 0 : value)
      leg.reference = "mt-gox \(trade.id)"
      if word == "fee" {
        leg.fee = value
      } else if trade.isBuy {
        leg.other = AssetAmount(
          amount: try exactProduct(trade.amount, trade.price.amount, column: "info"),
          asset: trade.price.asset)
      } else {
        leg.other = bitcoins
      }
      return .part(leg)
    }
  }

  /// A deposit or withdrawal; the file name shows the asset.
  private static func mtGoxMove(
    _ record: CSVRecord, _ word: String
  ) throws(RefusalReason) -> LegMeaning {
    let kinds = KindTable([.deposit: ["in", "deposit"], .withdrawal: ["out", "withdraw"]])
    let kind = try record.kind(word, kinds[word])
    let name = record.header.file.uppercased()
    let codes = ["BTC", "USD", "EUR", "JPY", "GBP", "AUD", "CAD", "CHF", "PLN"]
    guard let code = codes.first(where: { name.contains($0) }) else {
      throw .notATrade("\(word) of bitcoins or of money; put BTC, USD … into the name of the file")
    }
    let value = try record.magnitude("value")
    let leg = Leg(
      record: record, date: try record.date("date", .yearFirst), asset: Asset(symbol: code),
      change: kind == .deposit ? value : -value)
    return try leg.meaning(kind, word: word)
  }
}

/// A trade from an info cell: `BTC bought: [tid:96003] 76.75300000 BTC at $9.10000`.
private struct MtGoxTrade {
  let id: String
  let isBuy: Bool
  let amount: ExactDecimal
  let price: AssetAmount

  /// `nil` for any other text.
  init?(_ info: String) {
    let isBuy = info.hasPrefix("BTC bought: [tid:")
    guard isBuy || info.hasPrefix("BTC sold: [tid:"), let end = info.firstIndex(of: "]"),
      let colon = info[..<end].lastIndex(of: ":"), let at = info.ranges(of: " at ").last,
      let amount = Self.number(info[info.index(after: end)..<at.lowerBound]),
      let sign = info[at.upperBound...].first, let currency = Self.signs[sign],
      let price = Self.number(info[at.upperBound...].dropFirst())
    else { return nil }
    self.isBuy = isBuy
    id = String(info[info.index(after: colon)..<end])
    self.amount = amount
    self.price = AssetAmount(amount: price, asset: Asset(symbol: currency))
  }

  private static let signs: [Character: String] = [
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY",
  ]

  /// The number at the start of a text.
  private static func number(_ text: Substring) -> ExactDecimal? {
    let digits = text.drop { $0.isWhitespace }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    do {
      return try ExactDecimal(exact: String(digits))
    } catch {
      return nil
    }
  }
}
