public import Exact
public import FoundationEssentials

/// A group of gains with their sums.
public struct GainGroup: Equatable, Sendable {
  /// How rows are grouped.
  public enum Kind: String, CaseIterable, Sendable {
    /// A row for each sale and for each reward.
    case sale
    /// A row for each coin.
    case coin
    /// A row for each month.
    case month
    /// A row for each year.
    case year
    /// A row for short-term and one for long-term holdings.
    case term
    /// A row for each reason: the kind of a sale, or the label of a reward.
    case label
  }

  /// What the rows share: the sale, the coin's id, `2026-04`, `2026`, `long`, `spend`; `nil` for
  /// rows without a term.
  public let key: String?
  /// The coin's id; `nil` if a group can have several coins.
  public let coinId: String?
  /// When the last sale was.
  public let sold: Date
  /// Its day in the time zone that days are counted in.
  public let soldDay: UTCDay
  /// The number of sales.
  public let saleCount: Int
  /// Coins, unrounded; `nil` if a group can have several coins.
  public let amount: Quantity?
  /// Proceeds less fees, unrounded; `nil` if a rate is missing.
  public let proceeds: Cost?
  /// Cost of the coins sold, unrounded; `nil` if a rate is missing.
  public let cost: Cost?
  /// Which of the sums are partly estimated.
  public let estimated: EstimatedFigures
  /// The coins the figures cover if others are of unknown worth; otherwise `nil`.
  public let counted: Quantity?

  /// Whether ``gain`` is partly estimated.
  public var isEstimated: Bool { estimated.isGainEstimated }
  /// Proceeds less cost, unrounded.
  public var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }
}

/// A group of rewards with their sums.
public struct IncomeGroup: Equatable, Sendable {
  /// What the rows share, as in ``GainGroup/key``; the month by default.
  public let key: String?
  /// The coin's id; `nil` if a group can have several coins.
  public let coinId: String?
  /// What the rewards were for; `nil` if unknown or if a group can have several reasons.
  public let label: TransactionLabel?
  /// When the last reward was.
  public let date: Date
  /// Its day in the time zone that days are counted in.
  public let day: UTCDay
  /// The number of rewards.
  public let count: Int
  /// Coins, unrounded; `nil` if a group can have several coins.
  public let amount: Quantity?
  /// Their value on receipt, unrounded; `nil` if a rate is missing.
  public let value: Cost?
  /// Whether the value is partly estimated.
  public let isEstimated: Bool
}

extension Gains {
  /// Groups the rows: coins by id, terms with short first, everything else by date.
  public func grouped(by kind: GainGroup.Kind) -> [GainGroup] {
    let groups = groups(rows) { $0.key(kind) }
    return sorted(groups, by: kind).compactMap { key, indices in
      GainGroup(key: key, indices.lazy.map { rows[$0] }, kind)
    }
  }

  /// Groups the rewards the same way; by coin, month, and reason if `kind` is `nil`.
  public func incomeGrouped(by kind: GainGroup.Kind?) -> [IncomeGroup] {
    guard let kind else {
      let parts = groups(income) { IncomePart(month: $0.month, coinId: $0.coinId, label: $0.label) }
      return parts.compactMap { part, indices in
        IncomeGroup(
          key: part.month, indices.map { income[$0] }, coinId: part.coinId, label: part.label)
      }
    }
    guard kind != .sale else {
      return income.compactMap {
        IncomeGroup(key: $0.day.text, [$0], coinId: $0.coinId, label: $0.label)
      }
    }
    let groups = groups(income) { $0.key(kind) }
    return sorted(groups, by: kind).compactMap { key, indices in
      IncomeGroup(
        key: key, indices.map { income[$0] }, coinId: kind == .coin ? key : nil,
        label: kind == .label ? indices.first.flatMap { income[$0].label } : nil)
    }
  }

  /// Groups the rewards by month and then by reason, across coins.
  public func incomeByLabelAndMonth() -> [IncomeGroup] {
    let parts = groups(income) { IncomePart(month: $0.month, coinId: "", label: $0.label) }
    return parts.compactMap { part, indices in
      IncomeGroup(key: part.month, indices.map { income[$0] }, coinId: nil, label: part.label)
    }.sorted {
      ($0.key ?? "", $0.label?.rawValue ?? "") < ($1.key ?? "", $1.label?.rawValue ?? "")
    }
  }

  /// The row indexes of each key, in order of first appearance.
  private func groups<Row, Key: Hashable>(
    _ rows: some Sequence<Row>, _ key: (Row) -> Key
  ) -> [(key: Key, indices: [Int])] {
    var numbers: [Key: Int] = [:]
    var groups: [(key: Key, indices: [Int])] = []
    for (index, row) in rows.enumerated() {
      let key = key(row)
      if let number = numbers[key] {
        groups[number].indices.append(index)
      } else {
        numbers[key] = groups.count
        groups.append((key, [index]))
      }
    }
    return groups
  }

  private func sorted(
    _ groups: [(key: String?, indices: [Int])], by kind: GainGroup.Kind
  ) -> [(key: String?, indices: [Int])] {
    switch kind {
    case .sale, .month, .year: groups
    case .coin, .label: groups.sorted { ($0.key ?? "") < ($1.key ?? "") }
    case .term: groups.sorted { ($0.key ?? "") > ($1.key ?? "") }
    }
  }
}

private struct IncomePart: Hashable {
  let month: String
  let coinId: String
  let label: TransactionLabel?
}

extension GainRow {
  fileprivate func key(_ kind: GainGroup.Kind) -> String? {
    switch kind {
    case .sale: saleID.uuidString
    case .coin: coinId
    case .month: String(soldDay.text.prefix(7))
    case .year: String(soldDay.text.prefix(4))
    case .term: term?.rawValue
    case .label: self.kind.rawValue
    }
  }
}

extension IncomeRow {
  fileprivate var month: String { String(day.text.prefix(7)) }

  fileprivate func key(_ kind: GainGroup.Kind) -> String? {
    switch kind {
    case .sale, .term: nil
    case .coin: coinId
    case .month: month
    case .year: String(day.text.prefix(4))
    case .label: label?.rawValue
    }
  }
}

extension GainGroup {
  fileprivate init?(
    key: String?, _ rows: some BidirectionalCollection<GainRow>, _ kind: Kind
  ) {
    guard let last = rows.last else { return nil }
    let isOfOneCoin = kind == .sale || kind == .coin
    self.key = key
    coinId = isOfOneCoin ? last.coinId : nil
    sold = last.sold
    soldDay = last.soldDay
    saleCount = Set(rows.lazy.map(\.saleID)).count
    amount = isOfOneCoin ? rows.reduce(0) { $0 + $1.exactAmount } : nil
    let totals = Gains.Totals(rows)
    (proceeds, cost) = (totals.proceeds, totals.cost)
    counted =
      isOfOneCoin && totals.unvaluedCount > 0
      ? rows.lazy.filter { !$0.isUnvalued }.reduce(0) { $0 + $1.exactAmount } : nil
    estimated = rows.lazy.map(\.estimated).union
  }
}

extension IncomeGroup {
  fileprivate init?(
    key: String?, _ rows: [IncomeRow], coinId: String?, label: TransactionLabel?
  ) {
    guard let last = rows.last else { return nil }
    self.key = key
    self.coinId = coinId
    self.label = label
    date = last.date
    day = last.day
    count = rows.count
    amount = coinId == nil ? nil : rows.reduce(0) { $0 + $1.exactAmount }
    value = rows.valued
    isEstimated = rows.contains(where: \.isEstimated)
  }
}
