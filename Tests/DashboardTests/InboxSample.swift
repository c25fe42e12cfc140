import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Portfolio

extension Sample {
  /// The same ledger with imported files that leave open questions.
  static let waiting = inbox(openBook)
  /// The same with one answer and no open questions.
  static let answered = inbox(InboxBook(version: 0, mark: mark, answers: openBook.answers))

  static func inbox(_ book: InboxBook) -> DashboardData {
    DashboardData(
      positions: whole.positions, transactions: transactions, inbox: book, effects: effects,
      entry: whole.entry, history: history)
  }

  static let mark = ChangeMark(number: 7, hash: "ab")

  private static let effects = [
    "same": MaskableText("changes no holding and no gain"),
    "two": MaskableText(
      "Bitcoin (BTC) +0.002, gain +$14.20 (average cost)",
      masked: "Bitcoin (BTC) +•••••, gain +••••• (average cost)"),
    "gift": MaskableText(
      "gain +$2,990.00 (average cost)", masked: "gain +••••• (average cost)"),
    "price 2000": MaskableText(
      "gain +$990.00 (average cost)", masked: "gain +••••• (average cost)"),
    "coin bitcoin": MaskableText("Bitcoin (BTC) +125", masked: "Bitcoin (BTC) +•••••"),
  ]

  static let openBook = InboxBook(
    version: 0, mark: mark,
    causes: [
      OpenCause(
        keys: (1...41).map { "same|\($0)" }, id: "5d27c0be", rowCount: 41,
        sentence: MaskableText("Two of your files may report the same trade."),
        rows: [
          row(
            "binance \u{1B}[31m2025.csv", 17, "2025-11-03 09:30:00", "Binance", "0.002 BTC",
            ["For": "-210.4 USDT", "Fee": "0.21 USDT"])
        ],
        candidates: [
          row(
            "statement.csv", 212, "2025-11-03 09:30", "Binance", "0.002 BTC",
            ["For": "-210.5 USDT"])
        ],
        offers: [
          OfferedAnswer("same", "the same, reported twice; it counts once"),
          OfferedAnswer("two", "two; both count"),
        ]),
      OpenCause(
        keys: ["uncovered|1"], id: "a8dda57d", rowCount: 12,
        sentence: MaskableText(
          "You sold Ethereum (ETH), and none of your files says how you got it."),
        rows: (0..<12).map {
          row(
            "coinbase.csv", 3 + $0, "2024-03-1\($0 % 10) 10:00:00", "Coinbase", "-\($0 + 1) ETH",
            ["For": "2,990 USD"])
        },
        offers: [
          OfferedAnswer(
            "price", "what one coin cost when you bought them", value: .price),
          OfferedAnswer(
            "gift", "received for free; cost 0, so all proceeds are gain"),
          OfferedAnswer("skip", "leave the rows out"),
        ]),
      OpenCause(
        keys: ["coin|ZZTOP"], id: "77aa01c2", rowCount: 1,
        sentence: MaskableText("Which coin is ZZTOP?"),
        rows: [row("kucoin.csv", 9, "2024-05-04 07:01:12", "KuCoin", "125 ZZTOP", [:])],
        offers: [
          OfferedAnswer("coin", "the coin with this id", value: .coin),
          OfferedAnswer("skip", "leave the rows out"),
        ]),
    ],
    answers: [
      GivenAnswer(
        key: "dollars|USDC", question: MaskableText("USDC as US dollars"),
        choice: MaskableText("dollars"), date: utc("2026-03-02T10:00:00Z")),
      GivenAnswer(
        key: "worth|1", question: MaskableText("the worth of solana"),
        choice: MaskableText("price 82.5", masked: "price •••••"),
        date: utc("2026-04-20T10:00:00Z")),
    ])

  private static func row(
    _ file: String, _ line: Int, _ when: String, _ account: String, _ amount: String,
    _ more: [String: String]
  ) -> StatedRow {
    let plain = [
      ("File", cleaned(file)), ("Line", "\(line)"), ("When", when), ("Account", account),
      ("What", "trade"),
    ]
    let amounts = [("Amount", amount)] + more.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    return StatedRow(
      plain.map { .init($0.0, MaskableText($0.1)) }
        + amounts.map { .init($0.0, MaskableText($0.1, masked: "•••••")) })
  }
}

extension Driven {
  /// Shows the inbox and types keys.
  mutating func openInbox(_ keys: String = "", data: DashboardData = Sample.waiting) {
    send(.portfolioChanged(data))
    type("7" + keys)
  }
}
