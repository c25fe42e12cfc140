import Application
import ArgumentParser
import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// `bitpal moves`.
struct Moves: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "moves",
    abstract: "List deposits and withdrawals, and say what they were.",
    discussion: """
      A move changes an account's balance but not your cost. It is open until you say what it \
      was: a transfer between two of your accounts, a purchase, a gift or a sale.


      """
        + examples(
          "bitpal moves", "bitpal moves --all --json",
          "bitpal moves answer 1f0c2a3b bought --price 41000",
          "bitpal moves answer 1f0c2a3b mine --from Ledger"),
    subcommands: [
      MovesList.self, MovesAnswer.self, MovesPair.self, MovesUnpair.self, MovesFees.self,
      MovesDelete.self,
    ],
    defaultSubcommand: MovesList.self)
}

/// `bitpal moves list`, which is also `bitpal moves`.
struct MovesList: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "list", abstract: "List open moves, oldest first.",
    discussion: examples("bitpal moves list -a Kraken", "bitpal moves list btc --all --csv"))

  @Flag(name: .long, help: "Include transfers.") var all = false
  @OptionGroup var coins: CoinArgument
  @OptionGroup var period: PeriodOption
  @OptionGroup var account: AccountOption
  @OptionGroup var order: SortOptions
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let coinIds = try coins.ids(context)
    let isInPeriod = try period.contains(context)
    let account = try account.account.map { try context.spelling(ofAccount: $0) }
    let moves = try context.ledger.moves.all(MoveQuery(account: account, isOpen: !all))
      .filter {
        (coinIds.isEmpty || coinIds.contains($0.coinId)) && isInPeriod($0.date)
      }
    if moves.isEmpty, let account { try context.requireAccount(account) }
    try Report.moves(
      moves, accounts: all ? try context.accountsOfMoves() : [:], isFull: report.isData,
      emptyNote: "No open deposits or withdrawals.", context.style(privacy)
    ).orFirstSteps(context).write(report, context, sorted: order)
  }
}

/// `bitpal moves pair`.
struct MovesPair: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "pair", abstract: "Join a withdrawal and a deposit into one transfer.",
    discussion: """
      What did not arrive is recorded as the fee. If you answered one of them with mine, \
      the other move replaces the half that bitpal added.


      """ + examples("bitpal moves pair 1f0c2a3b 77e0d1c2", "bitpal undo"))

  @Argument(help: "The withdrawal's id, or its first letters.") var withdrawal: String
  @Argument(help: "The deposit's id, or its first letters.") var deposit: String
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let halves = (try context.move(named: withdrawal), try context.move(named: deposit))
    try context.join(halves.0, halves.1, context.style(privacy))
  }
}

extension AppContext {
  /// Pairs a withdrawal and a deposit as a transfer, and reports it.
  func join(_ one: Move, _ other: Move, _ style: ReportStyle) throws {
    let halves = [one, other].sorted { $0.amount < $1.amount }
    func report(_ lost: Quantity) {
      Console.print("Paired: \(halves[0].words(style)), and \(halves[1].words(style)).")
      guard lost > 0 else { return }
      let coins = FormattedValue.quantity(lost).text(isPrivate: style.isPrivate)
      Console.print(
        "\(coins) \(halves[0].coinId) did not arrive and was recorded as the fee. "
          + "`bitpal undo` reverses both.")
    }
    if let key = try questionJoining(halves) {
      let service = try importService()
      try self.service.write(note: writeNote) {
        try service.apply(
          .answer([key: .same]), label: "pair moves", expecting: halves.map(Expectation.move))
      } recorded: { _ in
        report(-halves[0].amount - halves[1].amount)
      }
      return
    }
    let evidence = try evidence()
    func pair(_ ledger: SQLiteLedger) throws -> Quantity {
      try ledger.moves.pair(
        halves[0].id, halves[1].id, expecting: halves.map(Expectation.move),
        counted: { evidence.transferFees.counted($0, evidence) }, clock: clock)
    }
    try warnOfLostRedo { _ = try pair($0) }
    try service.write(note: writeNote) {
      try pair(ledger)
    } recorded: { lost in
      report(lost)
    }
  }

  /// The inbox question whether two imported moves are the same coins, if its answer pairs just
  /// these.
  ///
  /// The answer is then kept and applies to later imports too.
  private func questionJoining(_ halves: [Move]) throws -> Question.Key? {
    let lines = try ledger.imports.lines(of: halves.map(\.id))
    guard lines.count == halves.count else { return nil }
    var facts: [(file: String, line: Int)] = []
    for line in lines.values {
      guard let file = try ledger.imports.file(line.file) else { return nil }
      facts.append((file.file.digestText, line.line))
    }
    let service = try importService()
    return try service.questions().first { asked in
      let question = asked.question
      let isAbout = facts.allSatisfy { fact in
        question.candidates.contains { $0.file == fact.file && $0.line == fact.line }
      }
      guard question.kind == .sameCoins, isAbout else { return false }
      let preview = try service.preview(.answer([question.key: .same]))
      return preview.changes.pairs(halves[0].id, with: halves[1].id)
    }?.question.key
  }

  /// The account of each move, by the move's id.
  func accountsOfMoves() throws -> [UUID: String] {
    Dictionary(
      try ledger.moves.all().map { ($0.id, $0.account) }, uniquingKeysWith: { first, _ in first })
  }

  /// The accounts of the ledger.
  func accountNames() throws -> AccountNames { AccountNames(try ledger.accounts()) }

  /// An account in the ledger's spelling, ignoring case; a new account is unchanged.
  func spelling(ofAccount account: String) throws -> String {
    try accountNames().spelling(of: account)
  }
}

/// `bitpal moves unpair`.
struct MovesUnpair: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "unpair", abstract: "Split a transfer into two open moves.",
    discussion: examples("bitpal moves unpair 1f0c2a3b", "bitpal moves list --all"))

  @Argument(help: "The id of either half, or its first letters.") var id: String

  func run() throws {
    let context = try AppContext()
    let move = try context.move(named: id)
    guard move.transfer != nil else {
      throw CommandFailure("\(move.shortID) is open already.", .refused)
    }
    func unpair(_ ledger: SQLiteLedger) throws {
      try ledger.moves.unpair(move.id, expecting: [.move(move)], clock: context.clock)
    }
    try context.warnOfLostRedo(before: unpair)
    try context.service.write(note: writeNote) {
      try unpair(context.ledger)
    } recorded: {
      Console.print("Unpaired: both moves are open.")
    }
  }
}

/// `bitpal moves delete`.
struct MovesDelete: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "delete", abstract: "Remove a move; the other half of a transfer becomes open.",
    discussion: examples("bitpal moves delete 1f0c2a3b", "bitpal undo"))

  @Argument(help: "The move's id, or its first letters.") var id: String
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    try context.delete(try context.move(named: id), isDryRun: false, context.style(privacy))
  }
}

extension AppContext {
  /// Deletes a move with its fee; the other half of a transfer becomes open.
  func delete(_ move: Move, isDryRun: Bool, _ style: ReportStyle) throws {
    func delete(_ ledger: SQLiteLedger) throws {
      try ledger.moves.delete(move.id, expecting: [.move(move)], clock: clock)
    }
    let fees = try ledger.moves.event(of: move.id).transactions.map { row in
      ", and with it its fee, \(row.words(style))"
    }
    let words = move.words(style) + fees.joined()
    let half = move.transfer == nil ? "" : "; the other half of its transfer is open"
    guard !isDryRun else {
      try delete(ledger.rehearsal)
      Console.print("Would delete \(words)\(half.isEmpty ? "" : "\(half) then").")
      return Console.writeError("Nothing was changed.")
    }
    try warnOfLostRedo(before: delete)
    try service.write(note: writeNote) {
      try delete(ledger)
    } recorded: {
      Console.print("Deleted \(words)\(half). `bitpal undo` restores it.")
    }
  }

  /// The move whose id begins with a prefix.
  func move(named prefix: String) throws -> Move {
    let found = try ledger.moves.all().filter { $0.hasID(beginning: prefix) }
    guard let move = found.first else {
      throw CommandFailure(
        "Move \(prefix) not found.",
        help: "`bitpal moves list --all` lists them with their ids.", .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(prefix) begins several ids.",
        help: "Give more letters.", .refused)
    }
    return move
  }
}

extension Move {
  /// Whether the id begins with a nonempty prefix.
  func hasID(beginning prefix: String) -> Bool {
    !prefix.isEmpty && id.uuidString.lowercased().hasPrefix(prefix.lowercased())
  }

  /// The short id.
  var shortID: String { id.shortText }

  /// The move as a noun phrase: `a deposit of 0.5 bitcoin at Kraken on 2025-01-02`.
  func words(_ style: ReportStyle) -> String {
    let coins = style.isPrivate ? FormattedValue.mask : amount.magnitude.description
    return "a \(amount < 0 ? "withdrawal" : "deposit") of \(coins) \(coinId) "
      + "\(amount < 0 ? "from" : "at") \(account) on \(style.calendar.dayText(date)) (\(shortID))"
  }
}

extension Report {
  /// A report of deposits and withdrawals; `accounts` maps move ids to accounts.
  static func moves(
    _ moves: [Move], accounts: [UUID: String], isFull: Bool, emptyNote: String,
    _ style: ReportStyle
  ) -> Report {
    // Omit columns that no row needs.
    let hasNotes = moves.contains { $0.notes != nil }
    let hasFee = moves.contains { $0.fee != 0 }
    return Report(
      columns: [
        Column("id", "Id"), Column("date", "Date", collapseOrder: 4),
        Column("kind", "Kind", collapseOrder: 3),
        Column("account", "Account", minimumWidth: 8),
        .coin(), Column("amount", "Amount", isNumber: true),
        Column("fee", hasFee ? "Fee" : nil, isNumber: true, collapseOrder: 2),
        Column("transfer", nil), Column("state", "State", collapseOrder: 1), Column("hash", nil),
        Column("source", nil), Column("reference", nil),
        Column("notes", hasNotes ? "Notes" : nil, collapseOrder: 5, minimumWidth: 10),
      ],
      of: moves, emptyNote: emptyNote,
      notes: moves.contains { $0.transfer == nil }
        ? [
          "Say what an open move was: bitpal moves answer ID "
            + "mine|bought|gift|reward|sold|spent|lost, or join two: bitpal moves pair ID ID"
        ]
        : []
    ) { move in
      let other = move.transfer.flatMap { accounts[$0] }
      let state = move.transfer == nil ? "open" : move.amount < 0 ? "to" : "from"
      return [
        .text(isFull ? move.id.uuidString.lowercased() : move.shortID), .day(move.date, style),
        .text(move.amount < 0 ? "withdrawal" : "deposit"), .text(move.account),
        .text(move.coinId), .quantity(move.amount),
        move.fee == 0 ? FormattedValue(data: .exact(0), text: "") : .quantity(move.fee),
        .text(move.transfer?.uuidString.lowercased()),
        FormattedValue(
          data: .string(move.transfer == nil ? "open" : "transfer"),
          text: other.map { "\(state) \($0)" } ?? state),
        .text(move.hash), .text(move.reference?.source), .text(move.reference?.id),
        .notes(move.notes),
      ]
    }
  }
}
