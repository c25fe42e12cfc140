import Application
import ArgumentParser
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal moves answer`.
struct MovesAnswer: PrivateCommand {
  /// The possible meanings of a move.
  enum Kind: String, NamedChoice {
    case mine, bought, gift, reward, sold, spent, lost

    var isOfDeposit: Bool? {
      switch self {
      case .mine: nil
      case .bought, .gift, .reward: true
      case .sold, .spent, .lost: false
      }
    }

    var ofTransaction: TransactionKind {
      switch self {
      case .mine: .transfer
      case .bought: .buy
      case .gift: .gift
      case .reward: .reward
      case .sold: .sell
      case .spent: .spend
      case .lost: .lost
      }
    }

    var hasPrice: Bool { [.bought, .reward, .sold, .spent].contains(self) }

    /// Whether the day's price is the default.
    var takesDayPrice: Bool { self == .reward || self == .spent }
  }

  static let configuration = CommandConfiguration(
    verb: "answer", abstract: "Say what an open deposit or withdrawal was.",
    discussion: """
      A deposit is mine (from another account of yours), bought, a gift, or a reward at its \
      value. A withdrawal is mine (to another account), sold, spent (on something, or given \
      away), or lost. \
      All except mine replace the move with a transaction; `bitpal undo` reverses that. \
      Mine joins the move with the open one in the other account. If several fit, choose with \
      `bitpal moves pair`; if none does, bitpal adds the other half.


      """
        + examples(
          "bitpal moves answer 1f0c2a3b mine --from Ledger",
          "bitpal moves answer 1f0c2a3b bought --price 41000",
          "bitpal moves answer 1f0c2a3b reward --label staking",
          "bitpal moves answer 77e0d1c2 spent --price 62000"))

  @Argument(help: "The move's id, or its first letters.") var id: String
  @Argument(help: "What it was.") var kind: Kind
  @Option(name: .long, help: "Per coin, in US dollars unless --currency is given.")
  var price: String?
  @Option(name: .long, help: "Total paid or received, without the fee (instead of --price).")
  var total: String?
  @Option(name: .shortAndLong, help: .init("Currency of --price and --total.", valueName: "code"))
  var currency: String?
  @Option(name: .long, help: "With reward: what it is for.") var label: TransactionLabel?
  @Option(
    name: [.customLong("from"), .customLong("to")],
    help: .init("With mine: your other account.", valueName: "account"))
  var other: String?
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard (kind == .mine) == (other != nil) else {
      throw ValidationError(
        kind == .mine
          ? ErrorMessage(
            "Your other account is missing.", help: "Name it with --from or --to.")
          : ErrorMessage("--from and --to go with mine only."))
    }
    guard label == nil || kind == .reward else {
      throw ValidationError("--label goes with reward only.")
    }
    let isPriced = price != nil || total != nil
    guard kind.hasPrice == isPriced || kind.takesDayPrice else {
      throw ValidationError(
        kind.hasPrice
          ? ErrorMessage("\(kind.rawValue) needs a price.", help: "Give --price or --total.")
          : ErrorMessage("\(kind.rawValue) has no price.", help: "Leave it out."))
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let move = try context.move(named: id)
    if let isOfDeposit = kind.isOfDeposit, isOfDeposit != (move.amount > 0) {
      let found = move.amount > 0 ? "deposit" : "withdrawal"
      let fits = Kind.allCases.filter { $0.isOfDeposit != (move.amount < 0) }.map(\.rawValue)
      throw CommandFailure(
        "\(move.shortID) is a \(found); it can be \(fits.joined(separator: ", ")).",
        help: kind == .gift ? "For coins you gave away, answer spent." : nil, .refused)
    }
    guard move.transfer == nil else {
      throw CommandFailure(
        "\(move.shortID) is half of a transfer.",
        help: "`bitpal moves unpair \(move.shortID)` opens it.",
        .refused)
    }
    try context.refusePointOfThousands(
      price: price, total: total, for: Self.amount(of: move), in: currency?.uppercased(),
      of: move.coinId, at: move.date)
    if let other, let half = try openHalf(of: move, at: other, context, style) {
      return try context.join(move, half, style)
    }
    let account = try other.map(context.spelling(ofAccount:))
    var done = ""
    let evidence = try context.evidence()
    func record(in ledger: SQLiteLedger) throws {
      try ledger.moves.answer(
        move.id, expecting: [.move(move)], label: "move \(kind.rawValue)",
        counted: { evidence.transferFees.counted($0, evidence) }, clock: context.clock
      ) { move, _ in
        if let account {
          return .transfer(
            Move(account: account, coinId: move.coinId, amount: -move.amount, date: move.date))
        }
        let answer = try answer(to: move, context)
        done = answer.receipt(style)
        return .transactions([answer])
      }
    }
    try context.warnOfLostRedo(before: record)
    let isPublished = try context.service.write(note: writeNote) {
      try record(in: context.ledger)
    } recorded: {
      Console.print(account.map { transfer(move, with: $0, style) } ?? done)
      guard let account else { return }
      for doubt in try doubts(of: move, at: account, context, style) { Console.print(doubt) }
    }
    if isPublished, move.amount > 0, kind != .mine { context.priceFirst(move.coinId) }
  }

  private func transfer(_ move: Move, with account: String, _ style: ReportStyle) -> String {
    let (from, to) = move.amount < 0 ? (move.account, account) : (account, move.account)
    let done = "Transferred from \(from) to \(to): \(move.words(style))."
    guard move.fee > 0 else { return done }
    let fee = FormattedValue.quantity(move.fee).text(isPrivate: style.isPrivate)
    return done + " Its fee of \(fee) was recorded, too."
  }

  /// The coins that the answer covers: the move and its fee.
  private static func amount(of move: Move) -> Quantity {
    move.amount < 0 ? -move.amount + move.fee : move.amount - move.fee
  }

  private func answer(to move: Move, _ context: AppContext) throws -> Transaction {
    var terms = EventTerms()
    terms.kind = kind.ofTransaction
    (terms.coinId, terms.date) = (move.coinId, move.date)
    (terms.account, terms.notes) = (move.account, move.notes)
    terms.amount = Self.amount(of: move)
    terms.price = try price.map { try decimal($0, of: "price") }
    terms.total = try total.map { try decimal($0, of: "total") }
    terms.currency = try currency.map(AppContext.currencyCode)
    terms.label = label
    guard var answer = try terms.record(context.evidence()).transactions.first else {
      throw PortfolioError.invalidAmount
    }
    answer.reference = move.reference
    return answer
  }
}
