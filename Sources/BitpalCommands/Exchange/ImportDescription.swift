import Application
import CellGrid
import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// What an import would add or has added, in lines.
struct ImportDescription {
  private let outcome: EvidenceOutcome
  private let read: [ReadFile]
  private let style: ReportStyle

  private static let shownFiles = 10
  private static let shownCoins = 12
  private static let shownQuestions = 6

  init(_ outcome: EvidenceOutcome, _ read: [ReadFile], _ style: ReportStyle) {
    (self.outcome, self.read, self.style) = (outcome, read, style)
  }

  /// How much is written, such as `24 transactions and 2 moves`.
  var size: String {
    let difference = outcome.difference
    let added = difference.added.count { !difference.reordered.contains($0.id) }
    let gone = difference.removed.count { !difference.reordered.contains($0.id) }
    let changed = difference.changed.count + difference.changedMoves.count
    let removed = gone + difference.removedMoves.count
    let parts = [
      added > 0 ? countOf(added, "transaction") : nil,
      difference.addedMoves.isEmpty ? nil : countOf(difference.addedMoves.count, "move"),
      changed > 0 ? "\(countOf(changed, "row")) changed" : nil,
      removed > 0 ? "\(countOf(removed, "row")) that other files replace" : nil,
    ].compactMap(\.self)
    guard let last = parts.last, parts.count > 1 else {
      return parts.first ?? "no transactions"
    }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// How much changes, such as `3 rows added, 1 row removed`.
  var changes: String {
    let difference = outcome.difference
    let counts = [
      (difference.added.count - difference.reordered.count + difference.addedMoves.count, "added"),
      (difference.changed.count + difference.changedMoves.count, "changed"),
      (
        difference.removed.count - difference.reordered.count + difference.removedMoves.count,
        "removed"
      ),
    ].filter { $0.0 > 0 }.map { "\(countOf($0, "row")) \($1)" }
    return counts.isEmpty ? "nothing changes" : counts.joined(separator: ", ")
  }

  /// How many rows of all files wait.
  var waitingRows: Int {
    outcome.questions.filter { !$0.question.waiting.isEmpty }
      .reduce(0) { $0 + $1.rows.count }
  }

  /// What is to be done next; `nil` where nothing waits.
  var advice: String? {
    let count = waitingRows
    guard count > 0 else { return nil }
    return "\(countOf(count, "row")) wait\(count == 1 ? "s" : "") for an answer: bitpal inbox"
  }

  /// The lines of a preview.
  func lines(isVerbose: Bool) -> [String] {
    fileLines(isVerbose) + coinLines(isVerbose) + questionLines(isVerbose)
  }

  private func fileLines(_ isVerbose: Bool) -> [String] {
    var lines: [String] = []
    let shown = isVerbose ? Int.max : Self.shownFiles
    let new = Set(outcome.files.map(\.name))
    let known = read.count { !new.contains($0.name) }
    for file in outcome.files.prefix(shown) {
      let states: [(RecordState.Kind, String)] = [
        (.counts, "recorded"), (.elsewhere, "told by another row"), (.waits, "waiting"),
        (.asks, "not readable"), (.inside, "moved inside the account"), (.skipped, "skipped"),
        (.leftOut, "left out"),
      ]
      let counts = states.compactMap { kind, word in
        file.states[kind].map { "\($0) \(word)" }
      }
      let rows = file.states.values.reduce(0, +)
      let form = read.first { $0.name == file.name }?.form ?? ""
      lines.append(
        "\(cleaned(file.name)) (\(form)): \(countOf(rows, "row"))"
          + (counts.isEmpty ? "" : ", \(counts.joined(separator: ", "))"))
      guard isVerbose else { continue }
      for (reason, count) in file.leftOut.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(countOf(count, "row")) left out: \(cleaned(reason))")
      }
    }
    if outcome.files.count > shown {
      lines.append("and \(outcome.files.count - shown) more files (--verbose lists all)")
    }
    if known > 0 {
      lines.append(
        "\(countOf(known, "file")) of these \(known == 1 ? "is" : "are") in the ledger already.")
    }
    return lines
  }

  private struct CoinSum {
    var kinds: [TransactionKind: Int] = [:]
    var first = Date.distantFuture
    var last = Date.distantPast
  }

  private func coinLines(_ isVerbose: Bool) -> [String] {
    var coins: [String: CoinSum] = [:]
    let difference = outcome.difference
    for row in difference.added where !difference.reordered.contains(row.id) {
      var sum = coins[row.coinId] ?? CoinSum()
      sum.kinds[row.kind, default: 0] += 1
      (sum.first, sum.last) = (min(sum.first, row.date), max(sum.last, row.date))
      coins[row.coinId] = sum
    }
    let shown = isVerbose ? Int.max : Self.shownCoins
    var lines = coins.sorted { $0.key < $1.key }.prefix(shown).map { coinId, sum in
      let kinds = TransactionKind.allCases.compactMap { kind in
        sum.kinds[kind].map { "\($0) \(kind.rawValue)" }
      }
      let days = [sum.first, sum.last].map(style.calendar.dayText)
      let change = outcome.effect.holdings[coinId].map { coins in
        ", holding \(coins > .zero ? "+" : "")\(style.isPrivate ? FormattedValue.mask : coins.description)"
      }
      return "  \(coinId): \(kinds.joined(separator: ", ")), "
        + (days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])") + (change ?? "")
    }
    if coins.count > shown {
      lines.append("  and \(coins.count - shown) more coins (--verbose lists all)")
    }
    return lines
  }

  private func questionLines(_ isVerbose: Bool) -> [String] {
    let groups = InboxGroup.groups(outcome.questions)
    let shown = isVerbose ? Int.max : Self.shownQuestions
    var lines = groups.prefix(shown).map { group in
      let count = group.rowCount
      let verb = group.first.question.waiting.isEmpty ? "about" : "waiting:"
      let sentence = style.isPrivate ? withoutAmounts(group.first.sentence) : group.first.sentence
      return "\(countOf(count, "row")) \(verb) \(cleaned(sentence))"
    }
    if groups.count > shown {
      lines.append("and \(groups.count - shown) more questions (--verbose lists all)")
    }
    if !groups.isEmpty { lines.append("`bitpal inbox` lists what waits after the import.") }
    if !outcome.settled.isEmpty {
      lines.append(
        "\(countOf(outcome.settled.count, "question")) about less than $1 answered; "
          + "`bitpal inbox answers` lists them.")
    }
    return lines
  }
}
