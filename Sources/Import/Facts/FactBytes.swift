import Exact

extension [Fact] {
  /// The facts of one record in few bytes.
  ///
  /// What all of them share, their form, file, line and cells, is kept with the record. A fact is
  /// its role, a number whose bits say which values follow, and the values; texts and numbers begin
  /// with their length.
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
    self = []
    while !reader.isAtEnd {
      guard let fact = reader.fact(from: source) else { return nil }
      append(fact)
    }
  }
}

/// Which values of a fact follow.
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
  static let former = Self(rawValue: 1 << 16)

  init(rawValue: UInt) { self.rawValue = rawValue }

  init(_ fact: Fact) {
    self = []
    if fact.counter != nil { insert(.counter) }
    if fact.fee != nil { insert(.fee) }
    if !fact.otherFees.isEmpty { insert(.otherFees) }
    if fact.pair != nil { insert(.pair) }
    if !fact.idList.isEmpty { insert(.ids) }
    if fact.orderStart != nil { insert(.orderStart) }
    if fact.balance != nil { insert(.balance) }
    if !fact.group.isEmpty { insert(.group) }
    if fact.lone != nil { insert(.lone) }
    if fact.half != nil { insert(.half) }
    if fact.worth?.dollars != nil { insert(.dollars) }
    if fact.worth?.other != nil { insert(.otherWorth) }
    if fact.worth?.price != nil { insert(.price) }
    if fact.worth?.fee != nil { insert(.feeWorth) }
    if !fact.scope.owner.isEmpty { insert(.owner) }
    if fact.own != nil { insert(.own) }
    if fact.former != nil { insert(.former) }
  }
}

/// Writes texts and numbers, each with its length.
struct ByteWriter {
  fileprivate(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) {
    bytes.append(count: UInt(text.utf8.count))
    bytes += text.utf8
  }

  mutating func append(_ number: Int64) {
    bytes.append(count: UInt(bitPattern: Int(number << 1 ^ number >> 63)))
  }
}

/// Reads what a ``ByteWriter`` wrote.
struct ByteReader {
  let bytes: [UInt8]
  fileprivate(set) var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func text() -> String? {
    guard let count = bytes.count(at: &offset), count <= bytes.count - offset else { return nil }
    defer { offset += Int(count) }
    return String(decoding: bytes[offset..<(offset + Int(count))], as: UTF8.self)
  }

  mutating func number() -> Int64? {
    bytes.count(at: &offset).map { Int64($0 >> 1) ^ -Int64($0 & 1) }
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ fact: Fact) {
    bytes.append(fact.role.rawValue)
    bytes.append(count: FactFields(fact).rawValue)
    bytes.append(count: UInt(fact.source.part))
    append(fact.scope.account)
    if !fact.scope.owner.isEmpty { append(fact.scope.owner) }
    append(fact.instant.at)
    append(fact.instant.width)
    append(fact.amount)
    if let counter = fact.counter { append(counter) }
    if let fee = fact.fee { append(fee) }
    if !fact.otherFees.isEmpty {
      bytes.append(count: UInt(fact.otherFees.count))
      for fee in fact.otherFees { append(fee) }
    }
    if let pair = fact.pair {
      append(pair.base)
      append(pair.quote)
    }
    if !fact.idList.isEmpty { append(fact.idList) }
    if let start = fact.orderStart { append(start) }
    fact.balance?.append(to: &bytes)
    if !fact.group.isEmpty { append(fact.group) }
    if let lone = fact.lone { bytes.append(lone.rawValue) }
    if let half = fact.half {
      append(half.name)
      append(half.within)
    }
    fact.worth?.dollars?.append(to: &bytes)
    if let other = fact.worth?.other { append(other) }
    fact.worth?.price?.append(to: &bytes)
    if let fee = fact.worth?.fee { append(fee) }
    if let own = fact.own { append(own) }
    if let former = fact.former { append(former) }
  }

  private mutating func append(_ amount: Amount) {
    append(amount.asset)
    amount.value.append(to: &bytes)
    amount.tolerance.append(to: &bytes)
  }

  private mutating func append(_ row: OwnRow) {
    bytes.append((row.isMove ? 1 : 0) | (row.hasID ? 2 : 0))
    let fields = row.fields
    bytes.append(count: UInt(fields.count))
    for field in fields {
      bytes.append(field == nil ? 0 : 1)
      if let field { append(field) }
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

extension ByteReader {
  fileprivate mutating func fact(from source: FactSource) -> Fact? {
    guard let role = byte().flatMap(Role.init), let bits = bytes.count(at: &offset), bits < 1 << 17,
      let part = bytes.count(at: &offset), part < 1 << 20, let scope = text()
    else { return nil }
    let fields = FactFields(rawValue: bits)
    var source = source
    source.part = Int(part)
    let owner = fields.contains(.owner) ? text() : ""
    guard let owner, let at = number(), let width = number(), let amount = amount() else {
      return nil
    }
    var fact = Fact(
      source: source, scope: Scope(account: scope, owner: owner), role: role,
      instant: PrintedInstant(at: at, width: width), amount: amount)
    var isWhole = true
    fact.change { isWhole = complete(&$0, fields) }
    return isWhole ? fact : nil
  }

  /// Reads what a fact may have.
  ///
  /// - Returns: Whether all of it is there.
  private mutating func complete(_ fact: inout Fact.Values, _ fields: FactFields) -> Bool {
    if fields.contains(.counter) {
      fact.counter = amount()
      if fact.counter == nil { return false }
    }
    if fields.contains(.fee) {
      fact.fee = amount()
      if fact.fee == nil { return false }
    }
    if fields.contains(.otherFees) {
      guard let count = bytes.count(at: &offset) else { return false }
      for _ in 0..<count {
        guard let fee = amount() else { return false }
        fact.details.otherFees.append(fee)
      }
    }
    if fields.contains(.pair) {
      guard let base = text(), let quote = text() else { return false }
      fact.details.pair = AssetPair(base: base, quote: quote)
    }
    if fields.contains(.ids) {
      guard let ids = ids() else { return false }
      fact.ids = ids
    }
    if fields.contains(.orderStart) {
      fact.details.orderStart = number()
      if fact.details.orderStart == nil { return false }
    }
    if fields.contains(.balance) {
      fact.balance = quantity()
      if fact.balance == nil { return false }
    }
    if fields.contains(.group) {
      guard let group = text() else { return false }
      fact.group = group
    }
    if fields.contains(.lone) {
      fact.lone = byte().flatMap(Role.init)
      if fact.lone == nil { return false }
    }
    if fields.contains(.half) {
      guard let name = text(), let within = number() else { return false }
      fact.details.half = NearHalf(name: name, within: within)
    }
    guard completeWorth(&fact, fields) else { return false }
    if fields.contains(.own) {
      fact.details.own = ownRow()
      if fact.details.own == nil { return false }
    }
    guard fields.contains(.former) else { return true }
    fact.details.former = text()
    return fact.details.former != nil
  }

  private mutating func completeWorth(_ fact: inout Fact.Values, _ fields: FactFields) -> Bool {
    guard !fields.isDisjoint(with: [.dollars, .otherWorth, .price, .feeWorth]) else { return true }
    var worth = StatedWorth()
    if fields.contains(.dollars) {
      worth.dollars = quantity()
      if worth.dollars == nil { return false }
    }
    if fields.contains(.otherWorth) {
      worth.other = amount()
      if worth.other == nil { return false }
    }
    if fields.contains(.price) {
      worth.price = quantity()
      if worth.price == nil { return false }
    }
    if fields.contains(.feeWorth) {
      worth.fee = amount()
      if worth.fee == nil { return false }
    }
    fact.details.worth = worth
    return true
  }

  private mutating func ownRow() -> OwnRow? {
    guard let kind = byte(), kind < 4, let count = bytes.count(at: &offset), count < 64 else {
      return nil
    }
    var fields: [String?] = []
    for _ in 0..<count {
      guard let hasText = byte() else { return nil }
      let text = hasText == 0 ? nil : text()
      guard hasText == 0 || text != nil else { return nil }
      fields.append(text)
    }
    return OwnRow(isMove: kind & 1 == 1, hasID: kind & 2 == 2, fields: fields)
  }

  private mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func quantity() -> Quantity? { Quantity(bytes: bytes, at: &offset) }

  private mutating func amount() -> Amount? {
    guard let asset = text(), let value = quantity(), let tolerance = quantity() else {
      return nil
    }
    return Amount(asset, value, tolerance: tolerance)
  }

  private mutating func ids() -> [RowID]? {
    guard let count = bytes.count(at: &offset) else { return nil }
    var ids: [RowID] = []
    for _ in 0..<count {
      guard let kind = byte().flatMap(IDSpace.Kind.init), let name = text(), let id = text() else {
        return nil
      }
      ids.append(RowID(space: IDSpace(name, kind), value: id))
    }
    return ids
  }
}
