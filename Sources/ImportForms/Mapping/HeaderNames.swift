import ImportText
import Portfolio

/// Meanings of headings, in the languages that exchanges use.
enum HeaderNames {
  /// The names of each field, without spaces, ranked by reliability.
  static let all: [(field: ColumnMap.Field, names: [String: Int])] = named.map {
    ($0.field, ranks($0.names))
  }

  /// Names of figures that are money if their unit is.
  static let amountRanks = ranks(amounts + totals)

  /// Names of prices of one coin.
  static let priceRanks = ranks(prices)

  /// Names of columns of times.
  static let timeRanks = ranks(times)
  /// Whether a column's name means times.
  static func saysTime(_ column: String) -> Bool {
    ["date", "time"].contains(where: column.contains)
      || [ranks(dates), timeRanks].contains { HeadingWords(column).rank(among: $0) != nil }
  }

  private static func ranks(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($0.element.filter { $0 != " " }, $0.offset) }) {
      first, _ in
      first
    }
  }

  /// Names for each field, without case, accents and punctuation, the most reliable first.
  private static let named: [(field: ColumnMap.Field, names: [String])] = [
    (.date, dates), (.side, sides), (.pair, pairs), (.coin, coins), (.amount, amounts),
    (.price, prices), (.net, nets), (.total, totals), (.currency, currencies),
    (.received, received), (.receivedCoin, receivedCoins), (.spent, spent),
    (.spentCoin, spentCoins), (.fee, fees), (.feeCurrency, feeCurrencies), (.status, states),
    (.id, ids), (.hash, ["tx hash", "transaction hash", "txhash", "hash", "txid"]),
    (.notes, notes), (.account, accounts), (.coinFee, coinFees),
    (.label, ["label", "tag", "labels", "tags", "classification"]),
    (.receivedPrice, receivedPrices), (.spentPrice, spentPrices),
  ]

  /// The time of day, if the date has a separate column.
  private static let times = [
    "time", "time of day", "uhrzeit", "zeit", "hora", "heure", "ora", "tijd", "時刻", "時間",
  ]

  private static let dates = [
    "trade date", "date", "datetime", "date time", "timestamp", "date utc", "utc time", "time utc",
    "utc date", "filled at", "filled time", "filled date", "executed at", "execution time",
    "trade time", "trade completion time", "deal time", "completed at", "closed at",
    "close time", "closed", "created", "created at", "transaction date", "transaction time",
    "transaction timestamp", "order date", "date created", "order time", "settled at",
    "date and time", "when", "wann", "fecha", "fecha hora", "fecha y hora",
    "fecha de operacion", "data", "data ora", "data e ora", "data hora", "data e hora",
    "data operazione", "data da operacao", "datum", "datum uhrzeit", "datum zeit", "zeitpunkt",
    "zeitstempel", "handelsdatum", "buchungsdatum", "ausgefuhrt am", "date heure",
    "date et heure", "date operation", "date de l operation", "date de transaction", "horodatage",
    "tijdstip", "datum tijd", "datum en tijd", "transactiedatum", "取引日時", "約定日時", "日時",
    "日付", "約定日", "거래일시", "체결시간", "time", "zeit", "hora", "heure", "ora", "tijd",
    "create time", "created date", "deal time", "trade created at", "server time", "time executed",
    "operation date", "last updated time", "date updated", "time entered", "createtime",
    "date hour", "dtime", "transacted at", "occurred at", "txn time", "txn date", "event date",
    "create timestamp", "created on", "koinly date", "processed at", "confirmed at",
    "dato", "paiva", "paivamaara", "tarih", "data operacji", "data transakcji", "дата",
    "дата операции", "日期", "成交时间", "成交時間", "交易时间", "交易時間", "时间", "時間",
    "날짜", "c time",
  ]
  private static let sides = [
    "buy sell", "trade side",
    "side", "type", "transaction type", "trade type", "action", "direction", "buy sell",
    "buy or sell", "operation", "event", "kind", "transaction", "transaction kind", "order side",
    "order type", "art", "typ", "transaktionstyp", "kauf verkauf", "vorgang", "buchungsart",
    "richtung", "seite", "auftragsart", "sens", "type operation", "type d operation",
    "type de transaction", "achat vente", "tipo", "tipo de operacion", "tipo operacion",
    "operacion", "lado", "compra venta", "tipo de transaccion", "tipo de operacao",
    "tipo operacao", "operacao", "compra venda", "tipo transazione", "tipo operazione",
    "operazione", "lato", "acquisto vendita", "verso", "soort", "transactietype", "actie",
    "koop verkoop", "kant", "売買", "売買区分", "取引種別", "取引区分", "種別", "売 買", "取引",
    "종류", "거래구분",
    "sub type", "deal type", "way", "offer type", "tx type", "buyorsell", "activity type",
    "activity", "txn type", "transfer type", "trx type", "transaction side", "order action",
    "purpose",
    "aktion", "rodzaj", "rodzaj transakcji", "vrsta", "tipus", "tyyppi", "tip", "islem",
    "islem turu", "taraf", "cote", "тип", "сторона", "операция", "类型", "類型", "方向",
    "交易类型", "交易類型", "买卖", "買賣", "买卖方向", "买入 卖出", "구분", "유형", "거래유형", "dir",
  ]
  private static let pairs = [
    "pair", "pairs", "market", "trading pair", "trading pair contract name", "currency pair",
    "trade pair", "symbol pair", "crypto pair",
    "ticker pair", "instrument", "product", "symbol", "markt", "handelspaar", "paar",
    "wahrungspaar", "paire", "marche", "par", "mercado", "par de divisas", "coppia", "mercato",
    "coppia di valute", "通貨ペア", "取引ペア", "ペア", "銘柄", "商品", "마켓",
    "spot pairs", "spot pair", "underlying asset", "マーケット",
    "交易对", "交易對", "거래쌍", "거래페어", "islem cifti", "parite", "пара", "торговая пара",
    "rynek", "para walutowa",
  ]
  private static let coins = [
    "base currency name",
    "coin", "asset", "ticker", "abbreviation", "cryptocurrency", "crypto", "token",
    "crypto currency",
    "base currency", "base asset", "base", "coin symbol", "asset symbol", "coin type", "symbol",
    "coin name", "code", "munze", "kryptowahrung", "krypto", "crypto monnaie", "cryptomonnaie",
    "actif", "jeton", "criptomoneda", "activo", "cripto", "criptomoeda", "ativo", "criptovaluta",
    "attivita", "cryptomunt", "munt", "コイン", "暗号資産", "仮想通貨", "通貨名", "銘柄", "通貨",
    "코인", "moneda", "moeda", "moneta", "valuta", "wahrung", "devise", "monnaie", "currency",
    "asset type", "from symbol", "market currency", "trading currency", "token name",
    "token symbol", "product", "tillgang", "kryptowaluta", "kryptomena", "mena", "mont", "erme",
    "монета", "криптовалюта", "valuutta",
    "kripto para", "kriptovaluta", "币种", "幣種", "자산", "crypto symbol", "валюта", "instrument",
    "major",
  ]
  private static let amounts = [
    "open qty", "asset amount", "amount asset", "asset quantity", "fill quantity", "fill amount",
    "filled quantity", "filled amount", "executed quantity", "executed amount", "quantity filled",
    "amount filled", "filled base quantity", "executed", "filled", "completed",
    "fill qty", "quantity", "qty", "amount", "size", "volume", "vol", "units", "base amount",
    "coin amount", "crypto amount", "amount crypto", "quantity transacted",
    "trade amount", "coins", "shares", "base quantity", "number of coins", "menge", "anzahl",
    "stuck", "stuckzahl", "quantite", "nombre", "cantidad", "unidades", "cantidad cripto",
    "quantidade", "qtd", "qtde", "qtd executada", "quantidade executada", "quantita", "numero",
    "hoeveelheid", "aantal", "約定数量", "取引数量", "数量", "거래수량", "수량",
    "traded quantity", "deal amount", "deal volume", "quanty", "unit count", "open qty",
    "amount coin",
    "token amount", "market amount", "gross amount", "amt", "base amt", "base asset amt",
    "quantity of coins", "coin quantity", "token quantity", "net quantity", "gross quantity",
    "filled qty", "exec qty", "crypto quantity", "executed qty", "change", "change amount",
    "cash flow",
    "ausgefuhrt", "execute", "ejecutado", "executado", "eseguito", "ilosc", "mnozstvi", "antal",
    "antall", "maara", "mennyiseg", "kolicina", "cantitate", "miktar", "adet", "количество",
    "исполнено", "數量", "成交数量", "成交數量", "成交量", "체결수량", "sz",
  ]
  private static let prices = [
    "fill price", "purchase price", "price", "unit price", "price per unit", "price per coin",
    "rate", "average price",
    "avg price", "average filled price", "avg filled price", "filled price", "trade price",
    "execution price", "executed price", "spot price", "spot price at transaction",
    "price at transaction", "asset price", "exchange rate", "kurs", "preis", "stuckpreis",
    "avg buying selling price", "durchschnittspreis", "prix moyen", "precio medio", "preco medio",
    "prezzo medio", "einzelpreis", "prix", "prix unitaire", "cours", "taux", "precio",
    "precio unitario",
    "cotizacion", "preco", "preco unitario", "cotacao", "prezzo", "prezzo unitario", "tasso",
    "prijs", "koers", "prijs per stuk", "約定価格", "約定レート", "約定単価", "価格", "レート", "単価",
    "거래단가", "가격",
    "traded price", "deal price", "average fill price", "filled price coin", "dealt price",
    "quote price", "exec price", "avg fill price", "取引レート", "asset market price",
    "trade price in quote",
    "cena", "cena jednostkowa", "fiyat", "цена", "курс", "hinta", "arfolyam", "cijena", "pret",
    "price avg", "px",
    "pris", "价格", "價格", "成交价", "成交價", "成交均价", "单价", "單價", "단가", "체결가격",
  ]
  private static let totals = [
    "total", "subtotal", "cost", "value", "funds", "quote amount", "total value", "total amount",
    "total cost", "total price", "amount fiat", "fiat amount", "trade value", "quote volume",
    "quote quantity", "executed value", "filled value", "proceeds", "turnover", "quote", "sum",
    "cash amount", "notional", "gesamt", "gesamtbetrag", "gesamtwert", "summe", "gegenwert",
    "wert", "betrag", "kaufpreis", "montant total", "montant", "valeur", "importe total",
    "importe", "monto total", "monto", "valor total", "valor", "totale", "importo totale",
    "ntl", "valore", "importo", "controvalore", "totaal", "totaalbedrag", "bedrag", "waarde",
    "約定金額", "取引金額", "約定代金", "約定額", "合計金額", "合計", "金額", "거래금액", "금액",
    "deal value", "deal", "exec value", "trading total", "filled total", "filled quote quantity",
    "volume", "total price in quote", "ether amount",
    "fiat value", "cash value", "payed", "paid", "total paid", "amount paid", "quote amt",
    "quote asset amt", "quote asset amount", "spend", "amount",
    "wartosc", "kwota", "tutar", "toplam", "сумма", "summa", "osszeg", "iznos", "celkem",
    "castka", "belob", "belop", "belopp", "成交额", "成交額", "成交金额", "成交金額", "总额",
    "總額", "金额", "총액", "체결금액",
  ]
  private static let nets = [
    "net total", "net amount", "net", "total with fee", "total with fees", "total incl fee",
    "total incl fees", "total inc fee", "total inclusive of fees", "total including fees",
    "total inclusive of fees and or spread", "net proceeds", "nettobetrag", "netto", "endbetrag",
    "montant net", "net a payer", "importe neto", "neto", "valor liquido", "liquido",
    "importo netto", "nettobedrag", "受渡金額", "정산금액",
  ]
  private static let currencies = [
    "quote currency", "quote asset", "fiat currency", "price currency", "total currency",
    "payment currency", "cost currency", "spot price currency", "counter currency",
    "counter asset", "cash currency", "quote", "fiat", "currency", "fiat wahrung", "wahrung",
    "devise", "monnaie", "divisa", "moneda", "moeda", "valuta", "munteenheid", "決済通貨", "通貨",
    "original currency", "market", "minor", "マーケット", "마켓",
    "计价货币", "buchungswahrung", "waluta", "para birimi",
  ]
  private static let received = [
    "received amount", "received quantity", "amount received", "received", "buy amount",
    "buy quantity", "bought amount", "bought quantity", "boughtamount", "boughtquantity",
    "to amount", "amount in", "in amount", "incoming amount", "credit amount", "amount credited",
    "in quantity", "quantite recue", "erhaltene menge", "erhalten", "eingang menge", "montant recu",
    "cantidad recibida", "quantidade recebida", "importo ricevuto", "ontvangen bedrag", "増加数量",
    "受取数量",
    "receive amount", "destination amount", "output amount", "asset in quantity", "inamount",
    "buy", "kauf", "bought", "received paid amount", "in buy amount", "to coin amount",
    "compra", "acquired amount", "acquired quantity", "payout amount", "destination quantity",
    "target amount", "target quantity", "購入通貨量", "購入数量",
  ]
  private static let receivedCoins = [
    "received currency", "received asset", "received coin", "currency received", "buy currency",
    "buy asset", "buy coin", "bought currency", "boughtcurrency", "bought asset", "to currency",
    "to asset", "to coin", "currency in", "in currency", "incoming asset", "incoming currency",
    "credit currency", "asset credited", "asset in", "buy cur", "erhaltene wahrung",
    "devise recue", "actif recu", "monnaie ou jeton recu", "jeton recu", "moneda recibida",
    "moeda recebida", "valuta ricevuta", "ontvangen valuta", "boughtmarket", "bought market",
    "received cur",
    "増加通貨名", "受取通貨",
    "receive currency", "destination currency", "output currency", "to symbol", "asset in currency",
    "incurrency", "in buy asset", "acquired asset", "acquired currency", "payout currency",
    "destination asset", "destination coin", "target currency", "target asset", "target coin",
    "購入通貨",
    "cur", "cur buy",
  ]
  private static let spent = [
    "sent amount", "sent quantity", "amount sent", "sent", "sell amount", "sell quantity",
    "sold amount", "sold quantity", "soldamount", "soldquantity", "from amount", "amount out",
    "out amount", "outgoing amount", "debit amount", "amount debited", "spent amount",
    "paid amount", "amount paid", "quantite cedee", "quantite envoyee", "gesendete menge",
    "ausgang menge", "montant envoye",
    "cantidad enviada", "quantidade enviada", "importo inviato", "verzonden bedrag", "減少数量",
    "spend amount", "origin amount", "input amount", "asset out quantity", "outamount",
    "exchange amount", "out sell amount", "from coin amount",
    "sell", "verkauf", "sold", "venta", "disposed amount", "disposed quantity", "traded amount",
    "payin amount", "source amount", "source quantity", "origin quantity", "売却通貨量", "売却数量",
  ]
  private static let spentCoins = [
    "sent currency", "sent asset", "sent coin", "currency sent", "sell currency", "sell asset",
    "sell coin", "sold currency", "soldcurrency", "sold asset", "from currency", "from asset",
    "from coin", "currency out", "out currency", "outgoing asset", "outgoing currency",
    "debit currency", "asset debited", "spent currency", "asset out", "sell cur",
    "gesendete wahrung", "devise envoyee", "actif cede", "actif envoye", "moneda enviada",
    "moeda enviada", "valuta inviata", "monnaie ou jeton envoye", "jeton envoye",
    "verzonden valuta", "減少通貨名", "soldmarket", "sold market", "sent cur",
    "spend currency", "origin currency", "input currency", "from symbol", "asset out currency",
    "outcurrency", "out sell asset", "disposed asset", "disposed currency", "traded currency",
    "payin currency", "source currency", "source asset", "source coin", "origin asset",
    "origin coin", "売却通貨",
    "cur", "cur sell",
  ]
  private static let receivedPrices = [
    "received asset price", "received coin price", "received currency price", "received price",
    "buy price per coin", "buy price", "to asset price", "to price", "acquired asset price",
  ]
  private static let spentPrices = [
    "sent asset price", "sent coin price", "sent currency price", "sent price",
    "sell price per coin", "sell price", "from asset price", "from price", "disposed asset price",
  ]
  private static let fees = [
    "fee", "fees", "fee amount", "commission", "commission amount", "trading fee",
    "transaction fee", "total fee", "total fees", "trade fee", "fee paid", "commissions",
    "fees and or spread", "gebuhr", "gebuhren", "kosten", "provision", "entgelt",
    "transaktionsgebuhr", "frais", "frais de transaction", "comision", "comisiones", "tarifa",
    "taxa", "taxas", "comissao", "corretagem", "commissione", "commissioni", "costi",
    "transactiekosten", "vergoeding", "取引手数料", "約定手数料", "注文手数料", "手数料", "수수료",
    "commissionpaid", "exec fee", "total fees and commissions", "fees in quote",
    "prowizja", "oplata", "poplatek", "gebyr", "avgift", "kulu", "dij", "naknada", "komisyon",
    "islem ucreti", "комиссия", "手续费", "手續費", "手数料通貨量", "手数料数量",
    "transaction costs", "transaction cost", "trading costs", "trading cost", "order costs",
    "transaktionskosten", "handelskosten", "brokerage", "charges", "spesen", "courtage",
  ]
  private static let feeCurrencies = [
    "fee currency", "fee coin", "fee asset", "feecurrency", "feecoin", "feemarket", "fee symbol",
    "fee token", "fees currency", "trading fee currency", "commission asset", "commission coin",
    "commission currency", "fee unit", "fee cur", "gebuhrenwahrung", "gebuhr wahrung",
    "wahrung der gebuhr", "actif des frais", "monnaie ou jeton des frais", "jeton des frais",
    "devise des frais", "devise frais", "moneda comision",
    "moneda de la comision", "moneda de comision", "moeda da taxa", "valuta commissione",
    "valuta kosten", "手数料通貨",
    "cur", "手续费币种", "手续费结算币种", "手续费货币", "手續費幣種", "수수료 통화", "waluta prowizji",
    "валюта комиссии",
  ]
  private static let coinFees = [
    "commission crypto", "crypto commission", "fee crypto", "crypto fee", "fee in crypto",
    "commission coin", "coin fee", "fee in coin",
  ]
  private static let accounts = [
    "account", "account name", "wallet", "wallet name", "portfolio", "portfolio name", "platform",
    "exchange", "exchange name", "konto", "borse", "compte", "portefeuille", "cuenta", "billetera",
    "conta", "carteira", "conto", "portafoglio", "rekening", "beurs", "取引所", "거래소",
    "wallet or exchange", "exchange or wallet", "wallet exchange", "exchange wallet",
    "exchange plateforme", "wallet or account", "account or wallet", "exchange or account",
    "platform name", "取引所名",
  ]
  private static let states = [
    "status", "state", "order status", "statut", "etat", "estado", "situacao", "stato", "ステータス",
    "状態", "상태", "状态", "狀態", "durum", "статус", "stav",
  ]
  private static let ids = [
    "trade id", "transaction id", "tx id", "id", "txid", "order id", "uuid", "reference", "ref",
    "trade no", "order no", "order number", "transaktions id", "referenz", "auftragsnummer",
    "identifiant", "id transaction", "referencia", "id operacion", "riferimento", "referentie",
    "約定id", "取引id", "注文id", "成交编号", "订单号", "订单编号", "交易编号", "编号", "주문번호",
  ]
  private static let notes = [
    "notes", "note", "comment", "comments", "description", "memo", "remark", "remarks", "notiz",
    "bemerkung", "kommentar", "commentaire", "comentario", "descripcion", "descricao",
    "descrizione", "opmerking", "備考", "コメント",
  ]
}

/// A heading normalized for comparison: words without accents and punctuation, and the unit.
struct HeadingWords {
  /// The words without the unit, joined.
  let text: String
  /// The words outside brackets.
  let bare: String
  /// A currency or well-known coin that the heading names, such as `USD` in `Price (USD)`.
  let unit: String?
  /// The decimal places of the heading's bitcoin unit, such as 8 for `Amount (sats)`; 0 for whole
  /// coins.
  let digits: Int
  /// The coin that the heading prices, such as `BTC` in `BTC price`; text after `in` or in brackets
  /// is the price's currency.
  let pricedCoin: String?
  /// Whether the unit precedes the words, as in `USD rate`.
  let isUnitFirst: Bool
  /// Whether any word means a fee.
  let hasWordOfFee: Bool
  /// Whether a word means a fee, and the heading is not a net or gross amount such as `Total after
  /// fees`.
  let saysFee: Bool
  /// Whether a word means costs, which may be a fee or the total paid.
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

  /// Common misspellings of words for figures.
  private static let misspelt: [Substring: String] = [
    "comission": "commission", "comissions": "commissions", "commision": "commission",
    "commisions": "commissions", "quantitiy": "quantity", "recieved": "received",
  ]

  /// Whether the unit is a fiat currency.
  var isFiatUnit: Bool { unit.map { Asset(symbol: $0).isFiat } ?? false }

  /// Whether the unit is a stablecoin.
  var isStablecoinUnit: Bool { unit.map { Stablecoin.known[$0] != nil } ?? false }

  /// The rank of the heading among names, with or without spaces and text in brackets.
  func rank(among ranks: [String: Int]) -> Int? {
    ranks[text] ?? ranks[bare].map { $0 + ranks.count }
  }

  /// Words without information about a column's content.
  private static func isNoise(_ word: String) -> Bool {
    ["utc", "gmt", "optional", "only", "read", "coordinated", "universal"].contains(word)
      || Zone.isLetters(word) || word.allSatisfy(\.isNumber)
  }

  /// The words of a joined heading such as `ValueUsd`, whose capitals are lost.
  private static func parts(ofGlued word: String) -> [String]? {
    let (name, unit) = (String(word.dropLast(3)), String(word.suffix(3)))
    let isName = ["value", "amount", "price", "total", "fee", "cost", "net"].contains(name)
    return isName && FiatCurrency.traded.contains(unit.uppercased()) ? [name, unit] : nil
  }

  /// Whether a word or its ending means a fee, as in `filled-fees` and `tradingfee`.
  private static func isFee(_ word: String) -> Bool {
    let names = [
      "fee", "fees", "commission", "commissions", "gebuhr", "gebuhren", "frais", "comision",
      "comisiones", "comissao", "commissione", "commissioni", "prowizja", "komisyon", "комиссия",
      "手数料", "手续费", "手續費", "수수료",
    ]
    return names.contains { word.hasSuffix($0) }
  }

  /// Whether a heading mentions a fee but means another figure: `Amount before fee`, `Betrag inkl.
  /// Gebühr`, `Fee-adjusted price`.
  private static func isBesideFee(_ words: [String], in heading: String) -> Bool {
    guard let fee = words.firstIndex(where: { isFee($0) || isCosts($0) }) else { return false }
    let last = words.last { !isUnit($0) } ?? ""
    return words[..<fee].contains { besides.contains($0) } || heading.contains("net of")
      || besides.contains(last) || HeaderNames.priceRanks[last] != nil
  }

  /// Words before a fee word, or at the end, which show that a figure includes or excludes the fee.
  private static let besides: Set<String> = [
    "before", "after", "with", "without", "ex", "excl", "excluding", "exclusive", "excluded", "inc",
    "incl", "including", "inclusive", "included", "less", "minus", "plus", "adjusted", "deducted",
    "vor", "nach", "mit", "ohne", "inkl", "inklusive", "exkl", "exklusive", "abzgl", "abzuglich",
    "zzgl", "zuzuglich", "avant", "apres", "avec", "sans", "hors", "inclus", "compris", "antes",
    "despues", "depois", "con", "sin", "sem", "senza", "dopo", "prima", "lordo", "incluida",
    "incluidas", "voor", "na", "met", "zonder", "przed", "bez", "z", "po", "pred", "fore", "efter",
    "med", "utan", "uden", "до", "после", "без", "с",
  ]

  /// Whether figures under a heading are ratios, such as percentages, not amounts.
  static func saysShare(_ heading: String) -> Bool {
    let words = heading.lowercased().split { !$0.isLetter && $0 != "%" }
    return words.contains { ["pct", "bps"].contains($0) }
      || shares.contains { heading.lowercased().contains($0) }
  }

  /// Parts of headings whose figures are ratios, not amounts.
  private static let shares = [
    "%", "percent", "prozent", "procent", "porcent", "pourcent", "rate", "tier", "level",
    "discount", "rebate",
  ]

  /// Whether a word or its ending means costs, as in `order costs` and `Orderkosten`.
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

  /// Names of fractions of a bitcoin.
  private static let smallUnits = [
    "sat": 8, "sats": 8, "satoshi": 8, "satoshis": 8, "ubtc": 6, "\u{B5}btc": 6, "\u{3BC}btc": 6,
    "mbtc": 3,
  ]

  /// The heading with the currency code instead of the currency sign.
  private static func naming(_ heading: String) -> String {
    let heading = heading.lowercased()
    guard let (sign, code) = signs.first(where: { heading.contains($0.sign) }) else {
      return heading
    }
    return heading.replacing(sign, with: " \(code) ")
  }

  /// Currency signs used by a single country; those of several letters first.
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
