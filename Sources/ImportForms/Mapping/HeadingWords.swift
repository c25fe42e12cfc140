import ImportText
import Portfolio

/// A heading as it is compared: its words without accents and signs, and the unit among them.
struct HeadingWords {
  /// The words but for the unit, written together.
  let text: String
  /// The words outside brackets.
  let bare: String
  /// A currency or well-known coin that the heading names, such as `USD` in `Price (USD)`.
  let unit: String?
  /// The decimal place of the heading's unit in a bitcoin, such as 8 for `Amount (sats)`; 0 for
  /// whole coins.
  let digits: Int
  /// The coin that the heading says the price of, such as `BTC` in `BTC price`; what follows `in`
  /// or is in brackets is what the price is counted in.
  let pricedCoin: String?
  /// Whether the unit stands before the words, as in `USD rate`.
  let isUnitFirst: Bool
  /// Whether one of the words is that of a fee, whatever the others are.
  let hasWordOfFee: Bool
  /// Whether one of the words is that of a fee, and the heading is not of what it was taken from, as
  /// `Total after fees` is.
  let saysFee: Bool
  /// Whether one of the words is that of costs, which may be a fee or what was paid in all.
  let saysCosts: Bool

  init(_ heading: String) {
    let folded = Self.folded(Self.naming(heading))
    var words = folded.split { !$0.isLetter && !$0.isNumber }.map {
      Self.misspelt[$0] ?? String($0)
    }
    let isBeside = Self.isBesideFee(words, in: folded)
    hasWordOfFee = words.contains(where: Self.isFee)
    saysFee = hasWordOfFee && !isBeside
    saysCosts = words.contains(where: Self.isCosts) && !isBeside
    words = words.enumerated().filter { $0.offset == 0 || !Self.isNoise($0.element) }.map(\.element)
    if words.count == 1, let parts = Self.parts(ofGlued: words[0]) { words = parts }
    var index = words.count > 1 ? words.lastIndex { Self.isUnit($0) } : nil
    // The price of a coin, as in `USD/BTC`, is money.
    if let last = index, last > 0, Asset(symbol: words[last - 1].uppercased()).isFiat,
      folded.contains("\(words[last - 1])/\(words[last])")
    {
      words.remove(at: last)
      index = last - 1
    }
    let isFirst = index.map { $0 < words.count - 1 } ?? false
    isUnitFirst = isFirst
    let isIn = index.map { $0 > 0 && words[$0 - 1] == "in" } ?? false
    let written = index.map { words.remove(at: $0) }
    digits = written.flatMap { Self.smallUnits[$0] } ?? 0
    let code = digits > 0 ? "BTC" : written?.uppercased()
    let isPriced =
      isFirst && !isIn && HeaderNames.priceRanks[words.joined()] != nil
      && ["BTC", "ETH"].contains(code) && !folded.contains("(\(written ?? ""))")
    (unit, pricedCoin) = isPriced ? (nil, code) : (code, nil)
    if unit != nil, words.count > 1, words.last == "in" { words.removeLast() }
    text = words.joined()
    let outside = heading.prefix { $0 != "(" }
    bare = Self.folded(String(outside)).filter { $0.isLetter || $0.isNumber }
  }

  /// What people write for a word of figures, so that none is lost.
  private static let misspelt: [Substring: String] = [
    "comission": "commission", "comissions": "commissions", "commision": "commission",
    "commisions": "commissions", "quantitiy": "quantity", "recieved": "received",
  ]

  /// Whether the unit is a state's money.
  var isOfMoney: Bool { unit.map { Asset(symbol: $0).isFiat } ?? false }

  /// Whether the unit is a stablecoin.
  var isOfDollarCoins: Bool { unit.map { Stablecoin.known[$0] != nil } ?? false }

  /// The place of the heading among names, written together or apart, with what stands in brackets
  /// or without it.
  func rank(among ranks: [String: Int]) -> Int? {
    ranks[text] ?? ranks[bare].map { $0 + ranks.count }
  }

  /// Words that say nothing of what a column holds.
  private static func isNoise(_ word: String) -> Bool {
    ["utc", "gmt", "optional", "only", "read", "coordinated", "universal"].contains(word)
      || Zone.isLetters(word) || word.allSatisfy(\.isNumber)
  }

  /// The words of a heading such as `ValueUsd`, whose capitals are lost.
  private static func parts(ofGlued word: String) -> [String]? {
    let (name, unit) = (String(word.dropLast(3)), String(word.suffix(3)))
    let isName = ["value", "amount", "price", "total", "fee", "cost", "net"].contains(name)
    return isName && FiatCurrency.traded.contains(unit.uppercased()) ? [name, unit] : nil
  }

  /// Whether a word, or its end, is a fee's, as in `filled-fees` and `tradingfee`.
  private static func isFee(_ word: String) -> Bool {
    let names = [
      "fee", "fees", "commission", "commissions", "gebuhr", "gebuhren", "frais", "comision",
      "comisiones", "comissao", "commissione", "commissioni", "prowizja", "komisyon", "комиссия",
      "手数料", "手续费", "手續費", "수수료",
    ]
    return names.contains { word.hasSuffix($0) }
  }

  /// Whether a heading that has the word of a fee is of something else: `Amount before fee`, `Betrag
  /// inkl. Gebühr`, `Fee-adjusted price`.
  private static func isBesideFee(_ words: [String], in heading: String) -> Bool {
    guard let fee = words.firstIndex(where: { isFee($0) || isCosts($0) }) else { return false }
    let last = words.last { !isUnit($0) } ?? ""
    return words[..<fee].contains { besides.contains($0) } || heading.contains("net of")
      || besides.contains(last) || HeaderNames.priceRanks[last] != nil
  }

  /// Words before that of a fee, or at the end, which say that it is in a figure or is not.
  private static let besides: Set<String> = [
    "before", "after", "with", "without", "ex", "excl", "excluding", "exclusive", "excluded", "inc",
    "incl", "including", "inclusive", "included", "less", "minus", "plus", "adjusted", "deducted",
    "vor", "nach", "mit", "ohne", "inkl", "inklusive", "exkl", "exklusive", "abzgl", "abzuglich",
    "zzgl", "zuzuglich", "avant", "apres", "avec", "sans", "hors", "inclus", "compris", "antes",
    "despues", "depois", "con", "sin", "sem", "senza", "dopo", "prima", "lordo", "incluida",
    "incluidas", "voor", "na", "met", "zonder", "przed", "bez", "z", "po", "pred", "fore", "efter",
    "med", "utan", "uden", "до", "после", "без", "с",
  ]

  /// Whether figures under a heading are shares of something, such as percents, and no amounts.
  static func saysShare(_ heading: String) -> Bool {
    let words = heading.lowercased().split { !$0.isLetter && $0 != "%" }
    return words.contains { ["pct", "bps"].contains($0) }
      || shares.contains { heading.lowercased().contains($0) }
  }

  /// Parts of headings whose figures are shares of something, not amounts.
  private static let shares = [
    "%", "percent", "prozent", "procent", "porcent", "pourcent", "rate", "tier", "level",
    "discount", "rebate",
  ]

  /// Whether a word, or its end, is that of costs, as in `order costs` and `Orderkosten`.
  private static func isCosts(_ word: String) -> Bool {
    let names = [
      "costs", "kosten", "spesen", "courtage", "brokerage", "charges", "charge", "costo", "costos",
      "costi", "coste", "costes", "custo", "custos", "gastos", "tasa", "tasas", "koszt", "koszty",
    ]
    return names.contains { word.hasSuffix($0) }
  }

  private static func isUnit(_ word: String) -> Bool {
    let code = word.uppercased()
    if ["BTC", "ETH", "USDT", "USDC"].contains(code) || smallUnits[word] != nil { return true }
    return FiatCurrency.traded.contains(code)
  }

  /// Names of parts of a bitcoin.
  private static let smallUnits = [
    "sat": 8, "sats": 8, "satoshi": 8, "satoshis": 8, "ubtc": 6, "\u{B5}btc": 6, "\u{3BC}btc": 6,
    "mbtc": 3,
  ]

  /// The heading with the code of a state's money in place of its sign.
  private static func naming(_ heading: String) -> String {
    let heading = heading.lowercased()
    guard let (sign, code) = signs.first(where: { heading.contains($0.sign) }) else {
      return heading
    }
    return heading.replacing(sign, with: " \(code) ")
  }

  /// Signs of money that are of one state only; those of several letters first.
  private static let signs: [(sign: String, code: String)] = [
    ("us$", "usd"), ("r$", "brl"), ("a$", "aud"), ("c$", "cad"), ("€", "eur"), ("£", "gbp"),
    ("(zł)", "pln"), ("(kč)", "czk"), ("₺", "try"), ("₽", "rub"), ("₹", "inr"), ("₩", "krw"),
    ("(円)", "jpy"), ("（円）", "jpy"), ("(원)", "krw"), ("($)", "usd"),
  ]

  /// Letters without their accents.
  private static func folded(_ text: String) -> String {
    String(text.lowercased().flatMap { plain[$0] ?? String($0) })
  }

  private static let plain: [Character: String] = {
    var plain: [Character: String] = [
      "ß": "ss", "æ": "ae", "ø": "o", "¹": "", "²": "", "³": "",
    ]
    for (letter, accented) in [
      ("a", "äàáâãåąă"), ("c", "çćč"), ("d", "ďđ"), ("e", "éèêëęě"), ("g", "ğ"),
      ("i", "íìîïı\u{69}\u{307}"),
      ("l", "ł"), ("n", "ñńň"), ("o", "öóòôõő"), ("r", "ř"), ("s", "śšşș"), ("t", "ťţț"),
      ("u", "üúùûűů"), ("y", "ý"), ("z", "źżž"),
    ] {
      for character in accented { plain[character] = letter }
    }
    return plain
  }()
}
