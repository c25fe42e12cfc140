import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension Painter {
  private static let ownedMark = "owned"
  private static let symbolColumns = 7
  private static let maxNameColumns = 16
  /// Minimum useful width of a name.
  private static let minNameColumns = 6

  /// Draws the coin suggestions over the fields below the coin.
  mutating func drawSuggestions(
    of form: TransactionForm, state: DashboardState, in below: CellArea, now: Date
  ) {
    let heading = form.suggestions.areNear ? 1 : 0
    let count = form.suggestions.coins.count + heading
    let start = Self.formTextStart - 1
    let hasFrame = below.rows >= count + 2 && below.columns >= 30
    let area = CellArea(
      column: below.column + start, row: below.row, columns: below.columns - start,
      rows: min(below.rows, count + (hasFrame ? 2 : 0)))
    clear(area)
    var inside = hasFrame ? box(area) : area
    if heading > 0 {
      let name = clipped(cleaned(form.entry[form.focus]), to: 12)
      let near = form.suggestions.coins.count == 1 ? "this" : "one of these"
      left(
        "No coin is called \(name). Did you mean \(near)?", .error, in: inside, row: 0,
        from: hasFrame ? 0 : 2)
      inside = inside.dropFirstRows(1)
    }
    let owned = Set(state.ownedCoins.map(\.id))
    let symbols = Dictionary(grouping: form.suggestions.coins) { $0.symbol.lowercased() }
    // If not all suggestions fit, keep the selected one visible.
    let top = max(0, (form.suggestions.chosen ?? 0) - inside.rows + 1)
    for (row, coin) in form.suggestions.coins.dropFirst(top).prefix(inside.rows).enumerated() {
      let isChosen = top + row == form.suggestions.chosen
      draw(
        coin, isChosen: isChosen, isAlike: (symbols[coin.symbol.lowercased()]?.count ?? 0) > 1,
        mark: Self.mark(coin, form.suggestions.ranks, isOwned: owned.contains(coin.id), now: now),
        in: inside, row: row,
        from: hasFrame ? 0 : 2)
      let line = CellArea(
        column: area.column + (hasFrame ? 1 : 0), row: inside.row + row,
        columns: area.columns - (hasFrame ? 2 : 0), rows: 1)
      if isChosen { restyle(line) { $0.isReversed = true } }
      hit(line, .suggestion(top + row))
    }
  }

  /// Rank and price of a coin if known, and whether it is owned; a price that is not current has
  /// its age.
  private static func mark(
    _ coin: Coin, _ ranks: [String: Int], isOwned: Bool, now: Date
  ) -> [String] {
    let age = coin.lastUpdated.flatMap {
      isOutdated(since: $0, at: now) ? " \(shortAgeText(of: $0, at: now))" : nil
    }
    let parts = [
      isOwned ? ownedMark : nil, ranks[coin.id].map { "#\($0)" },
      coin.currentPrice.map { Figures.unitPrice($0) + (age ?? "") },
    ]
    return parts.compactMap(\.self)
  }

  /// Draws symbol, name and id of a coin.
  ///
  /// The id distinguishes coins that share a symbol, so it has priority over the name. It is
  /// omitted if it does not fit and the name implies it.
  private mutating func draw(
    _ coin: Coin, isChosen: Bool, isAlike: Bool, mark: [String], in area: CellArea, row: Int,
    from column: Int
  ) {
    let label = CoinBook.Label(coin)
    let id = cleaned(coin.id)
    let nameStart = column + Self.symbolColumns + 1
    var marks = mark
    func end() -> Int {
      area.columns - (marks.isEmpty ? 0 : columnWidth(of: marks.joined(separator: "  ")) + 1)
    }
    // The name identifies the coin, so the mark gives way to it: first ownership, then the rank.
    let needed = nameStart + min(columnWidth(of: label.name), Self.maxNameColumns)
    while !marks.isEmpty, needed > end() { marks.removeFirst() }
    let end = end()
    if isChosen { left("›", .accent, in: area, row: row, from: column - 1) }
    left(
      label.symbol, isChosen ? .accent : .plain, in: area, row: row, from: column,
      columns: Self.symbolColumns)
    var nameColumns = min(columnWidth(of: label.name), end - nameStart)
    if isAlike {
      // Shorten the name so that the whole id fits.
      nameColumns = min(nameColumns, end - nameStart - columnWidth(of: id) - 2)
      if nameColumns < Self.minNameColumns { nameColumns = 0 }
    }
    left(label.name, .plain, in: area, row: row, from: nameStart, columns: nameColumns)
    let idStart = nameStart + (nameColumns > 0 ? nameColumns + 2 : 0)
    if isAlike || !coin.isNamedAsItsID || columnWidth(of: id) <= end - idStart {
      left(clippedInMiddle(id, to: end - idStart), .secondary, in: area, row: row, from: idStart)
    }
    right(marks.joined(separator: "  "), .secondary, in: area, row: row)
  }
}

extension Coin {
  /// Whether the name implies the id, as Shiba Inu does `shiba-inu`.
  var isNamedAsItsID: Bool {
    cleaned(id) == CoinBook.Label(self).name.lowercased().replacing(" ", with: "-")
  }
}
