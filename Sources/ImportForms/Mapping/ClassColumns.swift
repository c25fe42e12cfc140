import ImportText

/// Columns that say of every row whether it is of a coin, a share or a fund, as brokers and
/// trackers of all kinds of things write them.
struct ClassColumns {
  private let columns: [String]

  /// - Parameter map: A map; what it reads as something else says nothing of this.
  init(of header: CSVHeader, beside map: ColumnMap) {
    let read = Set(map.columns)
    columns = header.columns.keys.sorted().filter { column in
      !read.contains(column) && Self.names.contains(HeadingWords(column).text)
    }
  }

  /// The row's word for a thing that is not a coin, or `nil`.
  func otherThing(in record: CSVRecord) -> String? {
    columns.lazy.map { record[$0] }.first { Self.otherThings.contains($0.lowercased()) }
  }

  private static let names: Set<String> = [
    "instrumenttype", "instrumentclass", "assettype", "assetclass", "assetcategory",
    "securitytype", "investmenttype", "investmentclass", "producttype", "holdingtype",
    "class", "classe", "klasse", "tickertype", "symboltype", "quotetype", "wertpapiertyp",
    "anlageklasse", "assetklasse",
  ]

  private static let otherThings: Set<String> = [
    "stock", "stocks", "share", "shares", "equity", "equities", "etf", "etfs", "etp", "etn", "fund",
    "funds", "mutual fund", "mutualfund", "index fund", "bond", "bonds", "fixed income", "option",
    "options", "future", "futures", "warrant", "warrants", "certificate", "certificates", "cfd",
    "commodity", "commodities", "metal", "metals", "métal", "métaux", "metallo", "edelmetall",
    "real estate", "reit", "adr", "aktie", "aktien",
    "fonds", "anleihe", "anleihen", "zertifikat", "optionsschein", "rohstoff", "action", "actions",
    "obligation", "obligations", "acción", "acciones", "azione", "azioni", "ação", "ações",
  ]
}
