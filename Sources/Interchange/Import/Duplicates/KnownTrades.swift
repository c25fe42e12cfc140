import FoundationEssentials
import Portfolio

/// Pieces of trades, where a file begins or ends in the middle of one that the ledger has whole.
///
/// Such a piece looks like a fee, like half a trade or like a smaller trade of its own.
extension ImportPlanner {
  /// Whether a row, with those that it makes something with, is a piece of a trade of the ledger.
  ///
  /// It is where its figures are the trade's own. Less than these may as well be the rest of a trade
  /// whose first rows alone the ledger has; then what stands next in the file must be there, too.
  mutating func isOfKnownTrade(_ reading: Reading, of file: ImportFile) -> Bool {
    if case .leftOut = reading { return false }
    guard let group = reading.group, group.rows.first?.together == nil, !ledger.isEmpty,
      file.edges?.contains(group) ?? true,
      !known.ledgerHas(reference(of: "", reading.source, in: file))
    else { return false }
    let stated = RowReferences.split(reading.idOfTrade ?? group.rows[0].reference)
    let near = rows(around: group, of: file.format, stated: stated)
    if standAlone(group.rows, of: file, among: near) { return true }
    let trades = Dictionary(grouping: near) { $0.reference?.ofTrade }.values.map(KnownTrade.init)
    let parts = ["", "sale", "fee"].compactMap { part in
      stated.flatMap { known.transaction(of: $0.part(part)) }
    }
    guard !near.isEmpty || !parts.isEmpty, let piece = piece(of: group.rows) else { return false }
    if trades.contains(where: { $0.has(piece, isExact: true) }) {
      // Of a row read by itself nobody knows whether it is the first or the last.
      if file.edges == nil { sharedIds.readWholeFile() }
      return true
    }
    guard file.edges != nil, isKnown(beside: group, in: file) else {
      return false
    }
    return (trades + [KnownTrade(rows: parts)]).contains { $0.has(piece, isExact: false) }
  }

  /// What the ledger has of the time of some rows: from the same form without ids, or of the id that
  /// the rows state.
  private func rows(
    around group: TradeGroup, of format: ImportFormat, stated: Reference?
  ) -> [Transaction] {
    let dates = group.rows.map(\.date)
    guard let first = dates.min(), let last = dates.max() else { return [] }
    let near = known.transactions(
      from: first.addingTimeInterval(-Movement.nearSeconds),
      through: last.addingTimeInterval(Movement.nearSeconds))
    // Rows with an id of their own may be halves of a trade that has the id of the other half.
    let isHalf = group.rows.allSatisfy(\.mayStandAlone)
    return near.filter { row in
      guard let reference = row.reference else { return false }
      guard let stated else {
        return reference.source == format.rawValue && reference.isDigest && isOfAccount(reference)
      }
      return reference.source == stated.source && (isHalf || reference.ofTrade == stated)
    }
  }

  /// Whether a reference may be of the account that the user names.
  private func isOfAccount(_ reference: Reference) -> Bool {
    guard let account = policy.account, let mark = reference.accountMark else { return true }
    return mark == Reference.mark(of: account)
  }

  /// Whether what stands next to the first rows of a file, or to its last, is known.
  private func isKnown(beside group: TradeGroup, in file: ImportFile) -> Bool {
    let dates = group.rows.map(\.date)
    guard let first = dates.min(), let last = dates.max() else { return false }
    let before = file.readings.last { reading in reading.date.map { $0 < first } ?? false }
    let behind = file.readings.first { reading in reading.date.map { $0 > last } ?? false }
    guard (before == nil) != (behind == nil), let next = before ?? behind else { return false }
    switch next {
    case .trade(let facts):
      return known.ledgerHas(reference(of: facts.reference, facts.source, in: file))
    case .move(let facts):
      return known.ledgerHas(reference(of: facts.reference, facts.source, in: file))
    case .entry, .record, .leftOut, .refused: return false
    }
  }

  /// Whether rows that are a trade by themselves are in the ledger one by one, because more rows of
  /// the same moment are beside them there.
  private func standAlone(
    _ rows: [Movement], of file: ImportFile, among near: [Transaction]
  ) -> Bool {
    let own = Set(rows.map { reference(of: $0.reference, $0.record.source, in: file) })
    guard rows.count > 1, own.allSatisfy(known.ledgerHas) else { return false }
    let dates = Set(rows.map(\.date))
    return near.contains { row in
      dates.contains(row.date) && row.category == .trade
        && !(row.reference.map { own.contains($0.ofTrade) } ?? true)
    }
  }

  /// What some rows say in all; `nil` where nobody knows a coin of theirs.
  private mutating func piece(of rows: [Movement]) -> [PartOfPiece]? {
    var parts: [PartOfPiece] = []
    func add(_ quantity: Quantity, isFee: Bool) throws(RefusalReason) {
      let leg = try names.leg(quantity)
      guard leg.amount != 0 else { return }
      let place = parts.firstIndex { $0.isFee == isFee && $0.leg.kind == leg.kind }
      guard let place else { return parts.append(PartOfPiece(leg: leg, isFee: isFee)) }
      let sum = try exactSum(parts[place].leg.amount, leg.amount, column: "amount")
      parts[place].leg = Leg(kind: leg.kind, amount: sum, name: leg.name)
    }
    do throws(RefusalReason) {
      for row in rows {
        let asset = current(row.asset, on: row.date)
        try add(Quantity(amount: row.change, asset: asset), isFee: false)
        for fee in row.fees {
          let asset = current(fee.asset, on: row.date)
          try add(Quantity(amount: fee.amount, asset: asset), isFee: true)
        }
      }
    } catch {
      return nil
    }
    return parts.isEmpty ? nil : parts
  }
}

extension Reading {
  /// The id that a trade states.
  fileprivate var idOfTrade: String? {
    if case .trade(let facts) = self { facts.reference } else { nil }
  }
}

/// So much that came in, left or was charged by the rows of a piece.
private struct PartOfPiece {
  var leg: Leg
  let isFee: Bool
}

/// The transactions of one trade in the ledger.
private struct KnownTrade {
  let rows: [Transaction]

  /// Whether all that a piece says is in the trade, or at most so much.
  func has(_ piece: [PartOfPiece], isExact: Bool) -> Bool {
    piece.allSatisfy { part in
      let amount = abs(part.leg.amount)
      let known = part.isFee ? fees(in: part.leg.currency) : amounts(of: part.leg)
      return known.contains { isExact ? $0 == amount : $0 >= amount }
    }
  }

  private func fees(in currency: String) -> [Decimal] {
    rows.flatMap { row in
      let own = row.fee.flatMap { fee in
        fee.currency ?? row.payment?.currency == currency ? fee.amount : nil
      }
      let sold = row.category == .fee && row.coinId == currency ? row.amount : nil
      return [own, sold].compactMap(\.self)
    }
  }

  /// What a row may say of one side; a fee in the coin traded is in the amount, or beside it.
  private func amounts(of leg: Leg) -> [Decimal] {
    let isOut = leg.amount < 0
    return rows.flatMap { row -> [Decimal] in
      guard row.category != .fee else { return [] }
      guard let coinId = leg.coinId else {
        let isSide = row.payment?.currency == leg.currency && row.type.isAcquisition == isOut
        return isSide ? row.payment.map { [$0.amount] } ?? [] : []
      }
      guard row.coinId == coinId, row.type.isAcquisition != isOut else { return [] }
      guard let fee = row.fee, fee.currency == coinId else { return [row.amount] }
      return [row.amount, isOut ? row.amount - fee.amount : row.amount + fee.amount]
    }
  }
}

extension Reference {
  /// That of the whole trade of which this is the sale or a fee.
  var ofTrade: Reference {
    guard let colon = id.lastIndex(of: ":") else { return self }
    let part = id[id.index(after: colon)...].prefix { $0.isLetter }
    guard ["sale", "fee", "missing"].contains(part) else { return self }
    return Reference(source: source, id: String(id[..<colon]))
  }
}
