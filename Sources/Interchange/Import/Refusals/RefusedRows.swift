import Portfolio

/// An option of an import that mends refusals without any further word of the user's.
public enum RefusalOption: Hashable, Sendable {
  /// A stablecoin counts as dollars; its ticker.
  case stable(String)
  /// Open deposits count as gifts.
  case depositsAreGifts
  /// Coins that no row brings count as gifts.
  case missingCoinsAreGifts
  /// Daily prices are fetched.
  case dailyPrices
}

/// Refusals that one thing would mend.
public struct RefusalGroup: Equatable, Sendable {
  /// What the rows have in common, such as `paid in USDT`.
  public let title: String
  /// What to do about them, such as `add --stable USDT`; `nil` where each row is mended by itself.
  public let cure: String?
  /// The option that mends them all, where one does.
  public let option: RefusalOption?
  /// How many rows they are.
  public let count: Int
  /// How many trades, rewards or moves those rows tell.
  public let eventCount: Int
  /// Whether they are sales of coins that other refused rows may bring.
  public let waitsForOthers: Bool
}

extension ImportPlan {
  /// The refused rows by what they have in common, the largest group first.
  public var refusalGroups: [RefusalGroup] {
    var counts: [Cause: (rows: Int, events: Int)] = [:]
    var coins: [Cause: [String: Int]] = [:]
    let parts = partsOfRefused
    for row in refused {
      let cause = cause(of: row.reason)
      let count = counts[cause] ?? (0, 0)
      counts[cause] = (count.rows + 1 + (parts[row.source.rowPlace] ?? 0), count.events + 1)
      if let coin = row.reason.coinThatLacks { coins[cause, default: [:]][coin, default: 0] += 1 }
    }
    return counts.map { cause, count in
      let names = Self.names(of: coins[cause] ?? [:])
      return RefusalGroup(
        title: cause.title.replacing(coinsPlace, with: names), cure: cause.cure,
        option: cause.option, count: count.rows, eventCount: count.events,
        waitsForOthers: cause.waitsForOthers)
    }
    .sorted { left, right in
      // What waits for other rows comes after them.
      if left.waitsForOthers != right.waitsForOthers { return right.waitsForOthers }
      return left.count == right.count ? left.title < right.title : left.count > right.count
    }
  }

  /// What a row has in common with others; what a refused row may bring is needed from it first.
  private func cause(of reason: RefusalReason) -> Cause {
    let cause = reason.cause
    guard case .breaksRule(.insufficientBalance(let coin, _, _, _, _)) = reason,
      broughtByRefused.contains(coin)
    else { return cause }
    if case .stable = cause.option { return cause }
    return Cause(
      title: "selling \(coinsPlace) that other refused rows may bring",
      cure: "those first; --skip-refused writes both kinds beside the file",
      waitsForOthers: true)
  }

  /// How many rows are refused, each of those counted that tell one trade together.
  public var refusedRowCount: Int { refused.count + partsOfRefused.values.reduce(0, +) }

  /// How many rows are in the ledger with the first of their trade.
  public var mergedRowCount: Int {
    unlistedParts + leftOut.count { $0.firstOfTrade != nil }
      - partsOfRefused.values.reduce(0, +)
  }

  /// The other rows of trades whose first row is refused, counted by its place.
  private var partsOfRefused: [RowPlace: Int] {
    let refusedPlaces = Set(refused.map(\.source.rowPlace))
    let firsts = leftOut.compactMap(\.firstOfTrade).filter(refusedPlaces.contains)
    return Dictionary(firsts.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The coins of a group, those of most rows first, as many as fit a line.
  private static func names(of coins: [String: Int]) -> String {
    let inOrder = coins.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
      .map(\.key)
    let shown = inOrder.prefix(8).joined(separator: ", ")
    return inOrder.count > 8 ? "\(shown) and \(inOrder.count - 8) more" : shown
  }
}
