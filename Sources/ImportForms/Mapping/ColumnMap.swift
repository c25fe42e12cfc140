import ImportText
public import Portfolio

/// Maps the columns of an unknown form to fields.
public struct ColumnMap: Equatable, Sendable {
  /// The meaning of a column.
  public enum Field: String, CaseIterable, Sendable {
    /// When it happened; ``time`` if the time of day has a separate column.
    case date
    /// The time of day.
    case time
    /// The zone of times that name none: a name or `UTC+2`.
    case zone
    /// The order of day and month: `day/month` or `month/day`; `year/month` if a two-digit year is
    /// first.
    case dates
    /// The word for what happened: buy, sell, deposit and so on.
    case side
    /// Both coins of a trade, such as `BTC-USD`.
    case pair
    /// Which coin of a pair is first: `base/quote`, or `quote/base` for `USDT-BTC`.
    case pairs
    /// The coin traded.
    case coin
    /// How many coins.
    case amount
    /// The price of one coin.
    case price
    /// The amount paid or received, excluding the fee.
    case total
    /// The amount paid or received, including the fee.
    case net
    /// The currency of the total.
    case currency
    /// The amount received, if the file has both sides.
    case received
    /// The currency or coin of the received amount.
    case receivedCoin = "received-coin"
    /// The amount spent, if the file has both sides.
    case spent
    /// The currency or coin of the spent amount.
    case spentCoin = "spent-coin"
    /// The value of one received coin, if the file has both sides.
    case receivedPrice = "received-price"
    /// The value of one spent coin, if the file has both sides.
    case spentPrice = "spent-price"
    /// The fee.
    case fee
    /// The currency or coin of the fee.
    case feeCurrency = "fee-currency"
    /// The fee in the traded coin, if it has a column separate from ``fee``.
    case coinFee = "coin-fee"
    /// A second column of fees in the currency of ``fee``, such as maker and taker fees.
    case secondFee = "second-fee"
    /// The meaning of the signs of fees.
    ///
    /// `positive` if negative ones are rebates, `negative` if positive ones are, `both` if all are
    /// charged.
    case fees
    /// The row's value in US dollars.
    case value
    /// The state of an order; only executed orders count.
    case status
    /// The exchange's id of the row.
    case id
    /// The user's word for what a deposit or withdrawal was, such as `staking`; may be empty.
    case label
    /// The account.
    case account
    /// The user's notes.
    case notes
    /// The hash of the transaction on its chain.
    case hash
    /// The file's words for purchases, separated by `|`.
    case buy
    /// The file's words for sales.
    case sell
    /// The file's words for trades whose side depends on the sign of the amount.
    case trade
    /// The file's words for deposits.
    case deposit
    /// The file's words for withdrawals.
    case withdrawal
    /// The file's words for moves whose direction depends on the sign of the amount.
    case move
    /// The file's words for rewards.
    case reward
    /// The file's words for gifts received.
    case gift
    /// The file's words for payments.
    case payment
    /// The file's words for rows that move nothing.
    case skip
  }

  /// The source of a field's value.
  enum Source: Equatable, Sendable {
    /// A column, by its name in lower case.
    case column(String)
    /// The same text in every row.
    case literal(String)
  }

  /// The mapped fields.
  private(set) var sources: [Field: Source] = [:]

  /// An empty map.
  init() {}

  /// Reads `date=Created,side=Side,amount=Qty,total=Total,currency==USD`.
  ///
  /// A name may contain commas, because a comma only ends it before the name of a field. A second
  /// `=` makes the rest a text for every row.
  ///
  /// - Throws: ``ColumnMapError``.
  public init(_ text: String) throws(ColumnMapError) {
    sources = try Self.sources(in: text)
    try check()
  }

  /// The map with changes given in the form of ``init(_:)``.
  ///
  /// - Throws: ``ColumnMapError``, but not for missing fields.
  public func corrected(by text: String) throws(ColumnMapError) -> ColumnMap {
    var map = self
    map.sources.merge(try Self.sources(in: text)) { $1 }
    if let zone = map.literal(.zone), Zone(mapped: zone) == nil { throw .unknownZone(zone) }
    return map
  }

  private static func sources(in text: String) throws(ColumnMapError) -> [Field: Source] {
    var sources: [Field: Source] = [:]
    var parts: [String] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = piece.prefix { $0 != "=" }.trimmed.lowercased()
      let isField = piece.contains("=") && Field(rawValue: name) != nil
      if isField || parts.isEmpty {
        parts.append(String(piece))
      } else {
        parts[parts.count - 1] += "," + piece
      }
    }
    for part in parts {
      let name = part.prefix { $0 != "=" }.trimmed
      guard part.contains("="), let field = Field(rawValue: name.lowercased()) else {
        throw .unknownField(name)
      }
      let value = part.drop { $0 != "=" }.dropFirst()
      let source = Self.source(of: field, value)
      guard source != .column(""), source != .literal("") else { throw .empty(field) }
      guard sources.updateValue(source, forKey: field) == nil else { throw .twice(field) }
    }
    return sources
  }

  private static func source(of field: Field, _ value: Substring) -> Source {
    if value.first == "=" { return .literal(value.dropFirst().trimmed) }
    let text = value.trimmed
    return literalFields.contains(field) ? .literal(text) : .column(text.asColumnName)
  }

  /// Fields that are given as a text, not a column.
  private static let literalFields = wordFields.union([.zone, .dates, .pairs, .fees])

  /// Fields with words for kinds of rows.
  private static let wordFields: Set<Field> = [
    .buy, .sell, .trade, .deposit, .withdrawal, .move, .reward, .gift, .payment, .skip,
  ]

  /// Whether the map only adjusts how a known form is read.
  var isHint: Bool {
    sources.allSatisfy { field, source in
      switch field {
      case .dates, .zone: true
      case _ where Self.wordFields.contains(field): true
      case .currency: if case .literal = source { true } else { false }
      default: false
      }
    }
  }

  /// The columns a file must have.
  var columns: [String] {
    sources.values.compactMap { if case .column(let name) = $0 { name } else { nil } }.sorted()
  }

  /// The text for every row, or `nil`.
  func literal(_ field: Field) -> String? {
    if case .literal(let text) = sources[field] { text } else { nil }
  }

  /// The column of a field, or `nil`.
  func column(_ field: Field) -> String? {
    if case .column(let name) = sources[field] { name } else { nil }
  }

  /// Whether the field has a source.
  func has(_ field: Field) -> Bool { sources[field] != nil }

  /// Maps a field to a column.
  mutating func set(_ field: Field, column: String) { sources[field] = .column(column) }

  /// Maps a field to one text for every row.
  mutating func set(_ field: Field, literal: String) { sources[field] = .literal(literal) }

  private func check() throws(ColumnMapError) {
    if let order = literal(.dates),
      !["day/month", "month/day", "year/month"].contains(order.lowercased())
    {
      throw .notAnOrder(order)
    }
    if let order = literal(.pairs), !["base/quote", "quote/base"].contains(order.lowercased()) {
      throw .notAnOrderOfPairs(order)
    }
    if let signs = literal(.fees), !["positive", "negative", "both"].contains(signs.lowercased()) {
      throw .notSigns(signs)
    }
    if let zone = literal(.zone), Zone(mapped: zone) == nil { throw .unknownZone(zone) }
    guard !isHint else { return }
    if let missing = missing.first { throw .missing(missing) }
  }

  /// The missing fields that every row requires.
  public var missing: [String] {
    var missing: [String] = []
    if !has(.date) { missing.append("date") }
    if ambiguousZone != nil { missing.append("zone") }
    if has(.received) || has(.spent) {
      if has(.received), !has(.receivedCoin) { missing.append("received-coin") }
      if has(.spent), !has(.spentCoin) { missing.append("spent-coin") }
      return missing
    }
    if !has(.side) { missing.append("side") }
    if !has(.amount) { missing.append("amount") }
    if !has(.pair), !has(.coin) { missing.append("pair or coin") }
    return missing
  }

  /// The missing fields that a purchase or sale also requires, in addition to ``missing``.
  var missingForTrades: [String] {
    guard !has(.received), !has(.spent) else {
      return sidePrices.isEmpty || has(.currency) ? [] : ["currency"]
    }
    var missing: [String] = []
    if !has(.total), !has(.net), !has(.price) { missing.append("total or price") }
    if !has(.pair), !has(.currency) { missing.append("currency") }
    return missing
  }

  /// The fields with the price of a coin, for rows with both sides.
  var sidePrices: [Field] { [.price, .receivedPrice, .spentPrice].filter { has($0) } }

  /// The missing fields that a row or a trade requires.
  public var allMissing: [String] { missing + missingForTrades }

  /// The map in the form that ``init(_:)`` reads.
  public var text: String {
    Field.allCases.compactMap { field in
      switch sources[field] {
      case .column(let name): "\(field.rawValue)=\(name)"
      case .literal(let text): "\(field.rawValue)==\(text)"
      case nil: nil
      }
    }.joined(separator: ",")
  }
}

/// What is wrong with a map of columns.
public enum ColumnMapError: Error, Equatable, Sendable {
  /// The text is not a field's name.
  case unknownField(String)
  /// Nothing follows the `=`.
  case empty(ColumnMap.Field)
  /// A field is named twice.
  case twice(ColumnMap.Field)
  /// A required field is missing.
  case missing(String)
  /// No rules are known for the zone.
  case unknownZone(String)
  /// The text is not an order of day and month.
  case notAnOrder(String)
  /// The text is not an order of the sides of a pair.
  case notAnOrderOfPairs(String)
  /// The text is not a valid meaning of fee signs.
  case notSigns(String)

  /// What is wrong, and how to fix it.
  public var message: ErrorMessage {
    switch self {
    case .unknownField(let name):
      .init(
        "\"\(name)\" is not a field of --map.",
        help: "Use " + ColumnMap.Field.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    case .empty(let field):
      .init("\(field.rawValue)= has no value.", help: "Name a column, or a text as =text.")
    case .twice(let field): .init("\(field.rawValue) is named twice.")
    case .missing("zone"):
      .init(
        "The heading of the times does not say which zone is meant.",
        help: "Add zone=Europe/Berlin or zone=UTC+2.")
    case .missing(let name):
      .init(
        "No column is named for: \(name).",
        help: "Name one, or write a text for all rows, such as side==buy.")
    case .unknownZone(let zone):
      .init(
        "No rules are known for the time zone \(zone).",
        help: "Write it as UTC+2, or convert to UTC.")
    case .notAnOrder(let text):
      .init(
        "'\(text)' is not an order.",
        help: "Write dates=day/month, dates=month/day or, for 24-03-31, dates=year/month.")
    case .notAnOrderOfPairs(let text):
      .init(
        "'\(text)' is not an order.", help: "Write pairs=quote/base or pairs=base/quote.")
    case .notSigns(let text):
      .init(
        "'\(text)' does not say what the signs of fees mean.",
        help: "Write fees=positive where those below zero are rebates, fees=negative where those "
          + "above are, fees=both where all are charged. A column of fees is named with fee=.")
    }
  }
}
