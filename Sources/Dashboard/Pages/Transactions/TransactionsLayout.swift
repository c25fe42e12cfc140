/// Column layout of the transactions table for a width.
struct TransactionsLayout {
  private static let narrowName = 10
  private static let narrowSymbol = 6
  /// Minimum readable width of an amount of coins.
  private static let narrowAmount = 8
  private static let readableNotes = 40

  private(set) var columnRanges: [TransactionColumn: Range<Int>] = [:]
  /// Whether decimal points are aligned; if that would cost more than the name column, only the
  /// ends are.
  let isAligned: Bool

  init(
    _ widths: TransactionWidths, isPrivate: Bool, hiding hidden: Set<Int>, available: Int
  ) {
    func sizes(isAligned: Bool) -> [TransactionColumn: Int] {
      Self.sizes(
        widths, isPrivate: isPrivate, hiding: hidden, isAligned: isAligned, available: available)
    }
    let aligned = sizes(isAligned: true)
    let narrow = sizes(isAligned: false)
    isAligned = narrow.keys.allSatisfy { aligned[$0] != nil || $0 == .name }
    var sizes = isAligned ? aligned : narrow
    var spare = max(0, available - Self.needed(sizes))
    if let notes = sizes[.notes] {
      sizes[.notes] = notes + spare
      spare = 0
    }
    var at = HoldingsLayout.markColumns
    for column in TransactionColumn.allCases {
      guard let size = sizes[column] else { continue }
      // Without notes at the end, the spare width goes before the figures.
      if column == .amount { at += spare }
      columnRanges[column] = at..<max(at, min(at + size, available))
      at += size + 2
    }
  }

  /// Columns that fit all of the table's columns with readable notes.
  static func columns(
    _ widths: TransactionWidths, isPrivate: Bool, hiding hidden: Set<Int>
  ) -> Int {
    let sizes = sizes(
      widths, isPrivate: isPrivate, hiding: hidden, isAligned: true, available: .max / 2)
    return needed(sizes) + (sizes[.notes].map { max(0, readableNotes - $0) } ?? 0)
  }

  private static func needed(_ sizes: [TransactionColumn: Int]) -> Int {
    sizes.values.reduce(0) { $0 + $1 + 2 }
  }

  private static func sizes(
    _ widths: TransactionWidths, isPrivate: Bool, hiding hidden: Set<Int>, isAligned: Bool,
    available: Int
  ) -> [TransactionColumn: Int] {
    let figures = widths[isPrivate: isPrivate]
    func size(_ width: ColumnWidth, atLeast least: Int) -> Int {
      max(least, isAligned ? width.total : width.narrow)
    }
    var sizes: [TransactionColumn: Int] = [
      .day: 10, .kind: widths.kind, .amount: size(figures.amount, atLeast: 6),
      .price: size(figures.price, atLeast: 5), .total: size(figures.total, atLeast: 5),
      .symbol: widths.symbol, .name: widths.name, .account: widths.account, .notes: widths.notes,
    ].filter { $0.value > 0 && !hidden.contains($0.key.rawValue) }
    for column in TransactionColumn.collapseOrder where needed(sizes) > available {
      // Part of a name is better than none.
      if column == .name, needed(sizes) - widths.name + min(widths.name, narrowName) <= available {
        sizes[.name] = widths.name - (needed(sizes) - available)
      } else if column == .day, let symbol = sizes[.symbol], let amount = sizes[.amount],
        needed(sizes) - available <= max(0, symbol - narrowSymbol)
          + (isAligned ? 0 : max(0, amount - narrowAmount))
      {
        // Shorten symbols and amounts before dropping the day.
        sizes[.symbol] = max(min(symbol, narrowSymbol), symbol - (needed(sizes) - available))
        sizes[.amount] = amount - max(0, needed(sizes) - available)
      } else {
        sizes[column] = nil
      }
    }
    return sizes
  }
}
