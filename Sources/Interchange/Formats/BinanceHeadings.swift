extension CSVHeader {
  /// The header of one of Binance's files with the names that its English files have.
  ///
  /// Binance translates the headings and nothing below them.
  ///
  /// - Returns: `nil` where it is English already.
  func inEnglish(_ languages: [[String]], _ names: [String]) -> CSVHeader? {
    guard let language = languages.first(where: { has(Array($0.prefix(names.count))) }) else {
      return nil
    }
    let own = Dictionary(zip(language, names + ["remark"])) { first, _ in first }
    return renamed { own[$0] ?? $0 }
  }
}

extension CSVRecord {
  /// The record under a header of other names, if there is one.
  func under(_ header: CSVHeader?) -> CSVRecord {
    header.map { CSVRecord(header: $0, row: row) } ?? self
  }
}

/// The headings that Binance writes in the language of its customer.
enum BinanceHeadings {
  /// A trade history's, in English.
  static let trade = ["time", "pair", "side", "price", "executed", "amount", "fee"]

  /// The same in Czech, Spanish, Portuguese and French.
  static let trades = [
    ["čas", "pár", "strana", "cena", "provedeno", "částka", "poplatek"],
    ["tiempo", "par", "lado", "precio", "ejecutado", "cantidad", "tarifa"],
    ["tempo", "par", "lado", "preço", "executado", "quantidade", "taxa"],
    ["durée", "paire", "côté", "prix", "exécuté", "montant", "frais"],
  ]

  /// The transaction history's, in English, without the remark.
  static let change = ["time", "account", "operation", "coin", "change"]

  /// The same in Spanish, Portuguese, French and Polish, with the remark.
  static let changes = [
    ["tiempo", "cuenta", "operación", "moneda", "cambio", "observación"],
    ["tempo", "conta", "operação", "moeda", "alterar", "observação"],
    ["durée", "compte", "opération", "jeton", "change", "remarque"],
    ["czas", "konto", "operacja", "moneta", "zmień", "uwagi"],
    ["czas", "konto", "operacja", "moneta", "zmien", "uwagi"],
  ]
}
