import Dashboard
import FoundationEssentials
import Portfolio

/// Questions about fictional files, for pictures of the Inbox page.
enum InventedInbox {
  /// The open questions, and some answered ones.
  static let book = InboxBook(
    version: 0,
    causes: [same, uncovered, coins, stablecoin, unknownCoin],
    answers: [
      GivenAnswer(
        key: "dollars|USDC", question: MaskableText("dollars|USDC"),
        choice: MaskableText("dollars"), date: day(20_540)),
      GivenAnswer(
        key: "uncovered|solana", question: MaskableText("uncovered|solana"),
        choice: MaskableText("price 82.5", masked: "price •••••"), date: day(20_561)),
    ])

  /// The effect of each answer.
  static let effects = [
    "same": MaskableText("changes no holding and no gain"),
    "two": amounts("Bitcoin (BTC) +", "0.002", ", gain +$", "14.20", " (average cost)"),
    "skip": MaskableText("changes no holding and no gain"),
    "gift": amounts("gain +$", "2,990.00", " (average cost)"),
    "dollars": amounts("Tether (USDT) -", "412.5", ", gain -$", "0.31", " (average cost)"),
    "coin zz-top": amounts("ZZ Top (ZZTOP) +", "125"),
    "keep": MaskableText("changes no holding and no gain"),
  ]

  private static let same = OpenCause(
    keys: (1...41).map { "same|\($0)" }, id: "5d27c0be", rowCount: 41,
    sentence: MaskableText("Two of your files may report the same trade."),
    rows: [
      row(
        "binance-2025.csv", 17, "2025-11-03 09:30:00", "Binance", "trade", "0.002 BTC",
        [("For", "-210.4 USDT"), ("Fee", "0.21 USDT")])
    ],
    candidates: [
      row(
        "statement.csv", 212, "2025-11-03 09:30", "Binance", "trade", "0.002 BTC",
        [("For", "-210.4 USDT"), ("Order id", "8839201")])
    ],
    offers: [
      OfferedAnswer("same", "the same, reported twice; it counts once"),
      OfferedAnswer("two", "two; both count"),
    ])

  private static let uncovered = OpenCause(
    keys: ["uncovered|1"], id: "a8dda57d", rowCount: 12,
    sentence: MaskableText(
      "You sold Ethereum (ETH), and none of your files says how you got it."),
    rows: (0..<12).map { index in
      row(
        "coinbase.csv", 3 + index, "2024-03-\(index + 10) 10:00:00", "Coinbase", "trade",
        "-\(index + 1) ETH", [("For", "\(2_990 + index) USD"), ("Fee", "10 USD")])
    },
    offers: [
      OfferedAnswer("price", "what one coin cost when you bought them", value: .price),
      OfferedAnswer("gift", "received for free; cost 0, so all proceeds are gain"),
      OfferedAnswer("skip", "leave the rows out"),
    ])

  private static let coins = OpenCause(
    keys: ["coins|1"], id: "11636606", rowCount: 2,
    sentence: MaskableText(
      "Your withdrawal and your deposit of Ethereum (ETH) may be the same coins."),
    rows: [
      row(
        "coinbase.csv", 40, "2024-06-15 08:12:44", "Coinbase", "withdrawal", "-0.5 ETH",
        [("Fee", "0.001 ETH")])
    ],
    candidates: [
      row("crypto_com.csv", 2, "2024-06-15 18:20:01", "Crypto.com", "deposit", "0.476 ETH", [])
    ],
    offers: [
      OfferedAnswer("same", "the same coins: a transfer, and the rest was its fee"),
      OfferedAnswer("two", "not the same coins"),
    ])

  private static let stablecoin = OpenCause(
    keys: ["dollars|USDT"], id: "3898f642", rowCount: 2,
    sentence: MaskableText("Does USDT count as US dollars? Until you say so, it is a coin."),
    rows: [
      row(
        "kucoin.csv", 2, "2024-05-01 12:00:00", "KuCoin", "trade", "0.05 BTC",
        [("For", "-3,000 USDT")]),
      row(
        "kucoin.csv", 3, "2024-05-01 12:00:30", "KuCoin", "trade", "0.01 BTC",
        [("For", "-600 USDT")]),
    ],
    offers: [
      OfferedAnswer("dollars", "US dollars in cash, not a holding"),
      OfferedAnswer("keep", "a coin"),
    ])

  private static let unknownCoin = OpenCause(
    keys: ["coin|ZZTOP"], id: "77aa01c2", rowCount: 1,
    sentence: MaskableText("Which coin is ZZTOP?"),
    rows: [
      row("kucoin.csv", 9, "2024-05-04 07:01:12", "KuCoin", "reward", "125 ZZTOP", [])
    ],
    offers: [
      OfferedAnswer("coin zz-top", "ZZ Top (zz-top)"),
      OfferedAnswer("coin", "another coin, by its id; `bitpal coins` finds it", value: .coin),
      OfferedAnswer("skip", "leave the rows out"),
    ])

  private static func row(
    _ file: String, _ line: Int, _ when: String, _ account: String, _ what: String,
    _ amount: String, _ more: [(String, String)]
  ) -> StatedRow {
    let plain = [
      ("File", file), ("Line", "\(line)"), ("When", when), ("Account", account), ("What", what),
    ]
    return StatedRow(
      plain.map { .init($0.0, MaskableText($0.1)) }
        + ([("Amount", amount)] + more).map { .init($0.0, MaskableText($0.1, masked: "•••••")) })
  }

  /// Alternating words and amounts.
  private static func amounts(_ parts: String...) -> MaskableText {
    MaskableText(
      parts.joined(),
      masked: parts.enumerated().map { $0.offset % 2 == 0 ? $0.element : "•••••" }.joined())
  }

  private static func day(_ number: Int) -> Date { UTCDay(number: number).start }
}
