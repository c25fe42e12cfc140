import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Uphold's transactions, current and old: an origin and a destination.
  static let uphold = FormatReader(
    format: .uphold,
    signatures: [
      [
        "date", "destination", "destination amount", "destination currency", "origin",
        "origin amount", "origin currency", "status", "type",
      ],
      ["date", "id", "type", "pair", "origin_currency", "origin_amount", "destination_currency"],
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    let isOld = table.header.has(["origin_currency"])
    let mark = isOld ? "_" : " "
    return table.readMany { record throws(RefusalReason) in
      if !isOld, let reason = try record.undone("status", done: ["completed"]) {
        return [.leftOut(reason)]
      }
      let word = try record.filled("type")
      let kind = try record.kind("type", in: kinds)
      let sent = try record.quantity("origin\(mark)amount", "origin\(mark)currency")
      let got = try record.quantity("destination\(mark)amount", "destination\(mark)currency")
      guard let sent, let got else { throw .missingCell("origin amount") }
      var facts = try record.facts("date", .weekday, .yearFirst)
      facts.reference = record.reference("uphold", "id")
      facts.fees = isOld ? [] : try record.fee("fee amount", "fee currency")
      // Coins that changed while being sent were exchanged and then sent: two events in one row.
      guard sent.asset == got.asset else {
        var way = facts
        (facts.received, facts.spent) = (got, sent)
        let trade = try facts.meaning(.trade, word: word)
        guard kind != .trade else { return [trade] }
        way.fees = []
        way.addSide(
          kind == .deposit ? sent.amount : -got.amount, kind == .deposit ? sent.asset : got.asset)
        return [trade, try way.meaning(kind, word: word)]
      }
      guard kind != .trade else { return [.leftOut(.transfer)] }
      let isOut = kind == .withdrawal
      facts.addSide(isOut ? -got.amount : got.amount, got.asset)
      if isOut, sent.amount > got.amount, facts.fees.isEmpty {
        let fee = try exactSum(sent.amount, -got.amount, column: "fee")
        facts.fees = [AssetAmount(amount: fee, asset: sent.asset)]
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let kinds = KindTable([
    .deposit: ["in", "deposit"], .withdrawal: ["out", "withdrawal"], .trade: ["transfer"],
  ])
}
