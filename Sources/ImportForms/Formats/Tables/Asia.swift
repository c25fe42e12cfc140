import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges from Japan and Korea with headings in their languages and local times.
extension FormatReader {
  static let asian =
    bitFlyerJapan + japanStandard + bitbankMargin + upbit + bithumb + mudrex
    + [zaif, gmoCoin, coincheckLedger]

  private static let japan = Zone.fixed(minutes: 540)

  /// bitFlyer's history in Japanese; the negative fee is additional.
  private static let bitFlyerJapan = plain(
    .bitFlyer,
    TableFormat(
      columns: ["取引日時", "通貨", "取引種別", "取引価格", "通貨1", "通貨1数量", "手数料"],
      date: ["取引日時"], zone: japan, side: ["取引種別"],
      kinds: KindTable([
        .buy: ["買い", "現物買い", "購入"], .sell: ["売り", "現物売り", "売却"],
        .move: [
          "受取", "預入", "送付", "外部送付", "入金", "出金", "受け取り", "預け入れ",
        ], .fee: ["手数料", "送付手数料", "出金手数料", "入金手数料"],
        .reward: ["ボーナス", "キャンペーン", "プレゼント", "報酬"],
        .derivative: ["cfd買い", "cfd売り", "fx買い", "fx売り", "証拠金"],
      ]), amount: .init("通貨1数量", .column("通貨1")),
      money: .init("通貨2数量", .column("通貨2")), fees: [.init("手数料", .column("通貨1"))],
      id: ("bitflyer", "注文 id")))

  /// The common form of Japanese exchanges, including Coincheck: increases and decreases.
  private static let japanStandard = plain(
    .coincheck,
    TableFormat(
      columns: [
        "取引日時", "取引種別", "取引形態", "増加通貨名", "増加数量", "減少通貨名", "減少数量",
      ], date: ["取引日時"], zone: japan, side: ["取引種別"],
      kinds: KindTable([
        .trade: ["取引", "売買", "購入", "売却", "交換", "現物取引", "販売所取引", "取引所取引"],
        .deposit: ["預入", "受取", "入金", "受入"], .withdrawal: ["送付", "出金", "送金"],
        .reward: [
          "報酬", "利息", "ステーキング報酬", "貸暗号資産利用料", "キャンペーン", "ボーナス",
        ], .fee: ["手数料"], .derivative: ["証拠金取引", "信用取引", "レバレッジ取引"],
      ]), received: .init("増加数量", .column("増加通貨名")),
      spent: .init("減少数量", .column("減少通貨名")),
      fees: [.init("手数料数量", .column("手数料通貨"))], rewards: ("備考", "報酬")))

  /// bitbank's trades since it offers loans: margin trades are left out.
  private static let bitbankMargin = plain(
    .bitbank,
    TableFormat(
      columns: [
        "注文id", "取引id", "通貨ペア", "現物/信用", "売/買", "数量", "価格", "発生手数料",
        "取引日時",
      ], date: ["取引日時"], zone: japan, side: ["現物/信用", "売/買"],
      kinds: KindTable([
        .buy: ["現物 買", "現物 買い"], .sell: ["現物 売", "現物 売り"],
        .derivative: ["信用 買", "信用 売", "信用 買い", "信用 売り"],
      ]), pair: "通貨ペア", amount: .init("数量", .base), money: .init("", .quote),
      price: "価格", fees: [.init("発生手数料", .quote)], feeSign: .belowZeroIsRebate,
      id: ("bitbank", "取引id")))

  /// bitbank's older files of one coin each, with a coin column that users add.
  static func bitbankOld(_ columns: [String], _ kind: RowKind) -> TableFormat {
    TableFormat(
      columns: columns, date: ["日時"], zone: .fixed(minutes: 540),
      status: ("ステータス", bitbankDone), kind: kind, amount: .init("数量", .column("coin")),
      fees: kind == .deposit ? [] : [.init("手数料", .column("coin"))], hash: "txid")
  }

  /// Upbit's history: the fee is additional and in the market's currency; a withdrawal's fee is in
  /// its coin, and there is no market.
  private static let upbit = plain(
    .upbit,
    TableFormat(
      columns: ["체결시간", "코인", "마켓", "종류", "거래수량", "거래단가", "거래금액", "수수료"],
      date: ["체결시간"], zone: .fixed(minutes: 540), side: ["종류"],
      kinds: KindTable([
        .buy: ["매수"], .sell: ["매도"], .deposit: ["입금"], .withdrawal: ["출금"],
        .reward: ["에어드랍", "스테이킹 보상", "이벤트"],
      ]), amount: .init("거래수량", .column("코인")), money: .init("거래금액", .column("마켓")),
      fees: [.init("수수료", .either("마켓", "코인"))], groupsThousands: true))

  /// Bithumb's history: units after the numbers, with additional fees.
  private static let bithumb = plain(
    .bithumb,
    TableFormat(
      columns: ["거래일시", "자산", "거래구분", "거래수량", "체결가격", "거래금액", "수수료"],
      date: ["거래일시"], zone: .fixed(minutes: 540), side: ["거래구분"],
      kinds: KindTable([
        .buy: ["매수"], .sell: ["매도"], .deposit: ["입금", "외부입금"],
        .withdrawal: ["출금", "외부출금"],
        .reward: ["에어드랍", "에어드롭", "스테이킹", "스테이킹 보상", "이벤트 입금", "이벤트"],
      ]), amount: .init("거래수량", .glued), money: .init("거래금액", .glued),
      fees: [.init("수수료", .glued)], groupsThousands: true))

  /// Zaif's trades: the fee is in the received asset, a bonus in yen is separate.
  private static let zaif = FormatReader(
    format: .zaif,
    signatures: [["マーケット", "取引種別", "価格", "数量", "取引手数料", "日時"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("取引種別")
      var facts = try record.facts("日時", .yearFirst, zone: japan)
      let pair = try record.pair("マーケット")
      let amount = try record.magnitude("数量")
      let coins = AssetAmount(amount: amount, asset: pair.base)
      let money = AssetAmount(
        amount: try exactProduct(amount, try record.magnitude("価格"), column: "価格"),
        asset: pair.quote)
      try facts.exchange(coins, for: money, side: try record.side("取引種別"))
      if let side = facts.received {
        facts.fees = [AssetAmount(amount: try record.magnitude("取引手数料"), asset: side.asset)]
      }
      if let bonus = try record.number("ボーナス円"), bonus != 0 {
        facts.fees.append(AssetAmount(amount: -abs(bonus), asset: Asset(symbol: "JPY")))
      }
      return try facts.meaning(.trade, word: word)
    }
  }

  /// GMO Coin's report: trades, loans, and fiat and coins sent, each with separate columns.
  private static let gmoCoin = FormatReader(
    format: .gmoCoin,
    signatures: [["日時", "精算区分", "銘柄名", "取引区分", "売買区分", "約定数量", "約定金額"]]
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("精算区分")
      let isOnCredit = record["取引区分"].contains("レバレッジ")
      let ofReport = try record.kind(word, isOnCredit ? .derivative : gmoKind(word))
      if ofReport == .derivative { return [.leftOut(.derivative(word))] }
      if ofReport == .nothing { return [.leftOut(.otherKind(word))] }
      var facts = try record.facts("日時", .yearFirst, zone: japan)
      let coin = Asset(symbol: String(record["銘柄名"].prefix { $0 != "_" && $0 != "/" }))
      let traded = try record.magnitude("約定数量")
      if traded != 0, ofReport.isTrade {
        let yen = Asset(symbol: "JPY")
        let side = try ofReport == .trade ? record.kind("売買区分", in: gmoSides) : ofReport
        try facts.exchange(
          AssetAmount(amount: traded, asset: coin),
          for: AssetAmount(amount: try record.magnitude("約定金額"), asset: yen), side: side)
        // A negative maker fee is a rebate.
        facts.fees = [AssetAmount(amount: try record.number("注文手数料") ?? 0, asset: yen)]
        facts.reference = record.reference("gmo-coin", "約定id")
        return try facts.meanings(.trade, word: record["売買区分"])
      }
      let amount = try traded == 0 ? record.magnitude("数量") : traded
      guard amount != 0 else { return [.leftOut(.fiatOnly("JPY"))] }
      var kind = try ofReport == .move ? record.kind("授受区分", in: gmoMoves) : ofReport
      // The sources of earned coins, and the destinations of GMO's charges.
      switch record["送付先/送付元"] {
      case "ステーキング": if kind == .deposit { kind = .reward }
      case "ステーキング手数料": if kind == .withdrawal { kind = .fee }
      default: break
      }
      let isOut = [.withdrawal, .fee, .payment].contains(kind)
      facts.addSide(isOut ? -amount : amount, coin)
      facts.fees = [AssetAmount(amount: try record.magnitude("送付手数料"), asset: coin)]
      facts.hash = record["トランザクションid"]
      return try facts.meanings(kind, word: record["授受区分"])
    }
  }

  /// The kind of a section of the report.
  ///
  /// Sections of margin trades contain one of these words.
  private static func gmoKind(_ word: String) -> RowKind? {
    let isOnCredit = ["レバレッジ", "FX", "証拠金"].contains { word.contains($0) }
    return isOnCredit ? .derivative : gmoKinds[word]
  }

  private static let gmoKinds = KindTable([
    .trade: [
      "取引所現物取引", "取引所現物", "現物取引", "販売所取引", "販売所", "つみたて暗号資産", "暗号資産つみたて",
    ],
    .move: [
      "暗号資産預入・送付", "暗号資産預入", "暗号資産送付", "日本円入出金", "日本円入金", "日本円出金",
      "取引所現物 取引手数料返金", "取引手数料返金", "ステーキング",
    ], .reward: ["ステーキング報酬", "貸暗号資産利用料", "貸暗号資産", "キャンペーン"],
  ])

  private static let gmoSides = KindTable([
    .buy: ["買", "買い", "buy"], .sell: ["売", "売り", "sell"],
  ])

  private static let gmoMoves = KindTable([
    .deposit: ["預入", "受取", "預かり"], .withdrawal: ["送付", "引出", "出庫"],
    .reward: ["ステーキング報酬", "貸暗号資産利用料", "キャンペーン", "報酬"],
  ])

  /// Coincheck's ledger: a trade has one row per side with a shared comment; the price of a
  /// purchase is the total paid.
  private static let coincheckLedger = FormatReader(
    format: .coincheck,
    signatures: [
      [
        "id", "time", "operation", "amount", "trading_currency", "price", "original_currency",
        "fee", "comment",
      ]
    ]
  ) { table in
    table.readGroups(by: { "\($0["time"]) \($0["comment"])" }) { record throws(RefusalReason) in
      let word = try record.filled("operation")
      let kind = try record.kind("operation", in: coincheckKinds)
      var leg = Leg(
        record: record, date: try record.date("time", in: [.yearFirst], zone: japan),
        asset: try record.asset("trading_currency"), change: try record.someNumber("amount"))
      leg.reference = record.reference("coincheck", "id")
      leg.fee = try record.magnitude("fee")
      guard kind == .buy || kind == .sell else { return try leg.meaning(kind, word: word) }
      var facts = leg.facts
      let money = try record.quantity("price", "original_currency")
      let coins = AssetAmount(amount: abs(leg.change), asset: leg.asset)
      (facts.received, facts.spent) = kind == .buy ? (coins, money) : (money, coins)
      guard money != nil else { throw .missingCell("price") }
      return .trade(facts)
    }
  }

  private static let coincheckKinds = KindTable([
    .trade: ["completed trading contracts"], .buy: ["buy"], .sell: ["sell"],
    .move: ["received", "sent", "receive", "send", "deposit", "bank withdrawal", "withdrawal"],
    .reward: ["reward", "interest", "campaign"], .fee: ["fee", "sending fee"],
    .nothing: ["limit order", "cancel limit order", "market order", "order"],
  ])

  /// Mudrex's coins and coin sets, in India time: reaching a goal or limit is a sale.
  private static let mudrex = plain(
    .mudrex,
    TableFormat(
      columns: ["coin name", "symbol", "transaction type", "coin quantity", "amount (usdt)"],
      date: ["date*"], zone: .fixed(minutes: 330), side: ["transaction type"],
      kinds: KindTable([.sell: ["takeprofit", "stoploss"]]),
      amount: .init("coin quantity", .column("symbol")),
      money: .init("amount (usdt)", .of("USDT"))))
}
