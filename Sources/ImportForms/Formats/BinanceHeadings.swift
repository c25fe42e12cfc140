import ImportText

extension CSVHeader {
  /// The header of a translated Binance file with the names of the English one.
  ///
  /// Binance translates only the headings, not the cells below them.
  ///
  /// - Returns: `nil` if the header is English already.
  func inEnglish(_ languages: [[String]], _ names: [String]) -> CSVHeader? {
    guard let language = languages.first(where: { has(Array($0.prefix(names.count))) }) else {
      return nil
    }
    let own = Dictionary(zip(language, names + ["remark"])) { first, _ in first }
    return renamed { own[$0] ?? $0 }
  }
}

extension CSVRecord {
  /// The record under a renamed header, if there is one.
  func under(_ header: CSVHeader?) -> CSVRecord {
    header.map { CSVRecord(header: $0, row: row) } ?? self
  }
}

/// Binance's headings in the customer's language.
enum BinanceHeadings {
  /// The English headings of a trade history.
  static let trade = ["time", "pair", "side", "price", "executed", "amount", "fee"]

  /// Their translations into Czech, Spanish, Portuguese, French and Japanese.
  static let trades = [
    ["čas", "pár", "strana", "cena", "provedeno", "částka", "poplatek"],
    ["tiempo", "par", "lado", "precio", "ejecutado", "cantidad", "tarifa"],
    ["tempo", "par", "lado", "preço", "executado", "quantidade", "taxa"],
    ["durée", "paire", "côté", "prix", "exécuté", "montant", "frais"],
    ["時間", "ペア", "サイド", "価格", "実行済み", "金額", "手数料"],
  ]

  /// The English headings of the transaction history, except the remark.
  static let change = ["time", "account", "operation", "coin", "change"]

  /// Their translations into Spanish, Portuguese, French, Polish and Japanese, including the
  /// remark.
  static let changes = [
    ["tiempo", "cuenta", "operación", "moneda", "cambio", "observación"],
    ["tempo", "conta", "operação", "moeda", "alterar", "observação"],
    ["durée", "compte", "opération", "jeton", "change", "remarque"],
    ["czas", "konto", "operacja", "moneta", "zmień", "uwagi"],
    ["czas", "konto", "operacja", "moneta", "zmien", "uwagi"],
    ["時間", "アカウント", "操作", "コイン", "変更", "備考"],
  ]

  /// The English headings of a deposit history; a withdrawal history also has the fee.
  static let move = ["time", "coin", "network", "amount", "address", "txid", "status"]

  /// Their translation into Japanese.
  static let moves = [
    ["時間", "コイン", "ネットワーク", "金額", "住所", "トランザクションid", "ステータス"]
  ]

  /// Translations of the fee column of withdrawals.
  static let fees = ["手数料": "fee"]
}
