import ImportText

extension KindTable {
  /// Common words for kinds of rows, in the languages that exchanges use.
  static let everyLanguage = KindTable.common.merging(
    KindTable([
      .buy: [
        "kauf", "gekauft", "kaufen", "achat", "acheter", "acheté", "compra", "comprar", "acquisto",
        "acquistato", "acquistare", "koop", "aankoop", "gekocht", "kopen", "買", "買い", "購入", "現物買い",
        "매수", "køb", "kjøp", "köp", "kupno", "nákup", "bought", "market buy order",
        "limit buy order", "buy order", "buy crypto", "long", "покупка", "买入", "買入", "alış",
        "aliş", "cumpărare", "kupnja", "vétel", "osto",
      ],
      .sell: [
        "verkauf", "verkauft", "verkaufen", "vente", "vendre", "vendu", "venta", "vender", "venda",
        "vendita", "venduto", "vendere", "verkoop", "verkocht", "verkopen", "売", "売り", "売却", "現物売り",
        "매도", "salg", "sälj", "sprzedaż", "prodej", "market sell order", "limit sell order",
        "sell order", "sell crypto", "продажа", "卖出", "賣出", "satış", "satiş", "prodaja",
        "vânzare", "eladás", "myynti",
      ],
      .trade: [
        "tausch", "umtausch", "échange", "echange", "intercambio", "permuta", "troca", "scambio",
        "ruil",
        "交換", "取引", "one time", "order", "converted",
        "swapped", "exchanged",
      ],
      .deposit: [
        "einzahlung", "dépôt", "depot", "depósito", "deposito", "storting", "入金", "預入", "受取",
        "입금", "eingang", "transfer in", "inbound transfer", "incoming transfer", "incoming",
        "inbound", "wpłata", "vklad", "indbetaling", "innskudd", "insättning", "talletus", "uplata",
        "befizetés", "depunere", "пополнение", "депозит", "yatırma", "充值", "充币",
      ],
      .withdrawal: [
        "auszahlung", "retrait", "retiro", "retirada", "saque", "prelievo", "opname", "出金", "送付",
        "출금", "ausgang", "transfer out", "outbound transfer", "outgoing transfer", "outgoing",
        "outbound", "wypłata", "výběr", "udbetaling", "uttak", "uttag", "nosto", "isplata",
        "kifizetés", "retragere", "вывод", "çekme", "提现", "提币", "提幣",
      ],
      .reward: [
        "belohnung", "zinsen", "récompense", "intérêts", "recompensa", "intereses", "juros",
        "ricompensa", "interessi", "beloning", "rente", "報酬", "利息", "interest payment",
        "rewards income", "reward income", "staking income", "interest income", "coinbase earn",
        "learning reward", "inflation reward", "staking rewards", "block reward", "mining reward",
        "coinbase_reward", "referral reward", "referral bonus", "cash back", "yield", "nagroda",
        "odměna", "belønning", "palkkio", "nagrada", "jutalom", "recompensă", "награда", "ödül",
        "奖励", "獎勵", "보상", "에어드랍", "staking-ertrag", "rendimento", "premio",
      ],
      .gift: ["geschenk", "cadeau", "regalo", "presente", "gift received", "giftreceived"],
      .payment: ["gift sent", "giftsent", "spending"],
      .fee: ["gebühr", "frais", "comisión", "taxa", "commissione", "kosten", "手数料"],
    ])
  ) { common, _ in common }

  /// Prefixes of states that mean an order was executed.
  static let doneWords = [
    "complet", "fill", "done", "success", "succe", "execut", "closed", "settled", "ok", "confirm",
    "finish", "fulfilled", "processed", "approved", "paid", "ausgeführt",
    "abgeschlossen", "erledigt", "termin", "exécut", "effectu", "ejecut", "conclu", "eseguit",
    "voltooid", "uitgevoerd", "約定", "完了", "送金完了", "反映済", "체결", "완료",
  ]

  /// The kind that a word names, in any spelling: `LIMIT_BUY`, `Advanced Trade Buy`.
  func kind(ofWord word: String) -> RowKind? {
    // The user may define a word including its brackets.
    if let kind = self[word.lowercased().trimmed] { return kind }
    // Text in brackets is a detail, not the kind: `Sell (Token Swap)`.
    let lower = word.lowercased().prefix { $0 != "(" }.trimmed
    if let kind = self[lower] ?? self[lower.replacing("_", with: " ")] { return kind }
    let parts = lower.split { !$0.isLetter }.map(String.init).filter {
      !Self.orderWords.contains($0)
    }
    if parts.count == 2, parts[0] == "transfer", let kind = self[parts[1]], kind.isMove {
      return kind
    }
    return parts.count == 1 ? self[parts[0]] : nil
  }

  /// Whether a word only names an order type: `EXCHANGE LIMIT`.
  static func isTypeOfOrder(_ word: String) -> Bool {
    let parts = word.lowercased().split { !$0.isLetter }.map(String.init)
    return !parts.isEmpty && parts.allSatisfy { orderWords.contains($0) || $0 == "exchange" }
  }

  /// Words for order types, which do not show the side.
  private static let orderWords: Set<String> = [
    "advanced", "automatic", "crypto", "instant", "limit", "maker", "market", "order", "quick",
    "recurring",
    "spot", "stop", "taker", "trade",
  ]
}
