import FoundationEssentials
import ImportText
import Portfolio

extension ColumnMap {
  /// Reads the rows of a file whose columns are named.
  func reader() -> FormatReader {
    let map = self
    var dateColumn: String?
    if case .column(let name) = sources[.date] { dateColumn = name }
    return FormatReader(
      format: .custom, signatures: [columns], slashedDates: dateColumn,
      hasIdleTypes: saysDirection, signedColumn: signedColumn, signsOfKinds: KindSigns(self)
    ) { table in
      let words = MappedWords(map, in: table)
      let classes = ClassColumns(of: table.header, beside: map)
      return table.readMany { record throws(RefusalReason) in
        if let thing = classes.otherThing(in: record) { return [.leftOut(.notACoin(thing))] }
        return try MappedRow(map: map, record: record, words: words).meanings()
      }
    }
  }

  /// Whether it names what happened, or both sides, so that another column of types is idle.
  private var saysDirection: Bool { has(.side) || has(.received) || has(.spent) }

  /// The order of day and month, where it is said.
  var dateOrder: DateOrder? {
    switch literal(.dates)?.lowercased() {
    case "day/month": .dayFirst
    case "month/day": .monthFirst
    case "year/month": .yearFirst
    default: nil
    }
  }

  /// The zone of times that name none, where it is said.
  var namedZone: Zone? { literal(.zone).flatMap { Zone(mapped: $0) } }

  /// The zone that the heading of the times names.
  var zoneInHeading: String? {
    [.time, .date].lazy.compactMap { column($0) }.compactMap { Zone.mapped(inHeading: $0) }.first
  }

  /// The letters of that heading which mean one of several zones, where the map names none.
  var ambiguousZone: String? {
    guard !has(.zone), zoneInHeading == nil else { return nil }
    return [.time, .date].lazy.compactMap { column($0) }
      .compactMap { Zone.unclear(inHeading: $0) }.first
  }

  /// The words for kinds of rows: those that everybody uses, and the user's own.
  var kinds: KindTable { KindTable.everyLanguage.merging(ownKinds) { $1 } }

  /// The user's own words for kinds of rows.
  var ownKinds: KindTable {
    var table: KindTable = [:]
    let own: [(Field, RowKind)] = [
      (.buy, .buy), (.sell, .sell), (.trade, .trade), (.deposit, .deposit),
      (.withdrawal, .withdrawal), (.move, .move), (.reward, .reward), (.gift, .gift),
      (.payment, .payment), (.skip, .nothing),
    ]
    for (field, kind) in own {
      for word in words(of: field) where !word.isEmpty { table[word] = kind }
    }
    return table
  }

  /// The words that the user gives a kind, in lower case.
  func words(of field: Field) -> Set<String> {
    Set((literal(field) ?? "").split(separator: "|").map { $0.trimmed.lowercased() })
  }
}

/// One row read by a map.
struct MappedRow {
  let map: ColumnMap
  let record: CSVRecord
  let words: MappedWords

  /// What the row says, and what a move cost in another coin.
  func meanings() throws(RefusalReason) -> [RowMeaning] {
    if let reason = try reasonUndone(text(.status), done: words.done) {
      // What was filled before an order was canceled counts.
      guard words.isFilled, !text(.status).isEmpty, try number(.amount) ?? 0 != 0 else {
        return [.leftOut(reason)]
      }
    }
    var facts = TradeFacts(source: record.source, date: try date())
    facts.account = text(.account)
    facts.notes = text(.notes)
    facts.hash = text(.hash)
    let id = text(.id)
    facts.reference = id.isEmpty || record.isCutOff(id) ? "" : "custom \(id)"
    if let dollars = try number(.value) { facts.worth(dollars, .dollar) }
    return map.has(.received) || map.has(.spent) ? try twoSides(facts) : try oneSide(facts)
  }

  private func oneSide(_ start: TradeFacts) throws(RefusalReason) -> [RowMeaning] {
    var facts = start
    var (kind, word) = try kind()
    let pair = try pair()
    if let pair, pair.quote?.name == "PERP" || pair.base.name.hasSuffix("PERP") {
      return [.leftOut(.derivative(text(.pair)))]
    }
    // The coin may be the second one of the pair; then a column of its own says so.
    let coin = asset(.coin)
    guard let base = coin != nil && coin == pair?.quote ? coin : pair?.base ?? coin else {
      throw .missingCell(name(map.has(.pair) ? .pair : .coin))
    }
    let stated = asset(.currency)
    let isSpelledOut = words.fillsCurrency && text(.pair).contains { "-/_".contains($0) }
    let quote = isSpelledOut ? pair?.quote ?? stated : stated ?? pair?.quote
    guard let signed = try number(.amount, unit: base), signed != 0 else {
      throw .missingCell(name(.amount))
    }
    let coins = AssetAmount(amount: abs(signed), asset: base)
    // Where only money moved no coin came in or left, whatever its sign.
    if base.isMoneyAlone, kind.movesCoins, quote == base || quote == nil && !kind.isTrade {
      return [.leftOut(.fiatOnly(base.name))]
    }
    try checkSign(kind, word, signed)
    let isOut = kind == .withdrawal || kind == .move && signed < 0
    (kind, word) = try labeled(kind, word, isOut: isOut)
    facts.fees =
      (kind.isMove ? try fees(ofMoved: coins, money: quote) : try fees(quote ?? base))
      + (try coinFee(base))
    switch kind {
    case .buy, .sell, .trade:
      let isBuy = kind == .trade ? signed > 0 : kind == .buy
      guard let quote else {
        throw pair == nil
          ? .missingCell(name(.currency)) : .coinAlone(column: name(.pair), text(.pair))
      }
      let total = try total(of: coins.amount, quote, fees: facts.fees, isBuy: isBuy)
      let money = AssetAmount(amount: total, asset: quote)
      try check(facts.fees, of: money, for: [coins, money])
      (facts.received, facts.spent) = isBuy ? (coins, money) : (money, coins)
    case .withdrawal, .payment, .fee: facts.spent = coins
    case .move: facts.addSide(signed, base)
    default: facts.received = coins
    }
    if let quote, quote.isFiat, facts.dollars == nil, facts.received == nil || facts.spent == nil,
      let worth = try worth(of: coins.amount, quote)
    {
      facts.worth(worth, quote)
    }
    return try facts.meanings(kind, word: word)
  }

  /// Both sides of the pair, or the coin that stands alone in its column.
  private func pair() throws(RefusalReason) -> (base: Asset, quote: Asset?)? {
    let text = text(.pair)
    guard !text.isEmpty else { return nil }
    switch try words.pairs.value(of: text) {
    case .both(let base, let quote): return (base, quote)
    case .alone(let base):
      // If another column names a coin, this may be what it was traded for.
      if let coin = asset(.coin), coin != base { throw .unknownCoin(text) }
      return (base, nil)
    }
  }

  /// Refuses a row whose word has no direction, unless by the map the sign of the amount decides,
  /// and one whose sign contradicts its word.
  private func checkSign(
    _ kind: RowKind, _ word: String, _ signed: Decimal
  ) throws(RefusalReason) {
    if signed < 0, [.buy, .deposit, .reward, .gift].contains(kind) {
      let field = kind == .buy ? "trade" : "move"
      let isLiteral = map.literal(.side) != nil
      throw .againstSign(
        word: word, bySign: isLiteral ? "side==\(field),\(field)=\(field)" : "\(field)=\(word)")
    }
    if signed > 0, words.signs?.areBelowZero(kind) == true {
      let field = kind == .sell ? "trade" : "move"
      throw .againstSign(word: word, bySign: "\(field)=\(word)", isOut: true)
    }
    guard map.literal(.side) == nil, !words.bySign.contains(word.lowercased()) else { return }
    // Only where every row is a trade does its sign show the side; a conversion has another.
    if kind == .trade {
      throw .noDirection(word: word, one: "buy", other: "sell", bySign: "trade")
    }
    if kind == .move, signed > 0 {
      throw .noDirection(word: word, one: "deposit", other: "withdrawal", bySign: "move")
    }
  }

  /// What was paid or received without the fee.
  private func total(
    of amount: Decimal, _ quote: Asset, fees: [AssetAmount], isBuy: Bool
  ) throws(RefusalReason) -> Decimal {
    if let total = try number(.total, unit: quote) { return abs(total) }
    if let net = try number(.net, unit: quote) {
      var total = abs(net)
      for fee in fees where fee.asset == quote {
        total = try exactSum(total, isBuy ? -fee.amount : fee.amount, column: name(.net))
      }
      return total
    }
    guard let price = try number(.price, unit: quote) else { throw .missingCell(name(.total)) }
    return try exactProduct(amount, abs(price), column: name(.price))
  }

  /// What coins that came or went alone were worth, where the row says it.
  func worth(of amount: Decimal, _ quote: Asset) throws(RefusalReason) -> Decimal? {
    for field in [ColumnMap.Field.total, .net] {
      if let worth = try number(field, unit: quote), worth != 0 { return worth }
    }
    guard let price = try number(.price, unit: quote) else { return nil }
    return try exactProduct(amount, abs(price), column: name(.price))
  }

  /// What the row is called, and the file's word for it.
  func kind() throws(RefusalReason) -> (RowKind, String) {
    let word = try filled(.side)
    return (try words.kinds.value(of: word), word)
  }

  private func date() throws(RefusalReason) -> Date {
    let time = text(.time)
    var text = try filled(.date) + (time.isEmpty ? "" : " \(time)")
    // What the user says of the zone is more than letters that may be those of several.
    if map.namedZone != nil, let letters = ambiguousZone(behind: text) {
      text = text.dropLast(letters.count).trimmed
    }
    return try record.instant(
      text, name(.date),
      [.yearFirst, .monthName, .dayMonthName, .weekday, .timeFirst, .unix],
      zone: map.namedZone ?? map.zoneInHeading.flatMap { Zone(mapped: $0) } ?? .utc)
  }

  /// The coin or currency that a field names.
  func asset(_ field: ColumnMap.Field) -> Asset? {
    let text = text(field)
    guard !text.isEmpty else { return nil }
    // Some write the coin's name after its ticker: `SOL (Solana)`.
    if text.hasSuffix(")"), let opening = text.firstIndex(of: "("), opening > text.startIndex {
      let inner = text[text.index(after: opening)...].dropLast().trimmed
      let outer = text[..<opening].trimmed
      // Others write the ticker after the name: `Ethereum (ETH)`.
      let isTicker =
        (2...6).contains(inner.count) && inner.allSatisfy { $0.isUppercase || $0.isNumber }
      let isName = outer.contains(where: \.isLowercase)
      return isTicker && isName
        ? Asset(symbol: inner, name: outer) : Asset(symbol: outer, name: inner)
    }
    return Asset(symbol: text.unitAfterNumber ?? text)
  }

  /// A number, with or without its unit next to it.
  func number(
    _ field: ColumnMap.Field, unit: Asset? = nil
  ) throws(RefusalReason) -> Decimal? {
    var text = text(field)
    // Nearly every number stands without a unit.
    let isBare = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    if !isBare, let unit = unit?.name.uppercased() {
      if text.uppercased().hasSuffix(unit) {
        text = text.dropLast(unit.count).trimmed
      } else if text.uppercased().hasPrefix(unit + " ") {
        text = text.dropFirst(unit.count).trimmed
      } else if let number = ImportText.number(text, withoutLettersOf: unit) {
        text = number
      }
      if hasSign(text, ofOtherMoneyThan: unit) {
        throw .otherMoney(column: name(field), text, unit)
      }
    }
    let number = try record.localizedNumber(text, column: name(field))
    guard let number, let digits = words.digits[field], unit?.name == "BTC" else { return number }
    return try exactProduct(number, Decimal(smallUnit: digits), column: name(field))
  }

  private func filled(_ field: ColumnMap.Field) throws(RefusalReason) -> String {
    let text = text(field)
    guard !text.isEmpty else { throw .missingCell(name(field)) }
    return text
  }

  func text(_ field: ColumnMap.Field) -> String {
    switch map.sources[field] {
    case .column(let name): record[name]
    case .literal(let text): text
    case nil: ""
    }
  }

  /// What messages call the field: its column, else its own name.
  func name(_ field: ColumnMap.Field) -> String {
    if case .column(let name) = map.sources[field] { name } else { field.rawValue }
  }
}
