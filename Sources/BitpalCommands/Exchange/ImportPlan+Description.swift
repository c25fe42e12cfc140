import CellGrid
import FoundationEssentials
import Interchange
import Portfolio
import Reports

extension ImportPlan {
  private static let shownRows = 20
  /// Rows left out and notices, which matter less.
  private static let shownNotices = 10
  /// Lines of reasons, where nobody asked for all of them.
  private static let shownGroups = 15

  /// What mends rows whose price CoinGecko does not have, or not on that day.
  private static let cureAfterFetching: String? =
    "add --prices FILE, with lines such as 2021-05-03,bitcoin,57000"

  /// How much the plan writes, such as `24 transactions and 2 moves`.
  var size: String {
    let parts = [
      totals.count == 0 && !isEmpty ? nil : countOf(totals.count, "transaction"),
      moves.isEmpty ? nil : countOf(moves.count, "move"),
      counted(changedMoves.count { $0.transfer != nil }, "the other half of"),
      counted(changedMoves.count { $0.transfer == nil } - openedCount, "the fee of"),
      openedCount == 0 ? nil : "\(countOf(openedCount, "move")) opened again",
    ].compactMap { $0 }
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  private func counted(_ count: Int, _ part: String) -> String? {
    count == 0 ? nil : "\(part) \(countOf(count, "move")) already there"
  }

  /// Says, beside the result, what the files hold and what becomes of it.
  ///
  /// - Parameters:
  ///   - isPreview: Whether nothing has been decided yet: then what would be added is shown.
  ///   - isVerbose: Whether every row that is left out or refused is listed.
  ///   - hasFetched: Whether the daily prices that can be fetched were.
  func describe(isPreview: Bool, isVerbose: Bool, hasFetched: Bool, _ style: ReportStyle) {
    let words = formats.map(\.rawValue)
    let kinds = words.enumerated().filter { !words[..<$0.offset].contains($0.element) }
    Console.writeError("Read as \(kinds.map(\.element).joined(separator: ", ")).")
    let limit = isVerbose ? Int.max : Self.shownNotices
    describeNotices(shown: limit, style)
    describeCoins(shown: isVerbose ? Int.max : Self.shownRows)
    if alreadyThere > 0 {
      let place =
        !beginsLedger
        ? "already in the ledger"
        : formats.count > 1 ? "also in another of these files" : "in the file twice"
      Console.writeError("\(countOf(alreadyThere, "row")) \(place).")
    }
    if mergedRowCount > 0 {
      Console.writeError("\(countOf(mergedRowCount, "row")) merged into other trades.")
    }
    let shown = isVerbose ? Int.max : Self.shownRows
    let apart = leftOut.filter { !$0.isPartOfTrade }.map { ($0.source, $0.reason.sentence) }
    list(apart, "\(countOf(apart.count, "row")) left out", shown: limit, style)
    describeRefusals(shown: shown, hasFetched: hasFetched, style)
    if isPreview { describeAdditions(style) }
    describeDoubts(style)
  }

  private func describeNotices(shown: Int, _ style: ReportStyle) {
    let sentences = notices.filter { !$0.isOfCoins }.map(\.sentence)
    for sentence in sentences.prefix(shown) { Console.writeError(masked(sentence, style)) }
    if sentences.count > shown {
      Console.writeError("and \(sentences.count - shown) more such notices; --verbose lists all")
    }
  }

  /// Which coins the symbols of the files are: a line for all, another for those not in the catalog.
  private func describeCoins(shown: Int) {
    var (read, unlisted) = ([String](), [String]())
    for notice in notices {
      switch notice {
      case .symbolRead(let symbol, let coinId):
        read.append(read.isEmpty ? "\(symbol) was read as \(coinId)" : "\(symbol) as \(coinId)")
      case .unlistedCoin(let coinId): unlisted.append(coinId)
      default: break
      }
    }
    if !read.isEmpty { Console.writeError("\(listed(read, shown: shown)).") }
    guard !unlisted.isEmpty else { return }
    let (are, they) = unlisted.count == 1 ? ("is", "it") : ("are", "they")
    Console.writeError(
      "\(listed(unlisted, shown: shown)) \(are) not in the coin catalog, so \(they) may stay without "
        + "a price.")
  }

  private func listed(_ parts: [String], shown: Int) -> String {
    let rest = parts.count - shown
    return parts.prefix(shown).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more (--verbose lists all)" : "")
  }

  /// Groups with what mends them, then the first rows.
  private func describeRefusals(shown: Int, hasFetched: Bool, _ style: ReportStyle) {
    let groups = refusalGroups
    for group in groups.prefix(Self.shownGroups) {
      let isFetched = hasFetched && group.option == .dailyPrices
      let cure = (isFetched ? Self.cureAfterFetching : group.cure).map { ": \($0)" } ?? ""
      // A title that is a sentence of its own follows a colon.
      let colon = group.title.first?.isUppercase == true ? ":" : ""
      Console.writeError(
        "\(countOf(group.count, "row"))\(colon) \(masked(group.title, style))\(cure)")
    }
    if groups.count > Self.shownGroups {
      Console.writeError("and \(groups.count - Self.shownGroups) other reasons")
    }
    list(
      refused.map { ($0.source, $0.reason.sentence) },
      "\(countOf(refusedRowCount, "row")) refused", shown: shown, style)
  }

  /// A line for each coin.
  private func describeAdditions(_ style: ReportStyle) {
    for (coinId, coin) in totals.coins.sorted(by: { $0.key < $1.key }) {
      let kinds = ImportTotals.CoinTotals.Kind.allCases.compactMap { kind in
        coin.sums[kind].map { describe($0, of: kind, style) }
      }
      let ends = [coin.first, coin.last].map(style.calendar.dayText).sorted()
      let days = ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
      Console.writeError("  \(coinId): \(kinds.joined(separator: ", ")), \(days)")
    }
  }

  private func describe(
    _ sum: ImportTotals.CoinTotals.Sum, of kind: ImportTotals.CoinTotals.Kind,
    _ style: ReportStyle
  ) -> String {
    let dollars = FormattedValue.money(sum.total).text(isPrivate: style.isPrivate)
    let (noun, worth) =
      switch kind {
      case .buy: ("buy", " for \(dollars)")
      case .sell: ("sell", " for \(dollars)")
      case .gift: ("gift", "")
      case .reward: ("reward", " worth \(dollars)")
      case .paymentReceived: ("received payment", " worth \(dollars)")
      case .payment: ("payment", " worth \(dollars)")
      case .fee: ("fee", sum.total == 0 ? "" : " worth \(dollars)")
      }
    return "\(countOf(sum.count, noun)) of \(shown(sum.amount, style))\(worth)"
  }

  /// What the user should look at before saying yes.
  private func describeDoubts(_ style: ReportStyle) {
    if estimatedCount > 0 {
      Console.writeError(
        "\(estimatedCount) of \(totals.count) estimated: by a stablecoin or a daily price.")
    }
    let deposits = openDeposits.count
    if deposits > 0 {
      Console.writeError(
        "\(countOf(deposits, "deposit")) without the withdrawal \(deposits == 1 ? "it" : "they") came "
          + "from: import that file, too, or add --deposits gift.")
    }
    describeUnsureMoves()
    describeSwaps(style)
    for pair in lookalikes.prefix(Self.shownRows) {
      Console.writeError(
        "  \(pair.addition.type.rawValue) of \(shown(pair.addition.amount, style)) "
          + "\(pair.addition.coinId) on \(pair.addition.date.utcDayText) looks like one from "
          + "\(pair.other.reference?.source ?? "elsewhere") already there.")
    }
    if lookalikes.count > Self.shownRows {
      Console.writeError("  and \(lookalikes.count - Self.shownRows) more that look alike")
    }
    if !lookalikes.isEmpty {
      Console.writeError(
        "Where they are the same, import only one of the sources, or undo this import.")
    }
  }

  /// Moves that bitpal does not pair because it cannot know which are one.
  private func describeUnsureMoves() {
    guard !unsureMoves.isEmpty else { return }
    let deposits = unsureMoves.count { $0.amount > 0 }
    let kinds = [(deposits, "deposit"), (unsureMoves.count - deposits, "withdrawal")]
    let names = kinds.filter { $0.0 > 0 }.map { countOf($0.0, $0.1) }.joined(separator: " and ")
    Console.writeError(
      "\(names) may belong to more than one transfer and "
        + "\(unsureMoves.count == 1 ? "stays" : "stay") open: `bitpal moves` lists them with their "
        + "ids, and `bitpal moves pair ID ID` joins two.")
  }

  /// What came in for another coin, and how to say what it was worth.
  private func describeSwaps(_ style: ReportStyle) {
    guard !swaps.isEmpty else { return }
    for swap in swaps.prefix(Self.shownRows) {
      Console.writeError("  \(masked(swap.sentence, style))")
    }
    if swaps.count > Self.shownRows {
      Console.writeError("  and \(swaps.count - Self.shownRows) more such deposits")
    }
    Console.writeError(
      "\(swaps.count == 1 ? "It is not a gift" : "They are not gifts"): with the ids of `bitpal moves`, "
        + "say `bitpal moves answer ID bought --total …` of what came in, and `sold` or `spent` with "
        + "the same total of what went out.")
  }

  private func shown(_ amount: Decimal, _ style: ReportStyle) -> String {
    FormattedValue.quantity(amount).text(isPrivate: style.isPrivate)
  }

  private func masked(_ sentence: String, _ style: ReportStyle) -> String {
    style.isPrivate ? withoutAmounts(sentence) : sentence
  }

  private func list(
    _ rows: [(source: RowSource, sentence: String)], _ title: String, shown: Int,
    _ style: ReportStyle
  ) {
    guard !rows.isEmpty else { return }
    Console.writeError("\(title):")
    for row in rows.prefix(shown) {
      Console.writeError("  \(row.source.place): \(masked(row.sentence, style))")
      guard !style.isPrivate else { continue }
      Console.writeError("    \(clipped(cleaned(row.source.text), to: 76))")
    }
    if rows.count > shown {
      Console.writeError("  and \(rows.count - shown) more; --verbose lists all")
    }
  }
}

extension ImportNotice {
  /// Whether it says which coin a symbol is, or that the catalog lacks a coin.
  fileprivate var isOfCoins: Bool {
    switch self {
    case .symbolRead, .unlistedCoin: true
    default: false
    }
  }
}

extension LeftOutRow {
  /// Whether the row is in the ledger after all, with the first of its trade.
  fileprivate var isPartOfTrade: Bool {
    if case .partOfTrade = reason { true } else { false }
  }
}
