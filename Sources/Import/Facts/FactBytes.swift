import Exact
import Portfolio

extension [Fact] {
  /// The compact encoding of one record's facts.
  ///
  /// Values that all facts share (form, file, line and cells) are stored with the record. A fact is
  /// its role, a number whose bits say which values follow, and the values; texts and numbers are
  /// prefixed with their length.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(256)
    for fact in self { writer.append(fact) }
    return writer.bytes
  }

  /// Reads ``bytes``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - source: The form, file, line and cells of the record.
  /// - Returns: `nil` for anything else.
  public init?(bytes: [UInt8], source: FactSource) {
    var reader = ByteReader(bytes: bytes)
    self.init(&reader, source: source)
  }

  /// Reads the remaining bytes; `nil` if they are not facts.
  init?(_ reader: inout ByteReader, source: FactSource) {
    self = []
    do throws(UnreadableFact) {
      while !reader.isAtEnd { append(try reader.fact(from: source)) }
    } catch { return nil }
  }
}

/// The values of a fact that follow.
private struct FactFields: OptionSet {
  let rawValue: UInt
  static let counter = Self(rawValue: 1 << 0), fee = Self(rawValue: 1 << 1)
  static let otherFees = Self(rawValue: 1 << 2), pair = Self(rawValue: 1 << 3)
  static let ids = Self(rawValue: 1 << 4), orderStart = Self(rawValue: 1 << 5)
  static let balance = Self(rawValue: 1 << 6), group = Self(rawValue: 1 << 7)
  static let lone = Self(rawValue: 1 << 8), dollars = Self(rawValue: 1 << 9)
  static let otherWorth = Self(rawValue: 1 << 10), price = Self(rawValue: 1 << 11)
  static let feeWorth = Self(rawValue: 1 << 12), owner = Self(rawValue: 1 << 13)
  static let half = Self(rawValue: 1 << 14), own = Self(rawValue: 1 << 15)
  static let legacyReference = Self(rawValue: 1 << 16)
  /// Like ``own``, but with only the fields that the fact does not imply.
  static let ownFields = Self(rawValue: 1 << 17)
  /// The dollars follow from the price, and the other side from the dollars.
  static let dollarsOfPrice = Self(rawValue: 1 << 18), counterInDollars = Self(rawValue: 1 << 19)
  /// No amount is rounded, the clock shows seconds, and the asset is a coin's id.
  static let exact = Self(rawValue: 1 << 20), toSeconds = Self(rawValue: 1 << 21)
  static let namesCoin = Self(rawValue: 1 << 22)
  fileprivate static let limit: UInt = 1 << 23

  init(rawValue: UInt) { self.rawValue = rawValue }

  init(_ fact: Fact.Values) {
    let (details, worth) = (fact.details, fact.details.worth)
    self = []
    if fact.counter != nil { insert(fact.hasCounterInDollars ? .counterInDollars : .counter) }
    if fact.fee != nil { insert(.fee) }
    if !details.otherFees.isEmpty { insert(.otherFees) }
    if details.pair != nil { insert(.pair) }
    if !fact.ids.isEmpty { insert(.ids) }
    if details.orderStart != nil { insert(.orderStart) }
    if fact.balance != nil { insert(.balance) }
    if !fact.group.isEmpty { insert(.group) }
    if fact.lone != nil { insert(.lone) }
    if details.half != nil { insert(.half) }
    if worth?.dollars != nil { insert(fact.hasDollarsOfPrice ? .dollarsOfPrice : .dollars) }
    if worth?.other != nil { insert(.otherWorth) }
    if worth?.price != nil { insert(.price) }
    if worth?.fee != nil { insert(.feeWorth) }
    if !fact.scope.owner.isEmpty { insert(.owner) }
    if details.own != nil { insert(.ownFields) }
    if details.legacyReference != nil { insert(.legacyReference) }
    if fact.isExact { insert(.exact) }
    if fact.instant.isWholeSecond { insert(.toSeconds) }
    if fact.amount.asset.hasPrefix(coinPrefix) { insert(.namesCoin) }
  }
}

/// The prefix of an asset that names a coin by its id.
private let coinPrefix = "coin:"

extension PrintedInstant {
  fileprivate var isWholeSecond: Bool { width == Self.second && at % Self.second == 0 }
}

extension Fact.Values {
  /// Whether no amount is rounded.
  fileprivate var isExact: Bool {
    amount.tolerance.isZero && counter?.tolerance.isZero ?? true && fee?.tolerance.isZero ?? true
      && details.otherFees.allSatisfy(\.tolerance.isZero)
      && details.worth?.other?.tolerance.isZero ?? true
      && details.worth?.fee?.tolerance.isZero ?? true
  }

  /// The amount's value at the stated price.
  fileprivate var dollarsOfPrice: Cost? {
    details.worth?.price.map { $0 * amount.value.magnitude }
  }
  fileprivate var hasDollarsOfPrice: Bool {
    dollarsOfPrice.map { $0 == details.worth?.dollars } ?? false
  }

  /// The stated dollars, with the sign opposite to the amount.
  fileprivate var counterInDollars: Amount? {
    details.worth?.dollars.map { dollars in
      let paid = Quantity(dollars.number)
      return Amount(usDollarCode, amount.value > .zero ? -paid : paid)
    }
  }
  fileprivate var hasCounterInDollars: Bool { counter != nil && counter == counterInDollars }
}

/// Writes texts and numbers, prefixed with their length.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func append(_ fact: Fact) { append(fact.values) }

  mutating func append(_ text: String) {
    bytes.append(count: UInt(text.utf8.count))
    bytes += text.utf8
  }

  mutating func append(_ number: Int64) {
    bytes.append(count: UInt(bitPattern: Int(number << 1 ^ number >> 63)))
  }
}

/// Reads the output of a ``ByteWriter``.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int
  private let end: Int

  init(bytes: [UInt8]) { self.init(bytes: bytes, in: bytes.indices) }

  init(bytes: [UInt8], in range: Range<Int>) {
    (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
  }

  var isAtEnd: Bool { offset >= end }

  /// The remaining bytes.
  var rest: [UInt8] { Array(bytes[min(offset, end)..<end]) }

  mutating func text() -> String? {
    bytes.count(at: &offset).flatMap(Int.init(exactly:)).flatMap { text(count: $0) }
  }

  mutating func text(count: Int) -> String? {
    guard count <= max(0, end - offset) else { return nil }
    defer { offset += count }
    return String(decoding: bytes[offset..<(offset + count)], as: UTF8.self)
  }

  mutating func number() -> Int64? {
    bytes.count(at: &offset).map { Int64($0 >> 1) ^ -Int64($0 & 1) }
  }

  mutating func byte() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ fact: Fact.Values) {
    let (details, worth) = (fact.details, fact.details.worth)
    let fields = FactFields(fact)
    let isExact = fields.contains(.exact)
    bytes.append(fact.role.rawValue)
    bytes.append(count: fields.rawValue)
    bytes.append(count: UInt(fact.source.part))
    append(fact.scope.account)
    if fields.contains(.owner) { append(fact.scope.owner) }
    append(fields.contains(.toSeconds) ? fact.instant.at / PrintedInstant.second : fact.instant.at)
    if !fields.contains(.toSeconds) { append(fact.instant.width) }
    let asset = fact.amount.asset
    append(fields.contains(.namesCoin) ? String(asset.dropFirst(coinPrefix.count)) : asset)
    append(fact.amount, isExact)
    if let counter = fact.counter, fields.contains(.counter) { append(named: counter, isExact) }
    if let fee = fact.fee { append(named: fee, isExact) }
    if !details.otherFees.isEmpty {
      bytes.append(count: UInt(details.otherFees.count))
      for fee in details.otherFees { append(named: fee, isExact) }
    }
    if let pair = details.pair {
      append(pair.base)
      append(pair.quote)
    }
    if !fact.ids.isEmpty { append(fact.ids) }
    if let start = details.orderStart { append(start) }
    fact.balance?.append(to: &bytes)
    if !fact.group.isEmpty { append(fact.group) }
    if let lone = fact.lone { bytes.append(lone.rawValue) }
    if let half = details.half {
      append(half.name)
      append(half.within)
    }
    if fields.contains(.dollars) { worth?.dollars?.append(to: &bytes) }
    if let other = worth?.other { append(named: other, isExact) }
    worth?.price?.append(to: &bytes)
    if let fee = worth?.fee { append(named: fee, isExact) }
    if let own = details.own { append(own, of: fact) }
    if let legacyReference = details.legacyReference { append(legacyReference) }
  }

  private mutating func append(named amount: Amount, _ isExact: Bool) {
    append(amount.asset)
    append(amount, isExact)
  }

  private mutating func append(_ amount: Amount, _ isExact: Bool) {
    amount.value.append(to: &bytes)
    if !isExact { amount.tolerance.append(to: &bytes) }
  }

  private mutating func append(_ row: OwnRow, of fact: Fact.Values) {
    bytes.append((row.isMove ? 1 : 0) | (row.hasID ? 2 : 0))
    let fields = RowFields(of: row.content, beyond: fact.describedRow(isMove: row.isMove))
    bytes.append(count: fields.numbers)
    for text in fields.texts {
      bytes.append(count: UInt((text?.utf8.count ?? -1) + 1))
      bytes += (text ?? "").utf8
    }
  }

  private mutating func append(_ ids: [RowID]) {
    bytes.append(count: UInt(ids.count))
    for id in ids {
      bytes.append(id.space.kind.rawValue)
      append(id.space.name)
      append(id.value)
    }
  }
}

/// Thrown for bytes that no ``ByteWriter`` wrote.
private struct UnreadableFact: Error {}

/// The first values of an encoded fact.
private struct FactHead {
  let role: Role
  let fields: FactFields
  let part: Int
  let scope: Scope
  let instant: PrintedInstant
}

extension ByteReader {
  /// The scope and instant of the next fact; `nil` if there is none.
  mutating func scopeAndInstant() -> (scope: Scope, instant: Int64)? {
    do throws(UnreadableFact) {
      let head = try head()
      return (head.scope, head.instant.at)
    } catch { return nil }
  }

  private mutating func head() throws(UnreadableFact) -> FactHead {
    let role = try Self.required(byte().flatMap(Role.init))
    let fields = FactFields(rawValue: try count(below: FactFields.limit))
    let part = Int(try count(below: 1 << 20))
    let account = try Self.required(text())
    let owner = fields.contains(.owner) ? try Self.required(text()) : ""
    let instant =
      fields.contains(.toSeconds)
      ? try secondsInstant()
      : PrintedInstant(at: try Self.required(number()), width: try Self.required(number()))
    return FactHead(
      role: role, fields: fields, part: part, scope: Scope(account: account, owner: owner),
      instant: instant)
  }

  private mutating func secondsInstant() throws(UnreadableFact) -> PrintedInstant {
    let seconds = try Self.required(number())
    let (at, isTooFar) = seconds.multipliedReportingOverflow(by: PrintedInstant.second)
    guard !isTooFar else { throw UnreadableFact() }
    return PrintedInstant(at: at)
  }

  fileprivate mutating func fact(from source: FactSource) throws(UnreadableFact) -> Fact {
    let head = try head()
    let fields = head.fields
    var source = source
    source.part = head.part
    let isExact = fields.contains(.exact)
    let asset = try Self.required(text())
    let amount = try amount(of: fields.contains(.namesCoin) ? coinPrefix + asset : asset, isExact)
    let counter = fields.contains(.counter) ? try self.amount(isExact) : nil
    let fee = fields.contains(.fee) ? try self.amount(isExact) : nil
    let otherFees = fields.contains(.otherFees) ? try amounts(isExact) : []
    let pair =
      fields.contains(.pair)
      ? AssetPair(base: try Self.required(text()), quote: try Self.required(text())) : nil
    let ids = fields.contains(.ids) ? try ids() : []
    let orderStart = fields.contains(.orderStart) ? try Self.required(number()) : nil
    let balance: Quantity? = fields.contains(.balance) ? try value() : nil
    let group = fields.contains(.group) ? try Self.required(text()) : ""
    let lone = fields.contains(.lone) ? try Self.required(byte().flatMap(Role.init)) : nil
    let half =
      fields.contains(.half)
      ? NearHalf(name: try Self.required(text()), within: try Self.required(number())) : nil
    let worth = try worth(fields)
    var values = Fact.Values(
      source: source, scope: head.scope, role: head.role, lone: lone,
      instant: head.instant, amount: amount, counter: counter, fee: fee, ids: ids,
      balance: balance,
      group: group,
      details: RareDetails(
        otherFees: otherFees, pair: pair, orderStart: orderStart, half: half, worth: worth,
        own: nil, legacyReference: nil))
    if fields.contains(.dollarsOfPrice) {
      let dollars = values.dollarsOfPrice
      values.details.worth?.dollars = dollars
    }
    if fields.contains(.counterInDollars) { values.counter = values.counterInDollars }
    if !fields.isDisjoint(with: [.own, .ownFields]) {
      values.details.own = try ownRow(of: values, hasAllFields: fields.contains(.own))
    }
    if fields.contains(.legacyReference) {
      values.details.legacyReference = try Self.required(text())
    }
    return Fact(values)
  }

  private mutating func worth(_ fields: FactFields) throws(UnreadableFact) -> StatedWorth? {
    guard !fields.isDisjoint(with: [.dollars, .otherWorth, .price, .feeWorth]) else { return nil }
    let dollars: Cost? = fields.contains(.dollars) ? try value() : nil
    let isExact = fields.contains(.exact)
    let other = fields.contains(.otherWorth) ? try amount(isExact) : nil
    let price: Price? = fields.contains(.price) ? try value() : nil
    let fee = fields.contains(.feeWorth) ? try amount(isExact) : nil
    return StatedWorth(dollars: dollars, other: other, price: price, fee: fee)
  }

  private mutating func ownRow(
    of fact: Fact.Values, hasAllFields: Bool
  ) throws(UnreadableFact) -> OwnRow {
    guard let kind = byte(), kind < 4 else { throw UnreadableFact() }
    let fields = try Self.required(hasAllFields ? allFields() : rowFields())
    let described = fact.describedRow(isMove: kind & 1 == 1)
    return OwnRow(try Self.required(fields.row(beyond: described)), hasID: kind & 2 == 2)
  }

  private mutating func rowFields() throws(UnreadableFact) -> RowFields? {
    let numbers = try count(below: 1 << UInt(RowFields.limit))
    var texts: [String?] = []
    for _ in 0..<numbers.nonzeroBitCount {
      let count = Int(try count(below: 1 << 32))
      texts.append(count == 0 ? nil : try Self.required(text(count: count - 1)))
    }
    return RowFields(numbers: numbers, texts: texts)
  }

  /// The fields of a row as stored by schemas up to 8: all of them, each after a presence flag.
  private mutating func allFields() throws(UnreadableFact) -> RowFields? {
    let count = Int(try count(below: UInt(RowFields.limit) + 1))
    var texts: [String?] = []
    for _ in 0..<count {
      let hasText = try Self.required(byte()) != 0
      texts.append(hasText ? try Self.required(text()) : nil)
    }
    return RowFields(numbers: (1 << UInt(count)) - 1, texts: texts)
  }

  private mutating func count(below limit: UInt = .max) throws(UnreadableFact) -> UInt {
    let count = try Self.required(bytes.count(at: &offset))
    guard count < limit else { throw UnreadableFact() }
    return count
  }

  private mutating func value<Value: ExactValue>() throws(UnreadableFact) -> Value {
    try Self.required(Value(bytes: bytes, at: &offset))
  }

  private mutating func amount(_ isExact: Bool) throws(UnreadableFact) -> Amount {
    let asset = try Self.required(text())
    return try amount(of: asset, isExact)
  }

  private mutating func amount(
    of asset: String, _ isExact: Bool
  ) throws(UnreadableFact) -> Amount {
    let value: Quantity = try value()
    return Amount(asset, value, tolerance: isExact ? .zero : try self.value())
  }

  private mutating func amounts(_ isExact: Bool) throws(UnreadableFact) -> [Amount] {
    var amounts: [Amount] = []
    for _ in 0..<(try count()) { amounts.append(try amount(isExact)) }
    return amounts
  }

  private mutating func ids() throws(UnreadableFact) -> [RowID] {
    var ids: [RowID] = []
    for _ in 0..<(try count()) {
      let kind = try Self.required(byte().flatMap(IDSpace.Kind.init))
      let space = IDSpace(try Self.required(text()), kind)
      ids.append(RowID(space: space, value: try Self.required(text())))
    }
    return ids
  }

  private static func required<Value>(_ value: Value?) throws(UnreadableFact) -> Value {
    guard let value else { throw UnreadableFact() }
    return value
  }
}
