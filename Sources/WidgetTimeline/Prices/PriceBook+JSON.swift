public import Exact
import FoundationEssentials
import Portfolio

extension PriceBook {
  /// The file's content, coins in the order of their ids; the next refresh brings prices that could
  /// not be read.
  public var json: JSONValue {
    .object([
      "lastUpdated": .instant(lastUpdated),
      "prices": .array(prices.values.sorted { $0.coin.id < $1.coin.id }.map(\.json)),
    ])
  }

  /// Reads the file's content; a price that cannot be read is ``unreadable`` and takes no other with
  /// it.
  public init?(json: JSONValue) {
    guard let rows = json["prices"]?.array else { return nil }
    let (prices, unreadable) = rows.entries(KnownPrice.init(json:))
    self.init(prices, lastUpdated: json["lastUpdated"]?.instant)
    self.unreadable = unreadable
  }
}

extension KnownPrice {
  var json: JSONValue {
    let json: JSONObject = [
      "coinId": .string(coin.id),
      "symbol": .string(coin.symbol),
      "name": .string(coin.name),
      "price": .usd(coin.currentPrice),
      "priceChange24h": .usd(coin.priceChange24h),
      "marketCap": .usd(coin.marketCap),
      "volume24h": .usd(coin.volume24h),
      "circulatingSupply": .usd(coin.circulatingSupply),
      "priceLastUpdated": .instant(coin.lastUpdated),
      "source": .string(source),
      "fetched": .instant(fetched),
      "recorded": .instant(recorded),
    ]
    guard let suspect else { return .object(json) }
    let member = JSONObject.Member(key: "suspect", value: suspect.json)
    return .object(JSONObject(json.members + [member]))
  }

  init?(json: JSONValue) {
    guard let id = json["coinId"]?.string, !id.isEmpty, let price = json["price"]?.decimal,
      LedgerRange.isPossiblePrice(price)
    else { return nil }
    let coin = Coin(
      id: id, symbol: json["symbol"]?.string ?? "", name: json["name"]?.string ?? id,
      currentPrice: price,
      priceChange24h: LedgerRange.possibleChange(json["priceChange24h"]?.decimal),
      lastUpdated: json["priceLastUpdated"]?.instant, marketCap: json["marketCap"]?.decimal,
      volume24h: json["volume24h"]?.decimal,
      circulatingSupply: json["circulatingSupply"]?.decimal)
    self.init(
      coin: coin, source: json["source"]?.string ?? "", fetched: json["fetched"]?.instant,
      recorded: json["recorded"]?.instant,
      suspect: json["suspect"].flatMap(SuspectPrice.init(json:)))
  }
}

extension SuspectPrice {
  fileprivate var json: JSONValue {
    .object([
      "price": .usd(price), "priceLastUpdated": .instant(time),
      "confirmations": .number("\(confirmations)"),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let price = json["price"]?.decimal, LedgerRange.isPossiblePrice(price),
      let time = json["priceLastUpdated"]?.instant
    else { return nil }
    self.init(price: price, time: time, confirmations: json["confirmations"]?.count ?? 0)
  }
}
