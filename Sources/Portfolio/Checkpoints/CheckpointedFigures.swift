import Exact
import FoundationEssentials

extension Unvalued: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(held, sold, proceeds, cost)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init()
    held = try bytes.read()
    sold = try bytes.read()
    proceeds = try bytes.read()
    cost = try bytes.read()
  }
}

extension Cycle: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(
      exact.bought, exact.paid, exact.sold, exact.received, exact.carried, exact.unvalued,
      isPaidKnown, isReceivedKnown)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      bought: try bytes.read(), paid: try bytes.read(), sold: try bytes.read(),
      received: try bytes.read(), carried: try bytes.read(), unvalued: try bytes.read(),
      isPaidKnown: try bytes.read(), isReceivedKnown: try bytes.read())
  }
}

extension ClosedCycle: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(coinId, closingID, closedDate, cycle)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      coinId: try bytes.read(), closingID: try bytes.read(), closedDate: try bytes.read(),
      cycle: try bytes.read())
  }
}

extension ClosedTotals: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(count, realizedPnL, cost, forgotten, carried, unvalued, isCostKnown, isKnown)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init()
    count = try bytes.read()
    realizedPnL = try bytes.read()
    cost = try bytes.read()
    forgotten = try bytes.read()
    carried = try bytes.read()
    unvalued = try bytes.read()
    isCostKnown = try bytes.read()
    isKnown = try bytes.read()
  }
}

extension ClosedSums: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(count, realizedPnL, cost, unvalued, isCostKnown, isKnown)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      count: try bytes.read(), realizedPnL: try bytes.read(), cost: try bytes.read(),
      unvalued: try bytes.read(), isCostKnown: try bytes.read(), isKnown: try bytes.read())
  }
}

extension Parcel: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(amount, cost, unitCost, id, age)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      amount: try bytes.read(), cost: try bytes.read(), unitCost: try bytes.read(),
      id: try bytes.read(), age: try bytes.read())
  }
}

extension CarriedLot: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(
      amount, cost, acquired, id, isEstimated, isCostKnown, isUnvalued, gift.map(KeptGift.init))
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      amount: try bytes.read(), cost: try bytes.read(), acquired: try bytes.read(),
      id: try bytes.read(), isEstimated: try bytes.read(), isCostKnown: try bytes.read(),
      isUnvalued: try bytes.read(), gift: (try bytes.read() as KeptGift?)?.basis)
  }
}

extension Origin: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(acquired, id, isEstimated, isCostKnown, isUnvalued, gift.map(KeptGift.init))
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init()
    acquired = try bytes.read()
    id = try bytes.read()
    isEstimated = try bytes.read()
    isCostKnown = try bytes.read()
    isUnvalued = try bytes.read()
    gift = (try bytes.read() as KeptGift?)?.basis
  }
}

/// A wrapper, because an extension cannot give a class like ``GiftBasis`` a required initializer.
private struct KeptGift: CheckpointValue {
  let basis: GiftBasis

  init(_ basis: GiftBasis) { self.basis = basis }

  func write(to bytes: inout CheckpointWriter) {
    bytes.write(basis.price, basis.received)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    basis = GiftBasis(price: try bytes.read(), received: try bytes.read())
  }
}

extension UsedSale.Part: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(
      amount, cost, acquired, match?.rawValue, isEstimated, isCostKnown, isUnvalued,
      gift.map(KeptGift.init))
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      amount: try bytes.read(), cost: try bytes.read(), acquired: try bytes.read(),
      match: (try bytes.read() as String?).flatMap(HMRCMatch.init), isEstimated: try bytes.read(),
      isCostKnown: try bytes.read(), isUnvalued: try bytes.read(),
      gift: (try bytes.read() as KeptGift?)?.basis)
  }
}

extension UsedSale: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(
      id, coinId, account, kind.rawValue, date, amount, proceeds, fee, isUnvalued,
      estimated.rawValue, order, parts)
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    id = try bytes.read()
    coinId = try bytes.read()
    account = try bytes.read()
    guard let kind = TransactionKind(rawValue: try bytes.read()) else { throw CheckpointError() }
    self.kind = kind
    date = try bytes.read()
    amount = try bytes.read()
    proceeds = try bytes.read()
    fee = try bytes.read()
    isUnvalued = try bytes.read()
    estimated = EstimatedFigures(rawValue: try bytes.read())
    order = try bytes.read()
    parts = try bytes.read()
  }
}
