import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension CSVTable {
  /// Reads a format in which all rows with a key form one trade.
  ///
  /// The first row of a trade represents it; the others are left out as its parts.
  ///
  /// - Parameter id: A column of unique ids: a row with an earlier id is a repetition.
  func readGroups(
    by key: @escaping (CSVRecord) -> String?, id: String? = nil,
    _ meaning: @escaping (CSVRecord) throws(RefusalReason) -> LegMeaning
  ) -> RecordReader {
    let groups = LegCollector()
    return RecordReader(
      read: { record, emit in
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          switch try record.checkingSigns(\.isOut, meaning) {
          case .leftOut(let reason):
            emit(.leftOut(LeftOutRow(source: record.source, reason: reason)))
          case .reward(let leg, let kind): emit(leg.reward(kind: kind))
          case .move(let leg): emit(leg.move)
          case .trade(let facts): emit(.trade(facts))
          case .contract(let facts, let word): emit(.contract(facts, word))
          case .part(var leg):
            if let id { leg.id = record[id] }
            if !leg.id.isEmpty, groups.has(leg, key: key(record) ?? "") {
              emit(.leftOut(LeftOutRow(source: record.source, reason: .repeated)))
            } else {
              groups.add(leg, key: key(record) ?? "")
            }
          }
        } catch {
          if error.isOfFigures, let key = key(record) { groups.refuse(key, line: record.row.line) }
          emit(record.unread(error))
        }
      }, finish: { emit in groups.finish(emit) },
      readAlone: { record, emit in
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          switch try record.checkingSigns(\.isOut, meaning) {
          case .leftOut(let reason):
            emit(.whole(.leftOut(LeftOutRow(source: record.source, reason: reason))))
          case .reward(let leg, let kind): emit(.whole(leg.reward(kind: kind)))
          case .move(let leg): emit(.whole(leg.move))
          case .trade(let facts): emit(.whole(.trade(facts)))
          case .contract(let facts, let word): emit(.whole(.contract(facts, word)))
          case .part(var leg):
            if let id { leg.id = record[id] }
            leg.key = key(record) ?? ""
            emit(.part(leg))
          }
        } catch {
          let result = record.unread(error)
          if error.isOfFigures, let key = key(record) {
            emit(.unread(result, key: key))
          } else {
            emit(.whole(result))
          }
        }
      })
  }
}

/// Buffers rows until their trade is complete; any later row of the file may belong to it.
final class LegCollector {
  private var positions: [String: Int] = [:]
  private var groups: [[Leg]] = []
  /// The first unreadable row of each trade.
  private var unread: [String: Int] = [:]

  func add(_ leg: Leg, key: String) {
    var leg = leg
    leg.key = key
    if let position = positions[key] {
      groups[position].append(leg)
    } else {
      positions[key] = groups.count
      groups.append([leg])
    }
  }

  /// Whether a row of that trade is equal, cell by cell.
  func has(_ leg: Leg, key: String) -> Bool {
    guard let position = positions[key] else { return false }
    return groups[position].contains { $0.record.row.cells == leg.record.row.cells }
  }

  /// Marks a trade as having an unreadable row, so its other rows are not enough.
  func refuse(_ key: String, line: Int) {
    if unread[key] == nil { unread[key] = line }
  }

  func finish(_ emit: (RowResult) -> Void) {
    for (key, line) in unread {
      guard let position = positions[key] else { continue }
      Self.refused(groups[position], because: .besideRefused(line: line)).forEach(emit)
      groups[position] = []
    }
    groups.removeAll(where: \.isEmpty)
    unread = [:]
    for rows in groups.joined { Self.results(of: rows).forEach(emit) }
    groups = []
    positions = [:]
  }

  /// The other rows of a trade after the first.
  private static func others(_ legs: [Leg]) -> [RowResult] {
    legs.dropFirst().map { leg in
      .leftOut(
        LeftOutRow(
          source: leg.record.source, reason: .partOfTrade(line: legs[0].record.row.line)))
    }
  }

  private static func refused(_ legs: [Leg], because reason: RefusalReason) -> [RowResult] {
    guard let first = legs.first else { return [] }
    let source = first.record.source.merged(with: legs.map(\.record.source))
    return [.refused(RefusedRow(source: source, reason: reason))] + others(legs)
  }

  /// The results for the rows of one trade: one per row, the first row's first.
  static func results(of rows: [Leg]) -> [RowResult] {
    let group = TradeGroup(rows)
    return trade(of: rows).map { $0.made(of: group) }
  }

  /// One trade from its rows: increases were received, decreases were given.
  private static func trade(of legs: [Leg]) -> [RowResult] {
    guard let first = legs.first else { return [] }
    if let together = first.together { return together.results(of: legs) }
    if let transfers = legs.transfers { return transfers }
    let others = others(legs)
    do throws(RefusalReason) {
      return [.trade(try facts(of: legs, first: first))] + others
    } catch {
      if legs.isGivenBack {
        // A staked coin against the coin itself is not a returned order.
        let isInside = legs.contains(where: \.isAside)
        return legs.map { $0.leftOut(isInside ? .transfer : .notCarriedOut("given back")) }
      }
      if legs.allSatisfy({ $0.change == 0 && $0.fee > 0 }) {
        return legs.map(\.feeAlone)
      }
      if legs.allSatisfy(\.mayStandAlone) { return legs.map(\.alone) }
      if legs.contains(where: \.isReportedElsewhere), legs.allSatisfy({ $0.other == nil }) {
        return legs.map(\.reportedElsewhere)
      }
      return refused(legs, because: error)
    }
  }

  private static func facts(
    of legs: [Leg], first: Leg
  ) throws(RefusalReason) -> TradeFacts {
    let changes = try sums(of: legs.map { ($0.asset, $0.change) })
    var received = changes.filter { $0.amount > 0 }
    var spent = changes.filter { $0.amount < 0 }
    if changes.count == 1 {
      let others = try sums(of: legs.compactMap { $0.other.map { ($0.asset, $0.amount) } })
      if received.isEmpty { received = others } else { spent = others.map(\.negated) }
    }
    // A side written as 0 is below its last digit.
    let rounded = legs.filter { $0.change == 0 && $0.fees.isEmpty && !$0.isFee }.map(\.asset)
    if Set(rounded).count == 1, received.isEmpty != spent.isEmpty {
      let side = AssetAmount(amount: 0, asset: rounded[0])
      if received.isEmpty { received = [side] } else { spent = [side] }
    }
    guard received.count == 1, spent.count == 1 else {
      let names = (changes.isEmpty ? legs.map(\.asset.name) : changes.map(\.asset.name))
        .joined(separator: ", ")
      if legs.count == 1 { throw .halfATrade(names) }
      throw .notATrade("\(legs.count) rows of \(names)")
    }
    let sources = legs.map(\.record.source)
    // Use the earliest, so the order of the file makes no difference.
    let date = legs.map(\.date).min() ?? first.date
    var facts = TradeFacts(source: sources[0].merged(with: sources), date: date)
    facts.received = received[0]
    facts.spent = AssetAmount(amount: -spent[0].amount, asset: spent[0].asset)
    facts.fees = try sums(of: legs.flatMap(\.fees).map { ($0.asset, $0.amount) })
    facts.dollars = try dollars(of: legs, received: received[0].asset)
    // The received side counts, regardless of the order of rows.
    let ofReceived = legs.first { $0.asset == received[0].asset && $0.native != nil }
    if let native = ofReceived?.native ?? legs.compactMap(\.native).first {
      facts.worth(native.amount, native.asset)
    }
    let naming = legs.naming ?? first
    facts.reference = naming.reference
    facts.words = naming.words
    facts.account = naming.account
    facts.notes = naming.notes
    facts.balances = balances(of: legs)
    facts.isAside = legs.contains(where: \.isAside)
    return facts
  }

  /// The dollar value of the trade: of the fiat side if it was given, because that is the amount
  /// paid; else of the received side, else of the given side.
  ///
  /// All rows of the side must state a value.
  private static func dollars(
    of legs: [Leg], received: Asset
  ) throws(RefusalReason) -> ExactDecimal? {
    let isPaid = !received.isFiat && legs.contains { $0.change < 0 && $0.asset.isFiat }
    for isReceived in isPaid ? [false, true] : [true, false] {
      let side = legs.filter { $0.change != 0 && ($0.asset == received) == isReceived }
      let values = side.compactMap(\.dollars)
      guard !side.isEmpty, values.count == side.count else { continue }
      var sum: ExactDecimal = 0
      for value in values { sum = try exactSum(sum, value, column: "value in US dollars") }
      if sum > 0 { return sum }
    }
    return nil
  }

  /// The last balance for each asset.
  ///
  /// Among rows of the same instant, whose order is arbitrary, it is the balance that no other row
  /// starts from.
  private static func balances(of legs: [Leg]) -> [AssetAmount] {
    var last: [AssetAmount] = []
    let stated = legs.filter { $0.balance != nil }.sorted { $0.date < $1.date }
    for (position, row) in stated.enumerated() {
      let asset = row.asset
      guard stated[(position + 1)...].allSatisfy({ $0.asset != asset }) else { continue }
      let latest = stated.filter { $0.asset == asset && $0.date == row.date }
      let starts = latest.map(\.balanceBefore)
      let ends = latest.indices.filter { position in
        starts.indices.allSatisfy { $0 == position || starts[$0] != latest[position].balance }
      }
      for row in ends.isEmpty ? latest : ends.map({ latest[$0] }) {
        last.append(AssetAmount(amount: row.balance ?? 0, asset: asset))
      }
    }
    return last
  }

  /// The sums of the amounts for each asset, in order of first appearance.
  private static func sums(of amounts: [(Asset, ExactDecimal)]) throws(RefusalReason)
    -> [AssetAmount]
  {
    var sums: [AssetAmount] = []
    for (asset, amount) in amounts where amount != 0 {
      if let index = sums.firstIndex(where: { $0.asset == asset }) {
        sums[index].amount = try exactSum(sums[index].amount, amount, column: "amount")
      } else {
        sums.append(AssetAmount(amount: amount, asset: asset))
      }
    }
    return sums.filter { $0.amount != 0 }
  }
}

extension RefusalReason {
  /// Whether only figures of a row are unreadable, so its trade is still known.
  fileprivate var isOfFigures: Bool {
    switch self {
    case .notANumber, .ambiguousNumber, .tooManyCells: true
    default: false
    }
  }
}

extension AssetAmount {
  fileprivate var negated: AssetAmount { AssetAmount(amount: -amount, asset: asset) }
}

extension [Leg] {
  /// Rows with one key and no kind: an internal move if they add up to zero; `nil` for rows with a
  /// kind.
  fileprivate var transfers: [RowResult]? {
    let kinds = compactMap(\.lone)
    guard kinds.count == count, let kind = kinds.first else { return nil }
    switch kind {
    case .sent: return sent
    case .moved: return Set(map(\.asset)).count > 1 ? nil : map(\.move)
    case _ where isGivenBack: return map { $0.leftOut(.transfer) }
    case .unpaid: return contains { $0.change < 0 } ? nil : map(\.move)
    case .back: return beyondBrought
    case .inside: return Set(map(\.asset)).count > 1 ? nil : map { $0.leftOut(.transfer) }
    case .taken: return map(\.taken)
    case _ where count > 1:
      let reason = RefusalReason.notATrade("\(count) transfers that do not add up to nothing")
      return map { .refused(RefusedRow(source: $0.record.source, reason: reason)) }
    case .airdropOrWithdrawal:
      return map { $0.change > 0 && !$0.asset.isFiat ? $0.reward(kind: "transfer") : $0.move }
    case .refused(let word):
      return map { .refused(RefusedRow(source: $0.record.source, reason: .unknownKind(word))) }
    }
  }

  /// Whether the given amount was returned in full: an order that was not executed.
  fileprivate var isGivenBack: Bool {
    var sums: [Asset: ExactDecimal] = [:]
    for leg in self { sums[leg.asset, default: 0] += leg.change }
    return count > 1 && contains { $0.change != 0 } && sums.values.allSatisfy { $0 == 0 }
      && allSatisfy(\.fees.isEmpty)
  }
}
