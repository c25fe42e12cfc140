import FoundationEssentials
import ImportText
import Portfolio

extension CSVTable {
  /// Reads a format in which the rows of one key are one trade.
  ///
  /// The first row of a trade stands for it; the others are left out as its parts.
  ///
  /// - Parameter id: The column of ids that no two rows share: an equal row came before.
  func readGroups(
    by key: @escaping (CSVRecord) -> String?, id: String? = nil,
    _ meaning: @escaping (CSVRecord) throws(RefusalReason) -> MovementMeaning
  ) -> RecordReader {
    let groups = MovementGroups()
    return RecordReader(
      read: { record, hand in
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          switch try record.checkingSigns(\.isOut, meaning) {
          case .leftOut(let reason):
            hand(.leftOut(LeftOutRow(source: record.source, reason: reason)))
          case .reward(let movement, let kind): hand(movement.reward(kind: kind))
          case .move(let movement): hand(movement.move)
          case .trade(let facts): hand(.trade(facts))
          case .contract(let facts, let word): hand(.contract(facts, word))
          case .part(var movement):
            if let id { movement.id = record[id] }
            if !movement.id.isEmpty, groups.has(movement, key: key(record) ?? "") {
              hand(.leftOut(LeftOutRow(source: record.source, reason: .repeated)))
            } else {
              groups.add(movement, key: key(record) ?? "")
            }
          }
        } catch {
          if error.isOfFigures, let key = key(record) { groups.refuse(key, line: record.row.line) }
          hand(record.unread(error))
        }
      }, finish: { hand in groups.finish(hand) },
      readAlone: { record, hand in
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          switch try record.checkingSigns(\.isOut, meaning) {
          case .leftOut(let reason):
            hand(.whole(.leftOut(LeftOutRow(source: record.source, reason: reason))))
          case .reward(let movement, let kind): hand(.whole(movement.reward(kind: kind)))
          case .move(let movement): hand(.whole(movement.move))
          case .trade(let facts): hand(.whole(.trade(facts)))
          case .contract(let facts, let word): hand(.whole(.contract(facts, word)))
          case .part(var movement):
            if let id { movement.id = record[id] }
            movement.key = key(record) ?? ""
            hand(.part(movement))
          }
        } catch {
          let reading = record.unread(error)
          if error.isOfFigures, let key = key(record) {
            hand(.unread(reading, key: key))
          } else {
            hand(.whole(reading))
          }
        }
      })
  }
}

/// Rows that wait for the rest of their trade; any row of the file may still belong to it.
final class MovementGroups {
  private var places: [String: Int] = [:]
  private var groups: [[Movement]] = []
  /// The first row of each trade that could not be read.
  private var unread: [String: Int] = [:]

  func add(_ movement: Movement, key: String) {
    var movement = movement
    movement.key = key
    if let place = places[key] {
      groups[place].append(movement)
    } else {
      places[key] = groups.count
      groups.append([movement])
    }
  }

  /// Whether a row of that trade is equal, cell by cell.
  func has(_ movement: Movement, key: String) -> Bool {
    guard let place = places[key] else { return false }
    return groups[place].contains { $0.record.row.cells == movement.record.row.cells }
  }

  /// Keeps that a row of a trade cannot be read: then the trade is not what its other rows say.
  func refuse(_ key: String, line: Int) {
    if unread[key] == nil { unread[key] = line }
  }

  func finish(_ hand: (Reading) -> Void) {
    for (key, line) in unread {
      guard let place = places[key] else { continue }
      Self.refused(groups[place], because: .besideRefused(line: line)).forEach(hand)
      groups[place] = []
    }
    groups.removeAll(where: \.isEmpty)
    unread = [:]
    for rows in groups.joined { Self.readings(of: rows).forEach(hand) }
    groups = []
    places = [:]
  }

  /// The other rows of a trade after the first.
  private static func others(_ movements: [Movement]) -> [Reading] {
    movements.dropFirst().map { movement in
      .leftOut(
        LeftOutRow(
          source: movement.record.source, reason: .partOfTrade(line: movements[0].record.row.line)))
    }
  }

  private static func refused(_ movements: [Movement], because reason: RefusalReason) -> [Reading] {
    guard let first = movements.first else { return [] }
    let source = first.record.source.standing(for: movements.map(\.record.source))
    return [.refused(RefusedRow(source: source, reason: reason))] + others(movements)
  }

  /// What rows of one trade say: one reading for each of them, the first row's first.
  static func readings(of rows: [Movement]) -> [Reading] {
    let group = TradeGroup(rows)
    return trade(of: rows).map { $0.made(of: group) }
  }

  /// One trade of its rows: what rose was received, what fell was given.
  private static func trade(of movements: [Movement]) -> [Reading] {
    guard let first = movements.first else { return [] }
    if let together = first.together { return together.readings(of: movements) }
    if let transfers = movements.transfers { return transfers }
    let others = others(movements)
    do throws(RefusalReason) {
      return [.trade(try facts(of: movements, first: first))] + others
    } catch {
      if movements.isGivenBack {
        // A staked coin against the coin itself is not an order that was given back.
        let isInside = movements.contains(where: \.isAside)
        return movements.map { $0.leftOut(isInside ? .transfer : .notCarriedOut("given back")) }
      }
      if movements.allSatisfy({ $0.change == 0 && $0.fee > 0 }) {
        return movements.map(\.feeAlone)
      }
      if movements.allSatisfy(\.mayStandAlone) { return movements.map(\.alone) }
      if movements.contains(where: \.isReportedElsewhere), movements.allSatisfy({ $0.other == nil })
      {
        return movements.map(\.reportedElsewhere)
      }
      return refused(movements, because: error)
    }
  }

  private static func facts(
    of movements: [Movement], first: Movement
  ) throws(RefusalReason) -> TradeFacts {
    let changes = try sums(of: movements.map { ($0.asset, $0.change) })
    var received = changes.filter { $0.amount > 0 }
    var spent = changes.filter { $0.amount < 0 }
    if changes.count == 1 {
      let others = try sums(of: movements.compactMap { $0.other.map { ($0.asset, $0.amount) } })
      if received.isEmpty { received = others } else { spent = others.map(\.negated) }
    }
    // A side that the file writes as 0 is less than its last digit.
    let rounded = movements.filter { $0.change == 0 && $0.fees.isEmpty && !$0.isFee }.map(\.asset)
    if Set(rounded).count == 1, received.isEmpty != spent.isEmpty {
      let side = AssetAmount(amount: 0, asset: rounded[0])
      if received.isEmpty { received = [side] } else { spent = [side] }
    }
    guard received.count == 1, spent.count == 1 else {
      let names = (changes.isEmpty ? movements.map(\.asset.name) : changes.map(\.asset.name))
        .joined(separator: ", ")
      if movements.count == 1 { throw .halfATrade(names) }
      throw .notATrade("\(movements.count) rows of \(names)")
    }
    let sources = movements.map(\.record.source)
    // The earliest, so that the order of the file makes no difference.
    let date = movements.map(\.date).min() ?? first.date
    var facts = TradeFacts(source: sources[0].standing(for: sources), date: date)
    facts.received = received[0]
    facts.spent = AssetAmount(amount: -spent[0].amount, asset: spent[0].asset)
    facts.fees = try sums(of: movements.flatMap(\.fees).map { ($0.asset, $0.amount) })
    facts.dollars = try dollars(of: movements, received: received[0].asset)
    // What was received counts, whichever row stands first.
    let ofReceived = movements.first { $0.asset == received[0].asset && $0.native != nil }
    if let native = ofReceived?.native ?? movements.compactMap(\.native).first {
      facts.worth(native.amount, native.asset)
    }
    let naming = movements.naming ?? first
    facts.reference = naming.reference
    facts.words = naming.words
    facts.account = naming.account
    facts.notes = naming.notes
    facts.balances = balances(of: movements)
    facts.isAside = movements.contains(where: \.isAside)
    return facts
  }

  /// What the side in state money was worth, if every row of it says so, because that was paid; else
  /// the side that was received, else the one that was given.
  private static func dollars(
    of movements: [Movement], received: Asset
  ) throws(RefusalReason) -> Decimal? {
    let isPaid = !received.isFiat && movements.contains { $0.change < 0 && $0.asset.isFiat }
    for isReceived in isPaid ? [false, true] : [true, false] {
      let side = movements.filter { $0.change != 0 && ($0.asset == received) == isReceived }
      let values = side.compactMap(\.dollars)
      guard !side.isEmpty, values.count == side.count else { continue }
      var sum: Decimal = 0
      for value in values { sum = try exactSum(sum, value, column: "value in US dollars") }
      if sum > 0 { return sum }
    }
    return nil
  }

  /// The last balance the rows give for each asset; of rows of one instant, which may stand in any
  /// order, those that no other of them starts from.
  private static func balances(of movements: [Movement]) -> [AssetAmount] {
    var last: [AssetAmount] = []
    let stated = movements.filter { $0.balance != nil }.sorted { $0.date < $1.date }
    for (place, row) in stated.enumerated() {
      let asset = row.asset
      guard stated[(place + 1)...].allSatisfy({ $0.asset != asset }) else { continue }
      let latest = stated.filter { $0.asset == asset && $0.date == row.date }
      let starts = latest.map(\.balanceBefore)
      let ends = latest.indices.filter { place in
        starts.indices.allSatisfy { $0 == place || starts[$0] != latest[place].balance }
      }
      for row in ends.isEmpty ? latest : ends.map({ latest[$0] }) {
        last.append(AssetAmount(amount: row.balance ?? 0, asset: asset))
      }
    }
    return last
  }

  /// The sums of the amounts for each asset, in the order in which the assets first stand.
  private static func sums(of amounts: [(Asset, Decimal)]) throws(RefusalReason) -> [AssetAmount] {
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
  /// Whether a figure of a row cannot be read, while it is known which trade the row is of.
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

extension [Movement] {
  /// Rows of one key that name no kind: a change of place where they add up to nothing; `nil` for
  /// rows that do.
  fileprivate var transfers: [Reading]? {
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

  /// Whether what was given came back whole: an order that was not carried out.
  fileprivate var isGivenBack: Bool {
    var sums: [Asset: Decimal] = [:]
    for movement in self { sums[movement.asset, default: 0] += movement.change }
    return count > 1 && contains { $0.change != 0 } && sums.values.allSatisfy { $0 == 0 }
      && allSatisfy(\.fees.isEmpty)
  }
}
