import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// A format with one row per event: declares which column holds which fact.
///
/// Column names are in lower case; a name ending in `*` means the first column with that prefix.
struct TableFormat: Sendable {
  /// The unit of a number.
  enum Unit: Sendable {
    /// The currency or coin in a column.
    case column(String)
    /// The unit in a column, or the given one if that is empty or `N/A`.
    case columnOr(String, String)
    /// The unit in the first column, or in the second if that is empty or `-`.
    case either(String, String)
    /// Always the same one.
    case of(String)
    /// Written next to the number, such as `0.5 BTC`.
    case glued
    /// A side of the pair, the first or the second.
    case base, quote
    /// The unit in brackets in the heading of the number's column, such as `Amount (BTC)`.
    case heading
    /// The received asset of the row's trade; for fees.
    case received
    /// The first side of the pair, or the unit in a column if there is no pair.
    case baseOr(String)
  }

  /// The meaning of a fee's sign.
  enum FeeSign: Sendable {
    /// Every fee is charged, regardless of its sign.
    case nothing
    /// Negative fees are rebates.
    case belowZeroIsRebate
    /// Negative fees are charged, positive ones are rebates.
    case aboveZeroIsRebate
  }

  /// A number and its unit.
  struct Cell: Sendable {
    let column: String
    let unit: Unit
    init(_ column: String, _ unit: Unit) { (self.column, self.unit) = (column, unit) }
  }

  /// The columns that distinguish the form from others.
  let columns: [String]
  /// Whether a file of this form has no other columns; see ``FormatReader/isWhole``.
  var isWhole = false
  /// Whether only their order distinguishes columns with the same name; see
  /// ``FormatReader/isOrdered``.
  var isOrdered = false
  /// Columns that a file of this form never has; see ``FormatReader/absent``.
  var absent: [String] = []
  /// Whether its times are the customer's local times; see ``FormatReader/hasLocalTimes``.
  var hasLocalTimes = false
  /// Properties of its rows that matching needs.
  var declares = FormDeclaration()
  /// The date and time columns.
  var date = ["date"]
  /// The date formats, in addition to all-digit ones, whose order the rows show.
  var forms: [DateFormat] = [.yearFirst, .monthName, .dayMonthName, .weekday, .timeFirst, .unix]
  var zone = Zone.utc
  /// The default zone, because the file names none.
  var usualZone: Zone?
  /// UTC offsets of zone abbreviations that are ambiguous elsewhere, such as `BST`.
  var offsets: [String: String] = [:]
  /// Whether the file name contains the zone; see ``CSVHeader/zoneOfFile(_:)``.
  var isZoneInFileName = false
  /// The state column, and the prefixes of states that mean execution.
  var status: (column: String, done: [String])?
  /// The columns whose words, joined by a space, name the kind of row, if the form has several
  /// kinds.
  var side: [String] = []
  /// The kind of every row if no column names it.
  var kind = RowKind.trade
  /// Words for kinds, in addition to the common ones.
  var kinds: KindTable = [:]
  /// The exchange's tickers that differ from the common ones.
  var tickers: [String: String] = [:]
  var pair: String?
  /// Whether the pair names the payment first, such as `BTC-LTC`.
  var isQuoteFirst = false
  /// Whether a pair without a slash is a contract, not coins.
  var hasContracts = false
  /// The traded amount and its price: one column each for both sides.
  var amount: Cell?
  var money: Cell?
  /// The price of one coin, if no column has the total.
  var price: String?
  /// The received and spent amounts, if each has a column.
  var received: Cell?
  var spent: Cell?
  var fees: [Cell] = []
  /// The value of the fee.
  var feeWorth: Cell?
  /// Whether the amounts of trades include the fees.
  var includesFees = false
  /// Whether the amounts of moves include the fees; `nil` if the same as for trades.
  var movesIncludeFees: Bool?
  /// The meaning of a fee's sign.
  var feeSign = FeeSign.nothing
  /// Whether a comma groups thousands in every number, so `1,000` is a thousand.
  var groupsThousands = false
  /// Whether a row without money is a move.
  var isMoveWithoutMoney = false
  /// The columns of the row's value; the first that is filled counts.
  var worth: [Cell] = []
  /// The price of one coin.
  var worthOfOne: Cell?
  /// The source word for references, and the id column.
  var id: (source: String, column: String)?
  var hash: String?
  var balance: String?
  var notes: String?
  /// The remark column, and the word in it that marks earned deposits.
  var rewards: (column: String, word: String)?
  var account: String?
  /// The account that coins left, if it has a separate column.
  var accountOut: String?
}

extension FormatReader {
  /// Readers for the forms of one source.
  static func plain(_ format: ImportFormat, _ forms: TableFormat...) -> [FormatReader] {
    forms.map { form in
      FormatReader(
        format: format, signatures: [form.columns], slashedDates: form.date[0],
        isWhole: form.isWhole, isOrdered: form.isOrdered, absent: form.absent,
        hasIdleTypes: form.isLeftOut, hasLocalTimes: form.hasLocalTimes,
        declares: form.declares
      ) { table in
        let form = form.resolved(in: table.header)
        return table.readMany { record throws(RefusalReason) in
          try TableRow(form: form, record: record).meanings()
        }
      }
    }
  }
}

extension TableFormat {
  /// Whether no row of the form is read.
  fileprivate var isLeftOut: Bool {
    switch kind {
    case .derivative, .nothing: side.isEmpty
    default: false
    }
  }

  /// The form with the column names of this file.
  fileprivate func resolved(in header: CSVHeader) -> TableFormat {
    var form = self
    form.date = date.map { header.full($0) }
    if let usualZone { form.zone = header.zone ?? usualZone }
    if let zone = header.headingZone ?? Zone(heading: form.date[0]) { form.zone = zone }
    form.amount = amount?.resolved(in: header)
    form.money = money?.resolved(in: header)
    form.received = received?.resolved(in: header)
    form.spent = spent?.resolved(in: header)
    form.worth = worth.map { $0.resolved(in: header) }
    form.worthOfOne = worthOfOne?.resolved(in: header)
    form.fees = fees.map { $0.resolved(in: header) }
    form.feeWorth = feeWorth?.resolved(in: header)
    form.price = price.map { header.full($0) }
    form.kinds = KindTable.common.merging(kinds) { $1 }
    return form
  }
}

extension TableFormat.Cell {
  fileprivate func resolved(in header: CSVHeader) -> TableFormat.Cell {
    let column = header.full(column)
    guard case .heading = unit, let code = header.unit(of: column) else {
      return TableFormat.Cell(column, unit)
    }
    return TableFormat.Cell(column, .of(code))
  }
}

extension CSVHeader {
  /// The column that a name, or its prefix before `*`, means.
  fileprivate func full(_ name: String) -> String {
    guard name.hasSuffix("*") else { return name }
    return first(prefix: String(name.dropLast())) ?? name
  }
}

extension KindTable {
  /// Words with the same meaning in all forms.
  static let common = KindTable([
    .buy: [
      "buy", "bought", "purchase", "b", "bid", "limit buy", "market buy", "limit_buy",
      "market_buy", "buy limit", "buy_limit", "buy market", "buy_market",
    ],
    .sell: [
      "sell", "sold", "sale", "s", "ask", "limit sell", "market sell", "limit_sell",
      "market_sell", "sell limit", "sell_limit", "sell market", "sell_market",
    ],
    .trade: ["trade", "exchange", "swap", "convert", "conversion"],
    .deposit: ["deposit", "receive", "received", "in", "recv"],
    .withdrawal: ["withdrawal", "withdraw", "withdrawals", "send", "sent", "out"],
    .move: ["transfer"],
    .reward: [
      "reward", "rewards", "staking", "staking reward", "interest", "mining", "cashback",
      "airdrop", "income", "referral", "bonus",
    ],
    .gift: ["gift", "fork"], .payment: ["payment", "spend"], .fee: ["fee"],
  ])
}

/// One row of a plain format.
struct TableRow {
  let form: TableFormat
  let record: CSVRecord

  func meanings() throws(RefusalReason) -> [RowMeaning] {
    if let reason = try reasonToLeaveOut() { return [.leftOut(reason)] }
    var (kind, word) = try kind()
    // Rows that move nothing may have empty cells.
    switch kind {
    case .inside: return [.leftOut(.transfer)]
    case .derivative where !form.declares.settlements.contains(word.lowercased()):
      return [.leftOut(.derivative(word))]
    case .nothing: return [.leftOut(.otherKind(word))]
    default: break
    }
    var facts = TradeFacts(source: record.source, date: try date())
    facts.hash = form.hash.map { record[$0] } ?? ""
    facts.notes = form.notes.map { record[$0] } ?? ""
    facts.reference = form.id.map { record.reference($0.source, $0.column) } ?? ""
    if form.isMoveWithoutMoney, let money = form.money, try signed(money) == nil { kind = .move }
    try fill(&facts, kind)
    guard facts.received != nil || facts.spent != nil else {
      if let money = form.money, let only = try signed(money), only.asset.isFiat {
        return [.leftOut(.fiatOnly(only.asset.name))]
      }
      return [.leftOut(.notCarriedOut(word.isEmpty ? "no amount" : "\(word), no amount"))]
    }
    facts.account = account(facts)
    let charged = try fees(facts)
    let isIncluded =
      kind.isMove ? form.movesIncludeFees ?? form.includesFees : form.includesFees
    if isIncluded { facts.feesIncluded = charged } else { facts.fees = charged }
    if let cell = form.feeWorth, let worth = try signed(cell) {
      facts.feeWorth(worth.amount, worth.asset)
    }
    for worth in form.worth {
      guard let value = try signed(worth), value.amount != 0 else { continue }
      facts.worth(value.amount, value.asset)
      break
    }
    let hasMoney = [facts.received, facts.spent].contains { $0?.asset.isFiat == true }
    if !hasMoney, let worth = try worth(of: try coins(facts)) {
      facts.worth(worth.amount, worth.asset)
    }
    let balance = try form.balance.map { column throws(RefusalReason) in
      try record.number(column)
    }
    return try facts.meanings(kind, word: word, balance: balance ?? nil)
  }

  /// The account that coins entered or left.
  private func account(_ facts: TradeFacts) -> String {
    let own = form.account.map { record[$0] } ?? ""
    guard let column = form.accountOut else { return own }
    let isOut = facts.received.map(\.asset.isFiat) ?? true
    return isOut && !record[column].isEmpty ? record[column] : own.isEmpty ? record[column] : own
  }

  /// The coins that the row's price refers to.
  private func coins(_ facts: TradeFacts) throws(RefusalReason) -> AssetAmount? {
    guard let cell = form.amount else { return facts.received ?? facts.spent }
    return try signed(cell)?.unsigned
  }

  /// The value of coins by the row's price.
  private func worth(of coins: AssetAmount?) throws(RefusalReason) -> AssetAmount? {
    guard let cell = form.worthOfOne, let coins, let price = try signed(cell) else { return nil }
    let amount = try exactProduct(coins.amount, abs(price.amount), column: cell.column)
    return AssetAmount(amount: amount, asset: price.asset)
  }

  private func reasonToLeaveOut() throws(RefusalReason) -> LeftOutReason? {
    if let (column, done) = form.status {
      if let reason = try record.undone(column, done: done) { return reason }
    }
    if form.hasContracts, let column = form.pair, !record[column].contains("/") {
      return .derivative(record[column])
    }
    return nil
  }

  private func kind() throws(RefusalReason) -> (RowKind, String) {
    guard !form.side.isEmpty else {
      switch form.kind {
      case .derivative: return (.derivative, "contract")
      case .nothing: return (.nothing, "not a trade of coins")
      default: return (form.kind, "amount")
      }
    }
    let word = form.side.map { record[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
    guard !word.isEmpty else { throw .missingCell(form.side.joined(separator: ", ")) }
    let kind = try record.kind(word, form.kinds[word.lowercased()])
    if kind == .deposit, let rewards = form.rewards, record[rewards.column].contains(rewards.word) {
      return (.reward, word)
    }
    if kind == .gift, isGivenAway { return (.payment, word) }
    return (kind, word)
  }

  /// Whether the row names an account that coins left but none that they reached.
  private var isGivenAway: Bool {
    guard form.amount != nil, let own = form.account, let other = form.accountOut else {
      return false
    }
    return record[own].isEmpty && !record[other].isEmpty
  }

  /// Sets the sides of the row.
  private func fill(_ facts: inout TradeFacts, _ kind: RowKind) throws(RefusalReason) {
    if let cell = form.received { facts.received = try signed(cell)?.unsigned }
    if let cell = form.spent { facts.spent = try signed(cell)?.unsigned }
    guard let cell = form.amount, let coins = try signed(cell) else { return }
    switch kind {
    case .buy, .sell, .trade:
      let isBuy =
        switch kind {
        case .buy: true
        case .sell: false
        default: coins.amount > 0
        }
      var money = try money(of: coins.amount)
      if money == nil { money = try worth(of: coins.unsigned) }
      guard let money else {
        guard let cell = form.money else { return }
        // An empty cell differs from 0.00.
        if record[cell.column].isEmpty {
          if kind != .trade {
            (facts.received, facts.spent) = isBuy ? (coins.unsigned, nil) : (nil, coins.unsigned)
          }
        } else if cell.isOfUnit {
          let nothing = AssetAmount(amount: 0, asset: try asset(cell.unit, column: cell.column))
          facts.received = isBuy ? coins.unsigned : nothing
          facts.spent = isBuy ? nothing : coins.unsigned
        }
        return
      }
      facts.received = isBuy ? coins.unsigned : money.unsigned
      facts.spent = isBuy ? money.unsigned : coins.unsigned
    case .withdrawal, .payment, .fee: facts.spent = coins.unsigned
    case .deposit, .gift: facts.received = coins.unsigned
    default: facts.addSide(coins.amount, coins.asset)
    }
  }

  private func money(of amount: ExactDecimal) throws(RefusalReason) -> AssetAmount? {
    guard let cell = form.money else { return nil }
    guard let price = form.price else { return try signed(cell) }
    let asset = try asset(cell.unit, column: cell.column)
    guard let value = try number(price, asset) else { return nil }
    return AssetAmount(amount: try exactProduct(abs(amount), value, column: price), asset: asset)
  }

  private func fees(_ facts: TradeFacts) throws(RefusalReason) -> [AssetAmount] {
    var fees: [AssetAmount] = []
    for var cell in form.fees {
      if case .received = cell.unit {
        guard let side = facts.received ?? facts.spent else { continue }
        cell = TableFormat.Cell(cell.column, .of(side.asset.name))
      }
      guard var fee = try signed(cell) else { continue }
      switch form.feeSign {
      case .nothing: fee.amount = abs(fee.amount)
      case .belowZeroIsRebate: break
      case .aboveZeroIsRebate: fee.amount = -fee.amount
      }
      fees.append(fee)
    }
    return fees
  }

  /// A signed number; `nil` if the cell is empty or zero.
  private func signed(_ cell: TableFormat.Cell) throws(RefusalReason) -> AssetAmount? {
    if case .glued = cell.unit {
      let quantity = try record.signedGlued(
        cell.column, groupsThousands: form.groupsThousands)
      return quantity?.amount == 0 ? nil : quantity
    }
    guard record[cell.column].contains(where: { ("1"..."9").contains($0) }) else { return nil }
    let asset = try asset(cell.unit, column: cell.column)
    guard let amount = try number(cell.column, asset), amount != 0 else { return nil }
    return AssetAmount(amount: amount, asset: asset)
  }

  private func number(_ column: String, _ asset: Asset) throws(RefusalReason) -> ExactDecimal? {
    let text = bare(column, asset)
    return try record.fileNumber(
      form.groupsThousands ? record.ungrouped(text) : text, column: column)
  }

  /// The cell without a unit after its number if another column has the unit.
  private func bare(_ column: String, _ asset: Asset) -> String {
    let text = record[column]
    let name = asset.name.uppercased()
    guard text.uppercased().hasSuffix(name) else { return text }
    return text.dropLast(name.count).trimmed
  }

  private func asset(
    _ unit: TableFormat.Unit, column: String
  ) throws(RefusalReason) -> Asset {
    switch unit {
    case .column(let column):
      let asset = try record.asset(column)
      return form.tickers[asset.name].map { Asset(symbol: $0) } ?? asset
    case .columnOr(let column, let symbol):
      return record[column].saysNone ? Asset(symbol: symbol) : try record.asset(column)
    case .either(let column, let other):
      return try record.asset(record[column].saysNone ? other : column)
    case .of(let symbol): return Asset(symbol: symbol)
    case .glued, .heading, .received: throw .missingCell("currency of \(column)")
    case .baseOr(let column):
      if let name = form.pair, !record[name].isEmpty { return try record.pair(name).base }
      return try record.asset(column)
    case .base, .quote:
      guard let name = form.pair else { throw .missingCell("pair") }
      let pair = try record.pair(name)
      if case .base = unit { return form.isQuoteFirst ? pair.quote : pair.base }
      return form.isQuoteFirst ? pair.base : pair.quote
    }
  }

  private func date() throws(RefusalReason) -> Date {
    var parts: [String] = []
    for column in form.date { parts.append(try record.filled(column)) }
    if let last = parts.last?.split(separator: " ").last, let offset = form.offsets[String(last)] {
      parts[parts.count - 1] = parts[parts.count - 1].dropLast(last.count).trimmed + offset
    }
    let zone = form.isZoneInFileName ? try record.header.zoneOfFile(form.date[0]) : form.zone
    return try record.instant(
      parts.joined(separator: " "), form.date[0], form.forms, zone: zone)
  }
}

extension TableFormat.Cell {
  /// Whether the unit is not written next to the number.
  fileprivate var isOfUnit: Bool {
    switch unit {
    case .glued, .heading, .received: false
    default: true
    }
  }
}

extension AssetAmount {
  fileprivate var unsigned: AssetAmount { AssetAmount(amount: abs(amount), asset: asset) }
}
