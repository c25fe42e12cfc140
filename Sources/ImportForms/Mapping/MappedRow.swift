import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension ColumnMap {
  /// A reader for files with mapped columns.
  func reader() -> FormatReader {
    let map = self
    var dateColumn: String?
    if case .column(let name) = sources[.date] { dateColumn = name }
    return FormatReader(
      format: .custom, signatures: [columns], slashedDates: dateColumn,
      hasIdleTypes: saysDirection, signedColumn: signedColumn, signsOfKinds: KindSigns(self)
    ) { table in
      let words = MappedWords(map, in: table)
      let classes = ClassColumns(of: table.header, nextTo: map)
      return table.readMany { record throws(RefusalReason) in
        if let reason = classes.reasonToLeaveOut(record) { return [.leftOut(reason)] }
        return try MappedRow(map: map, record: record, words: words).meanings()
      }
    }
  }

  /// Whether it maps the kind or both sides, so another type column can be ignored.
  private var saysDirection: Bool { has(.side) || has(.received) || has(.spent) }

  /// The order of day and month, if set.
  var dateOrder: DateOrder? {
    switch literal(.dates)?.lowercased() {
    case "day/month": .dayFirst
    case "month/day": .monthFirst
    case "year/month": .yearFirst
    default: nil
    }
  }

  /// The zone of times without one, if set.
  var namedZone: Zone? { literal(.zone).flatMap { Zone(mapped: $0) } }

  /// The zone named in the heading of the times.
  var zoneInHeading: String? {
    [.time, .date].lazy.compactMap { column($0) }.compactMap { Zone.mapped(inHeading: $0) }.first
  }

  /// An ambiguous zone abbreviation in that heading, if the map sets no zone.
  var ambiguousZone: String? {
    guard !has(.zone), zoneInHeading == nil else { return nil }
    return [.time, .date].lazy.compactMap { column($0) }
      .compactMap { Zone.unclear(inHeading: $0) }.first
  }

  /// The words for kinds of rows: common ones and the user's own.
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

  /// The user's words for a kind, in lower case.
  func words(of field: Field) -> Set<String> {
    Set((literal(field) ?? "").split(separator: "|").map { $0.trimmed.lowercased() })
  }
}

/// One row read by a map.
struct MappedRow {
  let map: ColumnMap
  let record: CSVRecord
  let words: MappedWords

  /// The meaning of the row, plus a separate one for a move's fee in another coin.
  func meanings() throws(RefusalReason) -> [RowMeaning] {
    if let reason = try unfilledReason(text(.status), done: words.done) {
      // The part filled before an order was canceled counts.
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
    // If the pair has the coin second, a separate column names it.
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
    // If only money moved, no coin entered or left, regardless of the sign.
    if base.isUnambiguousFiat, kind.movesCoins, quote == base || quote == nil && !kind.isTrade {
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

  /// Both sides of the pair, or the single coin in its column.
  private func pair() throws(RefusalReason) -> (base: Asset, quote: Asset?)? {
    let text = text(.pair)
    guard !text.isEmpty else { return nil }
    switch try words.pairs.value(of: text) {
    case .both(let base, let quote): return (base, quote)
    case .alone(let base):
      // If another column names a coin, this may be the payment.
      if let coin = asset(.coin), coin != base { throw .unknownCoin(text) }
      return (base, nil)
    }
  }

  /// Refuses a row whose word has no direction, unless the map uses the amount's sign, and one
  /// whose sign contradicts its word.
  private func checkSign(
    _ kind: RowKind, _ word: String, _ signed: ExactDecimal
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
    // The sign shows the side only if all rows are trades; in a conversion it means something else.
    if kind == .trade {
      throw .noDirection(word: word, one: "buy", other: "sell", bySign: "trade")
    }
    if kind == .move, signed > 0 {
      throw .noDirection(word: word, one: "deposit", other: "withdrawal", bySign: "move")
    }
  }

  /// The amount paid or received, excluding the fee.
  private func total(
    of amount: ExactDecimal, _ quote: Asset, fees: [AssetAmount], isBuy: Bool
  ) throws(RefusalReason) -> ExactDecimal {
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

  /// The stated value of coins that were deposited or withdrawn.
  func worth(of amount: ExactDecimal, _ quote: Asset) throws(RefusalReason) -> ExactDecimal? {
    for field in [ColumnMap.Field.total, .net] {
      if let worth = try number(field, unit: quote), worth != 0 { return worth }
    }
    guard let price = try number(.price, unit: quote) else { return nil }
    return try exactProduct(amount, abs(price), column: name(.price))
  }

  /// The kind of the row, and the file's word for it.
  func kind() throws(RefusalReason) -> (RowKind, String) {
    let word = try filled(.side)
    return (try words.kinds.value(of: word), word)
  }

  private func date() throws(RefusalReason) -> Date {
    let time = text(.time)
    var text = try filled(.date) + (time.isEmpty ? "" : " \(time)")
    // The user's zone overrides an ambiguous abbreviation.
    if map.namedZone != nil, let letters = ambiguousZone(after: text) {
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
    // Some write the name after the ticker: `SOL (Solana)`.
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
  ) throws(RefusalReason) -> ExactDecimal? {
    var text = text(field)
    // Fast path: nearly every number has no unit.
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
    let number = try record.fileNumber(text, column: name(field))
    guard let number, let digits = words.digits[field], unit?.name == "BTC" else { return number }
    return try exactProduct(number, ExactDecimal(smallUnit: digits), column: name(field))
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

  /// The name of the field in messages: its column if mapped.
  func name(_ field: ColumnMap.Field) -> String {
    if case .column(let name) = map.sources[field] { name } else { field.rawValue }
  }
}

/// Rows with both sides of a trade.
extension MappedRow {
  /// The meanings of such a row.
  func twoSides(_ start: TradeFacts) throws(RefusalReason) -> [RowMeaning] {
    var facts = start
    facts.received = try quantity(.received, .receivedCoin)
    facts.spent = try quantity(.spent, .spentCoin)
    let named = try kind(ofSides: facts)
    try addPrices(&facts, of: named?.0)
    facts.fees = try feesOfSides([facts.spent, facts.received].compactMap { $0 })
    if let (kind, word) = named {
      try checkSides(of: facts, kind, word)
      // Regardless of its name, one asset given for another is a trade.
      if let received = facts.received, let spent = facts.spent, received.asset != spent.asset,
        kind.isMove
      {
        return try facts.meanings(.trade, word: word)
      }
      // A spent amount may be in the received column, with its value in the other.
      if kind == .payment || kind == .fee, facts.spent?.asset.isFiat ?? true,
        facts.received?.asset.isFiat == false
      {
        (facts.spent, facts.received) = (facts.received, facts.spent)
      }
      return try facts.meanings(kind, word: word)
    }
    if facts.received != nil, facts.spent != nil {
      return try facts.meanings(.trade, word: "trade")
    }
    return try facts.meanings(facts.received == nil ? .withdrawal : .deposit, word: "move")
  }

  /// The kind of a one-sided row and the word for it, from its type or label.
  private func kind(ofSides facts: TradeFacts) throws(RefusalReason) -> (RowKind, String)? {
    let isOut = facts.received == nil
    if map.has(.side) {
      let (kind, word) = try kind()
      return facts.received != nil && facts.spent != nil
        ? (kind, word) : try labeled(kind, word, isOut: isOut)
    }
    guard facts.received == nil || facts.spent == nil, map.has(.label) else { return nil }
    return try labeled(isOut ? .withdrawal : .deposit, "move", isOut: isOut)
  }

  /// Refuses a purchase that received money, and a sale that cost money.
  private func checkSides(
    of facts: TradeFacts, _ kind: RowKind, _ word: String
  ) throws(RefusalReason) {
    guard let received = facts.received?.asset, let spent = facts.spent?.asset,
      received.isFiat != spent.isFiat, kind == (received.isFiat ? .buy : .sell)
    else { return }
    throw .againstSides(word, received: received.name, spent: spent.name)
  }

  /// Applies the prices: as the amount paid or received if the row has only one side, else as the
  /// coins' value.
  private func addPrices(_ facts: inout TradeFacts, of kind: RowKind?) throws(RefusalReason) {
    switch (facts.received, facts.spent) {
    case (let received?, let spent?):
      // If a side is money, that amount is the coins' value.
      guard !received.asset.isFiat, !spent.asset.isFiat, facts.dollars == nil else { return }
      for (side, price) in [(spent, ColumnMap.Field.spentPrice), (received, .receivedPrice)] {
        guard let worth = try worth(of: side, by: price) else { continue }
        return facts.worth(worth.amount, worth.asset)
      }
    case (let side?, nil), (nil, let side?):
      guard let kind, !kind.isMove, !side.asset.isFiat else { return }
      let isIn = facts.received != nil
      var own = try worth(of: side, by: isIn ? .receivedPrice : .spentPrice)
      if own == nil { own = try worth(ofAlone: side) }
      guard let worth = own else { return }
      if isIn, kind == .buy {
        facts.spent = worth
      } else if !isIn, kind == .sell {
        facts.received = worth
      } else if facts.dollars == nil {
        facts.worth(worth.amount, worth.asset)
      }
    case (nil, nil): return
    }
  }

  /// The value of one side at its coin's price.
  private func worth(
    of side: AssetAmount, by price: ColumnMap.Field
  ) throws(RefusalReason) -> AssetAmount? {
    let money = asset(.currency)
    guard let each = try number(price, unit: money), each != 0 else { return nil }
    guard let money else { throw .missingCell(name(.currency)) }
    let worth = try exactProduct(side.amount, abs(each), column: name(price))
    return AssetAmount(amount: worth, asset: money)
  }

  /// The value of a row's only side, by its total or its price.
  private func worth(ofAlone side: AssetAmount) throws(RefusalReason) -> AssetAmount? {
    let money = asset(.currency)
    guard let worth = try worth(of: side.amount, money ?? .dollar), worth != 0 else { return nil }
    guard let money else { throw .missingCell(name(.currency)) }
    return AssetAmount(amount: abs(worth), asset: money)
  }

  private func quantity(
    _ amount: ColumnMap.Field, _ coin: ColumnMap.Field
  ) throws(RefusalReason) -> AssetAmount? {
    guard let asset = asset(coin), let number = try number(amount, unit: asset), number != 0 else {
      return nil
    }
    return AssetAmount(amount: abs(number), asset: asset)
  }
}

/// The fees of a row.
extension MappedRow {
  /// The fee, in the given currency if no field names one.
  func fees(_ currency: Asset?) throws(RefusalReason) -> [AssetAmount] {
    let own = asset(.feeCurrency) ?? currency
    guard let own else { return [] }
    var fees: [AssetAmount] = []
    if let fee = try number(.fee, unit: own), fee != 0 {
      fees.append(AssetAmount(amount: try charged(fee), asset: own))
    }
    if let fee = try number(.secondFee, unit: own), fee != 0 {
      // Signs are compared across all rows only for the main fee column.
      guard fee > 0 || map.has(.fees) else { throw .feeOfOtherSign(fee) }
      fees.append(AssetAmount(amount: try charged(fee), asset: own))
    }
    return fees
  }

  /// The fee of a deposit or withdrawal in a file with prices in a currency.
  ///
  /// Without a unit, a fee with more than two decimal places is in the coin, like network fees, and
  /// one larger than the amount is in money. Anything else is ambiguous.
  func fees(ofMoved coins: AssetAmount, money: Asset?) throws(RefusalReason) -> [AssetAmount] {
    guard let money, money != coins.asset, asset(.feeCurrency) == nil, !words.namesUnitOfFee else {
      return try fees(money ?? coins.asset)
    }
    let fees = try fees(coins.asset)
    guard let largest = fees.map({ abs($0.amount) }).max() else { return [] }
    if largest > coins.amount { return try self.fees(money) }
    guard !largest.isOfWholeCents || words.isNetworkFee else { throw .feeWithoutUnit(largest) }
    return fees
  }

  /// A fee normalized so that charges are positive and rebates negative.
  private func charged(_ fee: ExactDecimal) throws(RefusalReason) -> ExactDecimal {
    switch words.feeRule {
    case .charged: return abs(fee)
    case .belowIsRebate: return fee
    case .aboveIsRebate: return -fee
    case .unclear(let below, let above):
      guard fee < 0 ? !below : !above else { throw .feeOfOtherSign(fee) }
      return abs(fee)
    }
  }

  /// The fee in the coin traded.
  func coinFee(_ coin: Asset) throws(RefusalReason) -> [AssetAmount] {
    guard let fee = try number(.coinFee, unit: coin), fee != 0 else { return [] }
    return [AssetAmount(amount: abs(fee), asset: coin)]
  }

  /// The fees of a row with both sides.
  ///
  /// A fee without a unit is in the money of one side, never in the coins traded.
  func feesOfSides(_ sides: [AssetAmount]) throws(RefusalReason) -> [AssetAmount] {
    var charged: [AssetAmount] = []
    if let coin = sides.first(where: { !$0.asset.isMoney }) { charged = try coinFee(coin.asset) }
    guard asset(.feeCurrency) == nil else { return charged + (try fees(nil)) }
    let money = sides.first(where: \.asset.isFiat).map { [$0] } ?? sides.filter(\.asset.isMoney)
    let side = money.count == 1 ? money[0] : sides.count == 1 ? sides[0] : nil
    guard let side else {
      if let fee = try number(.fee), fee != 0 { throw .feeWithoutUnit(fee) }
      return charged
    }
    charged += try fees(side.asset)
    // Coins that were only sent or received never pay a fee larger than themselves.
    if let fee = charged.last, sides.count == 1, money.isEmpty, fee.amount > side.amount {
      throw .feeWithoutUnit(fee.amount)
    }
    if sides.count > 1 { try check(charged, of: side, for: sides) }
    return charged
  }

  /// Refuses a fee without a unit if, as money, it would be less than a thousandth of a percent of
  /// the payment, because it may be in coins.
  ///
  /// For whole cents the limit is a hundredth of that.
  func check(
    _ fees: [AssetAmount], of money: AssetAmount, for sides: [AssetAmount]
  ) throws(RefusalReason) {
    guard money.asset.isMoney, sides.contains(where: { !$0.asset.isMoney }),
      !words.namesUnitOfFee, asset(.feeCurrency) == nil,
      let fee = fees.first(where: { $0.asset == money.asset }),
      abs(fee.amount) * (fee.amount.isOfWholeCents ? 10_000_000 : 100_000) < money.amount
    else { return }
    throw .feeWithoutUnit(fee.amount)
  }
}

extension ExactDecimal {
  /// Whether it has at most two decimal places.
  fileprivate var isOfWholeCents: Bool { rounded(places: 2) == self }
}

extension MappedRow {
  /// The kind of a deposit or withdrawal according to its label; other kinds are unchanged.
  ///
  /// - Parameter isOut: Whether coins left.
  /// - Throws: ``RefusalReason/unknownLabel(_:isOut:)`` for a label with no meaning in this
  ///   direction.
  func labeled(
    _ kind: RowKind, _ word: String, isOut: Bool
  ) throws(RefusalReason) -> (RowKind, String) {
    let label = text(.label)
    guard kind.isMove, !label.isEmpty else { return (kind, word) }
    switch map.kinds.kind(ofWord: label) ?? map.ownKinds["*"] {
    case .deposit, .withdrawal, .move, .returned: return (kind, word)
    case .gift: return (isOut ? .payment : .gift, label)
    case .reward where !isOut: return (.reward, label)
    case .payment where isOut: return (.payment, label)
    case .fee where isOut: return (.fee, label)
    case .nothing: return (.nothing, label)
    default: throw .unknownLabel(label, isOut: isOut)
    }
  }
}

/// The meaning of a cell in a column of pairs.
enum MappedPair {
  /// The traded asset and the quote asset.
  case both(Asset, Asset)
  /// The traded asset; another column has the quote asset.
  case alone(Asset)
}

/// Memoized meanings of words that repeat in many rows.
struct MappedWords {
  let kinds: Memo<RowKind, RefusalReason>
  let pairs: Memo<MappedPair, RefusalReason>
  /// Words whose rows are trades or moves depending on the amount's sign.
  let bySign: Set<String>
  /// The meaning of the signs of fees.
  let feeRule: FeeRule
  /// The signs of outgoing amounts, by word.
  let signs: KindSigns?
  /// Whether the heading of the fee names its unit.
  let namesUnitOfFee: Bool
  /// Whether the map's single currency only completes pairs without one: no heading says that all
  /// figures are in it.
  let fillsCurrency: Bool
  /// Whether the heading of the fee means a network fee.
  let isNetworkFee: Bool
  /// The decimal places of bitcoin units, by field.
  let digits: [ColumnMap.Field: Int]
  /// Whether the amounts are the filled parts of orders.
  let isFilled: Bool
  /// Prefixes of states that mean execution.
  let done: [String]

  init(_ map: ColumnMap, in table: CSVTable) {
    feeRule = FeeRule(map, in: table)
    signs = KindSigns(map, in: table)
    namesUnitOfFee = map.column(.fee).map { HeadingWords($0).unit != nil } ?? false
    let headings = [.total, .net, .price].compactMap { map.column($0) }.map(HeadingWords.init)
    fillsCurrency =
      map.literal(.currency).map { money in !headings.contains { $0.unit == money.uppercased() } }
      ?? false
    isNetworkFee =
      map.column(.fee).map { fee in
        ["network", "netzwerk", "miner", "blockchain"].contains { fee.contains($0) }
      } ?? false
    digits = map.unitDigits
    // For a partial fill, a column of filled amounts has the executed part.
    let amount = map.column(.amount) ?? ""
    isFilled = ["fill", "exec"].contains { amount.contains($0) }
    done = [""] + KindTable.doneWords + (isFilled ? ["partial"] : [])
    bySign = map.words(of: .trade).union(map.words(of: .move))
    let table = map.kinds
    let order = map.literal(.pairs)?.lowercased()
    let mayBeReversed = order == nil && !map.has(.coin)
    pairs = Memo { text throws(RefusalReason) in
      guard !Asset.isAlone(text) else { return .alone(Asset(symbol: text)) }
      let pair = try Asset.pair(text)
      if order == "quote/base" { return .both(pair.quote, pair.base) }
      // A pair with money as its base is reversed: some exchanges write the payment first.
      guard !mayBeReversed || !pair.base.isMoney || pair.quote.isMoney else {
        throw .unclearPair(text)
      }
      return .both(pair.base, pair.quote)
    }
    kinds = Memo { word throws(RefusalReason) in
      guard let kind = table.kind(ofWord: word) ?? table["*"] else { throw .unknownKind(word) }
      return kind
    }
  }
}

/// Columns that classify each row as a coin, share or fund, as multi-asset brokers and trackers
/// have, or that mark borrowed coins.
struct ClassColumns {
  private let classes: [String]
  private let flagsOfLoans: [String]

  /// - Parameter map: The map, whose columns are excluded.
  init(of header: CSVHeader, nextTo map: ColumnMap) {
    let unread = Set(header.columns.keys).subtracting(map.columns).sorted()
    classes = unread.filter { Self.names.contains(HeadingWords($0).text) }
    flagsOfLoans = unread.filter { Self.namesOfLoans.contains(HeadingWords($0).text) }
  }

  /// Why a row is not about coins of the owner, or `nil`.
  func reasonToLeaveOut(_ record: CSVRecord) -> LeftOutReason? {
    let word = classes.lazy.map { record[$0] }.first {
      Self.otherThings.contains($0.lowercased())
    }
    if let word { return .notACoin(word) }
    return flagsOfLoans.first { Self.affirmations.contains(record[$0].lowercased()) }
      .map { .derivative($0) }
  }

  private static let namesOfLoans: Set<String> = [
    "margin", "marginorder", "margintrade", "margintrading", "ismargin", "ismarginorder",
    "ismargintrade", "leveraged", "isleveraged",
  ]

  private static let affirmations: Set<String> = ["true", "yes", "y"]

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

extension ColumnMap {
  /// The decimal places of bitcoin units, by the headings of columns.
  ///
  /// For `Amount (sats)` it is 8. Columns of whole coins are absent.
  var unitDigits: [Field: Int] {
    var digits: [Field: Int] = [:]
    for field in Field.allCases {
      guard let column = column(field) else { continue }
      let small = HeadingWords(column).digits
      if small > 0 { digits[field] = small }
    }
    return digits
  }
}

extension ExactDecimal {
  /// A unit with decimal places: 0.001 for 3.
  init(smallUnit digits: Int) { self.init(1, exponent: -digits) }
}
