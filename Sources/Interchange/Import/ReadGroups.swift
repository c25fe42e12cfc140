import FoundationEssentials
import Portfolio

/// One row of a format that writes a trade on several.
struct Movement {
  let record: CSVRecord
  let date: Date
  let asset: Asset
  /// What came in, or went out below zero, without the fee.
  var change: Decimal
  /// What the exchange kept, in the same asset.
  var fee: Decimal = 0
  /// The exchange's id of the trade, or empty.
  var reference: String = ""
  /// The file's own words.
  var words: String = ""
}

/// What such a row means.
enum MovementMeaning {
  /// A side or the fee of a trade.
  case part(Movement)
  /// Coins for nothing, on a row of their own.
  case reward(Movement, kind: String)
  case leftOut(LeftOutReason)
}

extension CSVTable {
  /// Reads a format in which the rows of one key are one trade.
  ///
  /// The first row of a trade stands for it; the others are left out as its parts.
  func readGroups(
    by key: (CSVRecord) -> String?,
    _ meaning: (CSVRecord) throws(RefusalReason) -> MovementMeaning
  ) -> [Reading] {
    var readings: [Reading] = []
    var groups: [String: [Movement]] = [:]
    // A trade stands among the readings where its first row stands in the file.
    var places: [(key: String, at: Int)] = []
    for record in records {
      do throws(RefusalReason) {
        guard !record.isTooLong else { throw .tooManyCells }
        switch try meaning(record) {
        case .leftOut(let reason):
          readings.append(.leftOut(LeftOutRow(source: record.source, reason: reason)))
        case .reward(let movement, let kind):
          readings.append(reward(movement, kind: kind))
        case .part(let movement):
          let key = key(record) ?? ""
          if groups[key] == nil { places.append((key, readings.count)) }
          groups[key, default: []].append(movement)
        }
      } catch {
        readings.append(.refused(RefusedRow(source: record.source, reason: error)))
      }
    }
    return inserted(groups, at: places, into: readings)
  }

  private func inserted(
    _ groups: [String: [Movement]], at places: [(key: String, at: Int)], into readings: [Reading]
  ) -> [Reading] {
    var result: [Reading] = []
    var next = 0
    for (key, at) in places {
      result += readings[next..<at]
      next = at
      result += trade(of: groups[key] ?? [])
    }
    return result + readings[next...]
  }

  private func reward(_ movement: Movement, kind: String) -> Reading {
    guard movement.change > 0 else {
      return .leftOut(LeftOutRow(source: movement.record.source, reason: .otherKind(kind)))
    }
    var facts = TradeFacts(source: movement.record.source, date: movement.date)
    facts.received = Quantity(amount: movement.change, asset: movement.asset)
    facts.fees = movement.fee == 0 ? [] : [Quantity(amount: movement.fee, asset: movement.asset)]
    facts.words = words("reward: \(kind)", movement.words)
    facts.reference = movement.reference
    return .trade(facts)
  }

  /// One trade of its rows: what rose came in, what fell went out.
  private func trade(of movements: [Movement]) -> [Reading] {
    guard let first = movements.first else { return [] }
    let others = movements.dropFirst().map { movement in
      Reading.leftOut(
        LeftOutRow(
          source: movement.record.source, reason: .partOfTrade(line: first.record.row.line)))
    }
    do throws(RefusalReason) {
      return [.trade(try facts(of: movements, first: first))] + others
    } catch {
      return [.refused(RefusedRow(source: first.record.source, reason: error))] + others
    }
  }

  private func facts(
    of movements: [Movement], first: Movement
  ) throws(RefusalReason) -> TradeFacts {
    let changes = try sums(of: movements.map { ($0.asset, $0.change) })
    let received = changes.filter { $0.amount > 0 }
    let spent = changes.filter { $0.amount < 0 }
    guard received.count == 1, spent.count == 1 else {
      let names = changes.map(\.asset.name).joined(separator: ", ")
      throw .notATrade("\(movements.count) rows of \(names)")
    }
    var facts = TradeFacts(source: first.record.source, date: first.date)
    facts.received = received[0]
    facts.spent = Quantity(amount: -spent[0].amount, asset: spent[0].asset)
    facts.fees = try sums(of: movements.map { ($0.asset, $0.fee) })
    facts.reference = first.reference
    facts.words = first.words
    return facts
  }

  /// What the amounts come to for each asset, in the order in which the assets first stand.
  private func sums(of amounts: [(Asset, Decimal)]) throws(RefusalReason) -> [Quantity] {
    var sums: [Quantity] = []
    for (asset, amount) in amounts where amount != 0 {
      if let index = sums.firstIndex(where: { $0.asset == asset }) {
        sums[index].amount = try exactSum(sums[index].amount, amount, column: "amount")
      } else {
        sums.append(Quantity(amount: amount, asset: asset))
      }
    }
    return sums.filter { $0.amount != 0 }
  }
}
