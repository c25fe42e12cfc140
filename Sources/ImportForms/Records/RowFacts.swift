import Exact
import FoundationEssentials
import Import
public import ImportText
import Portfolio

/// The context of a row, in addition to its reader's result.
struct RowContext {
  /// The form, the file and the default account.
  let file: FileContext
  /// The line.
  let line: Int
  /// A digest of the row's cells.
  let cells: String
  /// The cells themselves, which show the precision of the clock.
  let texts: [String]
  /// The owner named in the row, or empty.
  let owner: String
}

/// Properties shared by all rows of a file.
final class FileContext: Sendable {
  /// The name of the form.
  let form: FormName
  /// The digest of the file.
  let digest: String
  /// The account of rows without one, or empty.
  let exchange: String
  /// The account that the user set, which applies to every row.
  let account: String?
  /// The kind of the form's ids.
  let ids: IDSpace.Kind
  /// Whether no other report has these ids.
  let hasOwnIDs: Bool
  /// Whether the ids identify nothing in another file.
  let idsAreRowNumbers: Bool
  /// The maximum delay of the form's instants, in microseconds.
  let lateness: Int64
  /// As ``FormDeclaration/currencyDecimals``.
  let currencyDecimals: Int?

  init(reader: FormatReader, form: FormName, digest: String, account: String?) {
    self.form = form
    (self.digest, self.account) = (digest, account)
    lateness = Int64(reader.declares.secondsLate) * PrintedInstant.second
    currencyDecimals = reader.declares.currencyDecimals
    exchange = reader.format.account ?? ""
    ids = reader.declares.ids ?? (reader.format.idsAreUnique ? .trade : .order)
    hasOwnIDs = reader.declares.hasOwnIDs
    idsAreRowNumbers = reader.declares.idsAreRowNumbers
  }
}

extension RowContext {
  func instant(_ date: Date) -> PrintedInstant {
    PrintedInstant(
      at: Int64(date.millisecondsSince1970) * 1000, width: clockWidth(of: texts, at: date))
  }

  /// The end of a reference to coins that were returned.
  static let ofReturn = "#2"

  func scope(_ account: String) -> Import.Scope {
    Import.Scope(account: file.account ?? (account.isEmpty ? file.exchange : account), owner: owner)
  }

  func source(part: Int) -> FactSource {
    FactSource(form: file.form.text, file: file.digest, line: line, part: part, cells: cells)
  }

  /// The ids of a row: from a reference such as `kraken TABC`, and a hash.
  ///
  /// Returned coins have the id of their withdrawal, numbered as its second move.
  func ids(reference: String, hash: String) -> [IDSpace: String] {
    var ids: [IDSpace: String] = [:]
    if !file.idsAreRowNumbers, let space = reference.firstIndex(of: " ") {
      var id = String(reference[reference.index(after: space)...])
      if id.hasSuffix(Self.ofReturn) { id.removeLast(Self.ofReturn.count) }
      ids[IDSpace(file.hasOwnIDs ? file.form.format : String(reference[..<space]), file.ids)] = id
      if file.ids == .trade { ids[.rows(of: file.form.format)] = id }
    }
    if !hash.isEmpty { ids[.hash] = hash }
    return ids
  }
}

extension RowResult {
  /// The facts of a result; none for a row that was left out or refused.
  ///
  /// - Parameter part: The index of the first of them among the facts of the row.
  func facts(_ row: RowContext, part: Int) -> [Fact] {
    switch self {
    case .trade(let facts): facts.fact(row, part: part).map { [$0] } ?? []
    case .move(let facts): facts.facts(row, part: part)
    case .entry(let entry): [entry.fact(row, part: part)]
    case .record(let record): record.facts(row, part: part)
    case .leftOut, .refused: []
    }
  }
}

extension Fact {
  /// Records that the form rounds amounts of currencies; one with more decimals is not rounded.
  mutating func roundCurrencies(toDecimals decimals: Int) {
    let tolerance = Quantity(ExactDecimal(5, exponent: -decimals - 1))
    func isRounded(_ amount: Amount?) -> Bool {
      amount.map {
        FiatCurrency.known.contains($0.asset) && $0.value.rounded(places: decimals) == $0.value
      } ?? false
    }
    if isRounded(amount) { amount.tolerance = tolerance }
    if isRounded(counter) { counter?.tolerance = tolerance }
    if isRounded(fee) { fee?.tolerance = tolerance }
  }
}

extension TradeFacts {
  fileprivate func fact(_ row: RowContext, part: Int) -> Fact? {
    let role: Role
    let (side, other): (Amount, Amount?)
    let trade = separatingFees(isTracker: row.file.exchange.isEmpty)
    switch (trade.received, trade.spent) {
    case (let received?, let spent?):
      (role, side, other) = (.trade, received.signed, spent.signed.opposite)
    case (let received?, nil):
      role = isGift ? .gift : category == .trade ? .exchange : .reward
      (side, other) = (received.signed, nil)
    case (nil, let spent?):
      role = category == .fee ? .cost : category == .trade ? .exchange : .payment
      (side, other) = (spent.signed.opposite, nil)
    case (nil, nil): return nil
    }
    let charged = trade.fees.filter { $0.amount != 0 }.map(\.signed)
    let held = balances.first { $0.asset.text == side.asset }
    let instant = row.instant(date)
    return Fact(
      source: row.source(part: part), scope: row.scope(account), role: role,
      instant: instant, amount: side, counter: other, fee: charged.first,
      otherFees: Array(charged.dropFirst()), ids: row.ids(reference: reference, hash: hash),
      orderStart: isSum ? instant.at - row.file.lateness : nil,
      balance: isAside ? nil : held.map { Quantity($0.amount) },
      lone: isFeeOfWithdrawal ? .withdrawal : nil, worth: worth)
  }

  /// The balance change of a contract's result, including its fee; `nil` if it is in fiat or zero.
  func settlement(_ row: RowContext, part: Int) -> Fact? {
    let side = received?.signed ?? spent?.signed.opposite
    guard let asset = received?.asset ?? spent?.asset ?? fees.first?.asset, !asset.isUnambiguousFiat
    else { return nil }
    var amount = side ?? Amount(asset.text, .zero)
    for fee in fees where fee.asset == asset {
      amount.value = amount.value - Quantity(fee.amount)
    }
    guard !amount.value.isZero else { return nil }
    return Fact(
      source: row.source(part: part), scope: row.scope(account), role: .settlement,
      instant: row.instant(date), amount: amount, ids: row.ids(reference: reference, hash: hash))
  }

  private var worth: StatedWorth? {
    let worth = StatedWorth(
      dollars: dollars.map { Cost($0) },
      other: native.flatMap { $0.asset == .dollar ? nil : $0.signed },
      price: price.map { Price($0) }, fee: feeWorth?.signed)
    return worth == StatedWorth() ? nil : worth
  }
}

extension MoveFacts {
  fileprivate func facts(_ row: RowContext, part: Int) -> [Fact] {
    let isOut = quantity.amount < 0
    var amount = quantity.signed
    // The amount withdrawn includes the fee.
    if isOut { amount.value = amount.value - Quantity(fee) }
    var move = Fact(
      source: row.source(part: part), scope: row.scope(account),
      role: isOut ? .withdrawal : isReturned ? .returned : .deposit, instant: row.instant(date),
      amount: amount,
      fee: fee == 0 ? nil : Amount(quantity.asset.text, Quantity(fee)),
      ids: row.ids(reference: reference, hash: hash),
      balance: isAside ? nil : balance.map { Quantity($0) })
    guard !otherAccount.isEmpty else { return [move] }
    // The row names both accounts: an id shared by its two halves makes them one transfer.
    if hash.isEmpty { move.ids[.hash] = "row \(row.cells)" }
    var other = move
    other.source.part = part + 1
    other.scope = Import.Scope(account: otherAccount, owner: row.owner)
    other.role = isOut ? .deposit : .withdrawal
    other.amount = AssetAmount(amount: -quantity.amount, asset: quantity.asset).signed
    (other.fee, other.balance) = (nil, nil)
    return [move, other]
  }
}

extension ImportedEntry {
  fileprivate func fact(_ row: RowContext, part: Int) -> Fact {
    let isIn = transaction.type != .sell
    let amount = transaction.amount
    let role: Role =
      switch transaction.kind {
      case .buy, .sell: .trade
      case .reward: .reward
      case .gift: .gift
      case .give, .spend: .payment
      case .lost, .fee: .cost
      default: .exchange
      }
    let paid = transaction.payment.map { Amount($0.currency, Quantity($0.amount)) }
    let dollars = transaction.pricePerCoin * amount
    let money = paid ?? Amount("USD", Quantity(dollars.number))
    let fee = transaction.fee.map { fee in
      Amount(feeAsset(fee.currency ?? money.asset), Quantity(fee.amount))
    }
    var own = transaction
    own.account = row.file.account ?? own.account
    return Fact(
      source: row.source(part: part), scope: row.scope(transaction.account ?? ""), role: role,
      instant: row.instant(transaction.date), amount: Amount(asset.text, isIn ? amount : -amount),
      counter: role == .trade ? (isIn ? money.opposite : money) : nil, fee: fee,
      ids: hasId ? [IDSpace.rows(of: row.file.form.format): transaction.id.uuidString] : [:],
      worth: dollars.isZero
        ? nil : StatedWorth(dollars: dollars, price: transaction.pricePerCoin),
      own: hasFeeToValue ? nil : OwnRow(.transaction(own), hasID: hasId),
      legacyReference: own.reference?.ofEvent.text)
  }

  /// The asset of a fee: currencies and tickers are in capitals, ids of coins in small letters.
  private func feeAsset(_ currency: String) -> String {
    if currency == transaction.coinId { return asset.text }
    guard currency == currency.lowercased() else { return currency }
    return (hasId ? Asset.id(currency) : .idOrSymbol(currency)).text
  }

  /// Whether a person wrote a fee in another currency or coin without its worth, which the ledger
  /// values as it does those of other files.
  private var hasFeeToValue: Bool {
    guard !hasId, let fee = transaction.fee, fee.rate == nil, let currency = fee.currency else {
      return false
    }
    return currency != transaction.payment?.currency ?? usDollarCode
      && currency != transaction.coinId
  }
}

extension MoveRecord {
  fileprivate func facts(_ row: RowContext, part: Int) -> [Fact] {
    let facts = MoveFacts(
      source: source, date: move.date,
      quantity: AssetAmount(amount: move.amount.number, asset: .id(move.coinId)),
      fee: move.fee.number,
      account: move.account, hash: move.hash ?? "")
    return facts.facts(row, part: part).map { fact in
      var fact = fact
      if hasId { fact.ids[.rows(of: row.file.form.format)] = move.id.uuidString }
      var own = move
      own.account = row.file.account ?? own.account
      fact.own = OwnRow(.move(own), hasID: hasId)
      fact.legacyReference = own.reference?.ofEvent.text
      return fact
    }
  }
}

extension Leg {
  /// The row as a leg of a trade or a fee, with its role if no trade includes it.
  func legs(_ row: RowContext, part: Int) -> [Fact] {
    var ids = row.ids(reference: reference, hash: hash)
    ids[.rows(of: row.file.form.format)] = id.isEmpty ? nil : id
    let own = fee == 0 ? [] : [AssetAmount(amount: fee, asset: asset).signed]
    let fees = own + (otherFee.map { $0.amount == 0 ? [] : [$0.signed] } ?? [])
    let isFeeAlone = isFee || change == 0 && !fees.isEmpty
    var leg = Fact(
      source: row.source(part: part), scope: row.scope(account), role: .trade,
      instant: row.instant(date), amount: Amount(asset.text, Quantity(change)),
      fee: fees.first, otherFees: Array(fees.dropFirst()), ids: ids,
      balance: isAside ? nil : balance.map { Quantity($0) }, group: key, lone: role,
      half: nearHalf, worth: worth)
    if let other {
      let counter = other.signed
      leg.counter = (change < 0) == (other.amount < 0) ? counter.opposite : counter
    }
    if lone == .back { (leg.role, leg.lone) = (.inside, nil) }
    if lone == .sent, let role = leg.lone {
      // Rows with the id of one withdrawal are separate moves.
      (leg.role, leg.lone, leg.group) = (role, nil, "")
      if role == .withdrawal { leg.amount.value = leg.amount.value - Quantity(fee) }
    }
    guard isFeeAlone else { return [leg] }
    return fees.enumerated().map { index, fee in
      leg.source.part = part + index
      (leg.role, leg.amount, leg.lone) = (.fee, fee.opposite, .cost)
      (leg.fee, leg.otherFees, leg.worth) = (nil, [], nil)
      return leg
    }
  }

  private var worth: StatedWorth? {
    guard dollars != nil || native != nil else { return nil }
    return StatedWorth(
      dollars: dollars.map { Cost($0) },
      other: native.flatMap { $0.asset == .dollar ? nil : $0.signed })
  }

  private var nearHalf: NearHalf? {
    if let half { return NearHalf(name: half.name, within: Int64(half.seconds) * 1_000_000) }
    return joinsNear ? NearHalf(name: "near \(words)", within: 2_000_000) : nil
  }

  /// The role of the row if its key does not form a trade; `nil` if it is half of one.
  private var role: Role? {
    let move: Role = change < 0 ? .withdrawal : isReturned ? .returned : .deposit
    // Fiat moves do not change holdings, nor do trades reported elsewhere.
    if isReportedElsewhere, other == nil { return .inside }
    if lone != nil, asset.isUnambiguousFiat { return .inside }
    switch lone {
    case .airdropOrWithdrawal: return change > 0 && !asset.isFiat ? .reward : .withdrawal
    case .inside: return .inside
    case .unpaid, .sent, .moved, .back: return move
    case .taken: return .payment
    case .refused: return nil
    case nil: return mayStandAlone ? .exchange : nil
    }
  }
}

extension AssetAmount {
  /// The quantity as a signed amount of a fact.
  var signed: Amount { Amount(asset.text, Quantity(amount)) }
}

extension Asset {
  /// The asset with the fact name ``text``.
  ///
  /// - Parameter coinName: The coin's name in the file, or `nil`.
  public init(factName text: String, coinName: String? = nil) {
    func rest(_ prefix: String) -> String { String(text.dropFirst(prefix.count)) }
    if text.hasPrefix("id:") {
      self = .id(rest("id:"))
    } else if text.hasPrefix("coin:") {
      self = .idOrSymbol(rest("coin:"))
    } else {
      let parts = text.split(separator: "@", maxSplits: 1)
      if parts.count == 2 {
        self = .token(String(parts[0]), name: coinName ?? "", contract: String(parts[1]))
      } else {
        self = FiatCurrency.isCode(text) ? .fiat(text) : .symbol(text, name: coinName)
      }
    }
  }
}

extension Amount {
  fileprivate var opposite: Amount { Amount(asset, -value, tolerance: tolerance) }
}

extension Asset {
  /// The asset's name in facts: a ticker or code, `ticker@contract` for a token, `id:bitcoin` or
  /// `coin:bitcoin` for a cell in bitpal's own columns.
  public var text: String {
    switch self {
    case .fiat(let code): code
    case .symbol(let ticker, _): ticker
    case .token(let ticker, _, let contract): "\(ticker)@\(contract)"
    case .id(let id): "id:\(id)"
    case .idOrSymbol(let text): "coin:\(text)"
    }
  }
}
