import Application
import CellGrid
import CoinCatalogue
import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// Describes, in lines, what an import adds or would add.
struct ImportDescription {
  private let outcome: EvidenceOutcome
  private let read: [ReadFile]
  private let style: ReportStyle
  private let catalogue: CoinCatalogue

  // With the lines that count the rest, a preview has at most 40 lines.
  private static let shownFiles = 7
  private static let shownReasons = 3
  private static let shownCoins = 10
  private static let shownTransfers = 3
  private static let shownQuestions = 5

  init(
    _ outcome: EvidenceOutcome, _ read: [ReadFile], _ style: ReportStyle, _ catalogue: CoinCatalogue
  ) {
    (self.outcome, self.read, self.style, self.catalogue) = (outcome, read, style, catalogue)
  }

  /// Whether ledger rows are added, removed or changed.
  var changesRows: Bool { !outcome.changes.isEmpty }

  /// The size of the change, such as `24 transactions and 2 moves, changing 1 row`.
  var size: String {
    let changes = outcome.changes
    let parts = [
      changes.added > 0 ? countOf(changes.added, "transaction") : nil,
      changes.addedMoves > 0 ? countOf(changes.addedMoves, "move") : nil,
    ].compactMap(\.self)
    let changed = changes.changed + changes.changedMoves
    let removed = changes.removed + changes.removedMoves
    let others = [
      changed > 0 ? "changing \(countOf(changed, "row"))" : nil,
      removed > 0 ? "removing \(countOf(removed, "row"))" : nil,
    ].compactMap(\.self)
    let new = parts.isEmpty ? "no transactions" : parts.joined(separator: " and ")
    return others.isEmpty ? new : "\(new), \(others.joined(separator: " and "))"
  }

  /// The changes in numbers, such as `3 rows added, 1 row removed`.
  ///
  /// - Parameter waiting: The number of rows that waited before.
  func changes(since waiting: Int) -> String {
    let changes = outcome.changes
    let counts = [
      (changes.added + changes.addedMoves, "added"),
      (changes.changed + changes.changedMoves, "changed"),
      (changes.removed + changes.removedMoves, "removed"),
    ].filter { $0.0 > 0 }.map { "\(countOf($0, "row")) \($1)" }
    guard counts.isEmpty else { return counts.joined(separator: ", ") }
    let fewer = waiting - outcome.waitingRows
    guard fewer != 0 else { return "the ledger stays the same" }
    let rows = countOf(abs(fewer), fewer > 0 ? "row" : "more row")
    return "no transaction changes, and \(rows)\(fewer > 0 ? " no longer" : "")"
      + " wait\(abs(fewer) == 1 ? "s" : "")"
  }

  /// The number of waiting rows in the files.
  var waitingRows: Int { InboxQuestion.waitingRows(of: questions) }

  /// The suggested next step; `nil` if no rows wait, including those of earlier files.
  var advice: String? {
    let count = outcome.waitingRows
    guard count > 0 else { return nil }
    return "\(countOf(count, "row")) wait\(count == 1 ? "s" : "") for an answer: bitpal inbox"
  }

  /// The lines of a preview.
  func lines(isVerbose: Bool) -> [String] {
    fileLines(isVerbose) + coinLines(isVerbose) + moveLines(isVerbose) + noticeLines(isVerbose)
      + questionLines(isVerbose)
  }

  private func fileLines(_ isVerbose: Bool) -> [String] {
    var lines: [String] = []
    let shown = isVerbose ? Int.max : Self.shownFiles
    // Rows of version 1.0 become a separate file, which the user did not name.
    let named = Set(read.map(\.name))
    let files = outcome.files.filter { named.contains($0.name) }
    let new = Set(files.map(\.name))
    let known = read.map(\.name).filter { !new.contains($0) }
    for file in files.prefix(shown) {
      let states: [(RecordState.Kind, String)] = [
        (.counts, "recorded"), (.elsewhere, "already known"), (.waits, "waiting"),
        (.asks, "not readable"), (.inside, "moved inside the account"), (.skipped, "skipped"),
        (.leftOut, "left out"),
      ]
      let counts = states.compactMap { kind, word in
        file.states[kind].map { "\($0) \(word)" }
      }
      let rows = file.states.values.reduce(0, +)
      let format = FormName(read.first { $0.name == file.name }?.form ?? "").format
      lines.append(
        "\(cleaned(file.name)) (\(format)): \(countOf(rows, "row"))"
          + (counts.isEmpty ? "" : ", \(counts.joined(separator: ", "))"))
      guard isVerbose else { continue }
      for (reason, count) in file.leftOut.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(countOf(count, "row")) left out: \(cleaned(reason))")
      }
    }
    if files.count > shown {
      lines.append("and \(countOf(files.count - shown, "more file")) (--verbose lists all)")
    }
    if !isVerbose, let line = leftOutLine { lines.append(line) }
    return lines + Self.known(known)
  }

  /// Names the files that are already imported.
  static func known(_ names: [String]) -> [String] {
    guard let first = names.first else { return [] }
    return [
      names.count == 1
        ? "\(cleaned(first)) is in the ledger already."
        : "\(names.count) of the files are in the ledger already."
    ]
  }

  /// Why rows of all files are left out.
  private var leftOutLine: String? {
    var reasons: [String: Int] = [:]
    for file in outcome.files { reasons.merge(file.leftOut, uniquingKeysWith: +) }
    guard !reasons.isEmpty else { return nil }
    let sorted = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let parts = sorted.prefix(Self.shownReasons).map { "\($0.value) \(cleaned($0.key))" }
    let more = sorted.count - parts.count
    return clipped(
      "Left out: " + parts.joined(separator: ", ")
        + (more > 0 ? ", and \(countOf(more, "more reason"))" : ""), to: 300)
      + " (`bitpal files show` lists the rows of a file)"
  }

  private func coinLines(_ isVerbose: Bool) -> [String] {
    let changes = outcome.changes
    let coins = changes.coins
    let shown = isVerbose ? Int.max : Self.shownCoins
    let titled = coins.map { (title: catalogue.title(of: $0.key), sum: $0.value) }
    var lines = titled.sorted { $0.title < $1.title }.prefix(shown).map { title, sum in
      let kinds = TransactionKind.allCases.compactMap { kind in
        sum.kinds[kind].map { sum in
          let isTelling = kind.isWorthTelling && sum.unknown < sum.count
          return "\(sum.count) \(sum.count == 1 ? kind.noun : kind.nouns) of "
            + masked(sum.amount, .quantity)
            + (isTelling ? " for \(masked(sum.total, .money))" : "")
            + (sum.unknown > 0 ? " (\(sum.unknown) of unknown worth)" : "")
        }
      }
      let days = [sum.first, sum.last].map(style.calendar.dayText)
      return "  \(cleaned(title)): \(kinds.joined(separator: ", ")), "
        + (days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])")
    }
    if coins.count > shown {
      lines.append("  and \(countOf(coins.count - shown, "more coin")) (--verbose lists all)")
    }
    let unlisted = coins.keys.filter { catalogue.coin(id: $0) == nil }.sorted()
    if !unlisted.isEmpty {
      let names = unlisted.prefix(isVerbose ? Int.max : Self.shownCoins).map(cleaned)
      let more = unlisted.count - names.count
      lines.append(
        "Not in the coin catalog, so without a price: \(names.joined(separator: ", "))"
          + (more > 0 ? " and \(more) more (--verbose lists all)" : ""))
    }
    if changes.estimated > 0 {
      let all = countOf(changes.added, "transaction")
      lines.append(
        "\(changes.estimated) of \(all) \(changes.estimated == 1 ? "is" : "are") estimated from a stablecoin "
          + "or a daily price.")
    }
    return lines
  }

  /// Paired transfers with their fees, and open moves.
  private func moveLines(_ isVerbose: Bool) -> [String] {
    let transfers = outcome.changes.transfers
    let shown = isVerbose ? Int.max : Self.shownTransfers
    var lines = transfers.prefix(shown).map { transfer in
      let (sent, lost) = (transfer.sent, transfer.lost)
      let coin = cleaned(catalogue.title(of: sent.coinId))
      return "  transfer of \(masked(-sent.amount, .quantity)) \(coin) from \(sent.account)"
        + (transfer.arrived.map { " to \($0.account)" } ?? "")
        + " on \(style.calendar.dayText(sent.date))"
        + (lost > 0 ? ", \(masked(lost, .quantity)) lost on the way" : "")
    }
    if transfers.count > shown {
      let rest = countOf(transfers.count - shown, "more transfer")
      lines.append("  and \(rest) (--verbose lists all)")
    }
    let counts = [
      (outcome.changes.openDeposits, "deposit"), (outcome.changes.openWithdrawals, "withdrawal"),
    ].filter { $0.0 > 0 }.map { countOf($0.0, $0.1) }
    if !counts.isEmpty {
      lines.append(
        "\(counts.joined(separator: " and ")) without a match: import the other account's file, too, "
          + "or see `bitpal moves`.")
    }
    return lines
  }

  /// Notices for the user, one line per kind or per notice.
  private func noticeLines(_ isVerbose: Bool) -> [String] {
    let lines = outcome.notices.map { (kind: $0.kind, line: line(about: $0)) }
    guard !isVerbose else { return lines.map(\.line) }
    return ImportNotice.Kind.allCases.compactMap { kind in
      let ofKind = lines.filter { $0.kind == kind }
      guard let first = ofKind.first else { return nil }
      let more = ofKind.count - 1
      return first.line + (more > 0 ? " And \(more) more like it (--verbose lists all)." : "")
    }
  }

  private func line(about notice: ImportNotice) -> String {
    switch notice {
    case .balance(let row, let asset, let stated, let counted):
      "\(name(of: row)): the file states a balance of \(masked(stated, .quantity)) "
        + "\(cleaned(asset)), but its rows add up to \(masked(counted, .quantity)). Rows "
        + "may be missing."
    case .price(let row, let coinId, let stated, let known, let rows):
      "\(name(of: row)): \(FormattedValue.paidPrice(stated).text(isPrivate: style.isPrivate)) for "
        + "one \(cleaned(catalogue.title(of: coinId))), but its price that day was "
        + FormattedValue.marketPrice(known).text(isPrivate: style.isPrivate)
        + ". Check the coin and the column" + (rows > 1 ? " of \(rows) such rows." : ".")
    case .cutDigits(let file, let rows):
      "A spreadsheet shortened numbers in \(countOf(rows, "row")) of \(cleaned(file)). Import the "
        + "file as the exchange wrote it."
    case .noAccount(let file):
      "\(cleaned(file)) names no account, so its rows count in addition to those of your accounts. If they "
        + "are of one of these, undo this import and repeat it with --account NAME."
    case .unusedZone(let zone, let file):
      "The times of \(cleaned(file)) name their zone themselves, so zone=\(cleaned(zone)) is not used."
    }
  }

  private func name(of row: Fact.ID) -> String {
    let file = read.first { $0.digestText == row.file }?.name ?? ""
    return "\(cleaned(file)) line \(row.line)"
  }

  /// The questions about the files, and what needs no question.
  private func questionLines(_ isVerbose: Bool) -> [String] {
    let groups = InboxGroup.groups(questions)
    let shown = isVerbose ? Int.max : Self.shownQuestions
    var lines = groups.prefix(shown).map { group in
      let (question, count) = (group.first, group.rowCount)
      let verb = question.question.waiting.isEmpty ? "" : count == 1 ? " waits" : " wait"
      let sentence = style.isPrivate ? withoutAmounts(group.sentence) : group.sentence
      let location = question.rows.first.map { row in
        " (\(cleaned(row.file)) line \(row.line)\(count > 1 ? " and \(count - 1) more" : ""))"
      }
      return "\(countOf(count, "row"))\(verb)\(location ?? ""): \(cleaned(sentence))"
    }
    if groups.count > shown {
      let rest = groups.dropFirst(shown)
      lines.append(
        "and \(countOf(rest.count, "more question")) about "
          + "\(countOf(rest.reduce(0) { $0 + $1.rowCount }, "row")) (--verbose lists all)")
    }
    if !outcome.settled.isEmpty {
      lines.append(
        "\(countOf(outcome.settled.count, "question")) about less than $1 answered; "
          + "`bitpal inbox answers` lists them.")
    }
    return lines
  }

  /// The open questions about the files; all open questions if there are no files.
  private var questions: [InboxQuestion] {
    guard !read.isEmpty else { return outcome.questions }
    let files = Set(read.map(\.digestText))
    return outcome.questions.filter { question in
      (question.question.waiting + question.question.candidates).contains {
        files.contains($0.file)
      }
    }
  }

  private enum Figure { case money, quantity }

  private func masked(_ value: some ExactValue, _ figure: Figure) -> String {
    let shown =
      switch figure {
      case .money: FormattedValue.money(value.figure)
      case .quantity: FormattedValue.quantity(value.figure)
      }
    return shown.text(isPrivate: style.isPrivate)
  }
}

extension ImportNotice {
  fileprivate enum Kind: CaseIterable { case balance, price, cutDigits, noAccount, unusedZone }

  fileprivate var kind: Kind {
    switch self {
    case .balance: .balance
    case .price: .price
    case .cutDigits: .cutDigits
    case .noAccount: .noAccount
    case .unusedZone: .unusedZone
    }
  }
}

extension TransactionKind {
  /// The kind as a singular noun.
  fileprivate var noun: String {
    switch self {
    case .sell: "sale"
    case .give: "present"
    case .spend: "payment"
    case .lost: "loss"
    case .migrate: "migration"
    default: rawValue
    }
  }

  /// The kind as a plural noun.
  fileprivate var nouns: String { self == .lost ? "losses" : noun + "s" }

  /// Whether its worth in US dollars is informative.
  fileprivate var isWorthTelling: Bool {
    switch self {
    case .buy, .sell, .swap, .reward, .spend: true
    default: false
    }
  }
}
