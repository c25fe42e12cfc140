import ImportText

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

  /// The same in Czech, Spanish, Portuguese, French and Japanese.
  static let trades = [
    ["čas", "pár", "strana", "cena", "provedeno", "částka", "poplatek"],
    ["tiempo", "par", "lado", "precio", "ejecutado", "cantidad", "tarifa"],
    ["tempo", "par", "lado", "preço", "executado", "quantidade", "taxa"],
    ["durée", "paire", "côté", "prix", "exécuté", "montant", "frais"],
    ["時間", "ペア", "サイド", "価格", "実行済み", "金額", "手数料"],
  ]

  /// The transaction history's, in English, without the remark.
  static let change = ["time", "account", "operation", "coin", "change"]

  /// The same in Spanish, Portuguese, French, Polish and Japanese, with the remark.
  static let changes = [
    ["tiempo", "cuenta", "operación", "moneda", "cambio", "observación"],
    ["tempo", "conta", "operação", "moeda", "alterar", "observação"],
    ["durée", "compte", "opération", "jeton", "change", "remarque"],
    ["czas", "konto", "operacja", "moneta", "zmień", "uwagi"],
    ["czas", "konto", "operacja", "moneta", "zmien", "uwagi"],
    ["時間", "アカウント", "操作", "コイン", "変更", "備考"],
  ]

  /// A deposit history, in English; a withdrawal history also has the fee.
  static let move = ["time", "coin", "network", "amount", "address", "txid", "status"]

  /// The same in Japanese.
  static let moves = [
    ["時間", "コイン", "ネットワーク", "金額", "住所", "トランザクションid", "ステータス"]
  ]

  /// The fees of withdrawals.
  static let fees = ["手数料": "fee"]
}
