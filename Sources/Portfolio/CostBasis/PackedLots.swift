import Exact
import FoundationEssentials

/// Lots in compact form: a long ledger has very many, and each `Lot` takes a few hundred bytes.
public struct PackedLots: RandomAccessCollection, Sendable {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isEstimated = Flags(rawValue: 1)
    static let isCostKnown = Flags(rawValue: 2)
    static let isDated = Flags(rawValue: 4)
    static let isNamed = Flags(rawValue: 8)
    static let hasLocation = Flags(rawValue: 16)
    static let isUnvalued = Flags(rawValue: 32)
  }

  private var bytes: [UInt8] = []
  private var starts: [UInt32] = []
  private var accounts = Names()

  /// No lots.
  public init() {}

  /// Packs lots.
  public init(_ lots: some Sequence<Lot>) { for lot in lots { append(lot) } }

  /// Restores lots from ``kept``; `nil` for other bytes.
  public init?(kept: [UInt8]) {
    var at = 0
    guard let count = kept.count(at: &at) else { return nil }
    for _ in 0..<count {
      guard let length = kept.count(at: &at), at + Int(length) <= kept.count else { return nil }
      _ = accounts.number(String(decoding: kept[at..<at + Int(length)], as: UTF8.self))
      at += Int(length)
    }
    bytes = Array(kept[at...])
    var start = 0
    while start < bytes.count {
      starts.append(UInt32(start))
      _ = lot(at: &start)
    }
  }

  /// The lots as bytes for storage.
  public var kept: [UInt8] {
    var kept: [UInt8] = []
    kept.append(count: UInt(accounts.texts.count))
    for name in accounts.texts {
      kept.append(count: UInt(name.utf8.count))
      kept.append(contentsOf: name.utf8)
    }
    return kept + bytes
  }

  /// The index of the first lot.
  public var startIndex: Int { 0 }
  /// The index after the last lot.
  public var endIndex: Int { starts.count }

  /// Adds a lot.
  public mutating func append(_ lot: Lot) {
    starts.append(UInt32(bytes.count))
    var flags: Flags = []
    if lot.isEstimated { flags.insert(.isEstimated) }
    if lot.isCostKnown { flags.insert(.isCostKnown) }
    if lot.isUnvalued { flags.insert(.isUnvalued) }
    if lot.acquired != nil { flags.insert(.isDated) }
    if lot.id != nil { flags.insert(.isNamed) }
    if lot.location != nil { flags.insert(.hasLocation) }
    bytes.append(flags.rawValue)
    lot.exactAmount.append(to: &bytes)
    lot.exactCost.append(to: &bytes)
    lot.pricePerCoin.append(to: &bytes)
    if let acquired = lot.acquired { bytes.append(signed: acquired.millisecondsSince1970) }
    if let id = lot.id { withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) } }
    switch lot.location {
    case .account(let name?): bytes.append(count: UInt(accounts.number(name)) + 2)
    case .account(nil): bytes.append(1)
    case .onTheWay: bytes.append(0)
    case nil: break
    }
  }

  /// The lot at a position.
  public subscript(position: Int) -> Lot {
    var at = Int(starts[position])
    return lot(at: &at)
  }

  private func lot(at: inout Int) -> Lot {
    let flags = Flags(rawValue: bytes[at])
    at += 1
    let amount = Quantity(bytes: bytes, at: &at) ?? 0
    let cost = Cost(bytes: bytes, at: &at) ?? 0
    let price = Price(bytes: bytes, at: &at) ?? 0
    var lot = Lot(amount: amount, cost: cost, pricePerCoin: price)
    lot.isEstimated = flags.contains(.isEstimated)
    lot.isCostKnown = flags.contains(.isCostKnown)
    lot.isUnvalued = flags.contains(.isUnvalued)
    if flags.contains(.isDated) {
      lot.acquired = Date(millisecondsSince1970: bytes.signed(at: &at))
    }
    if flags.contains(.isNamed) {
      let start = at
      lot.id = bytes.withUnsafeBytes {
        UUID(uuid: $0.loadUnaligned(fromByteOffset: start, as: uuid_t.self))
      }
      at += 16
    }
    if flags.contains(.hasLocation) {
      let number = Int(bytes.count(at: &at) ?? 0)
      lot.location = number == 0 ? .onTheWay : .account(number == 1 ? nil : accounts[number - 2])
    }
    return lot
  }
}
