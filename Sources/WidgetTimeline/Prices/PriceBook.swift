public import Exact
public import FoundationEssentials
public import Portfolio

/// The last price of a coin, with what is known of where it is from.
public struct KnownPrice: Equatable, Sendable {
  /// The coin with its last price and that price's own time.
  public var coin: Coin
  /// What the source is called, such as `CoinGecko`; empty when that was not kept.
  public var source: String
  /// When the price was fetched, by our clock.
  public var fetched: Date?
  /// When the coin's price was last recorded in the store of past prices.
  public var recorded: Date?
  /// A newer price that does not count yet; ``coin`` then has the last one that did.
  public var suspect: SuspectPrice?

  /// Makes a known price.
  public init(
    coin: Coin, source: String, fetched: Date?, recorded: Date? = nil,
    suspect: SuspectPrice? = nil
  ) {
    self.coin = coin
    self.source = source
    self.fetched = fetched
    self.recorded = recorded
    self.suspect = suspect
  }

  /// Takes over a newer price where it counts, and keeps it apart where it does not.
  fileprivate mutating func apply(
    _ new: Coin, from source: String, at now: Date, witness: [String: ExactDecimal]?
  ) {
    if let witness,
      case .suspect(let price) = verdict(on: new, at: now, witness: witness[new.id])
    {
      suspect = price
      return
    }
    suspect = nil
    coin = new.symbol.isEmpty ? coin.priced(as: new) : new
    self.source = source
  }

  /// What is made of a newer price of the coin.
  fileprivate func verdict(on coin: Coin, at now: Date, witness: ExactDecimal?) -> PriceVerdict {
    guard let price = coin.currentPrice else { return .counts }
    let last = self.coin.currentPrice.flatMap { price in
      self.coin.lastUpdated.map { PricePoint(time: $0, price: price) }
    }
    return SuspectPriceRule.verdict(
      on: price, madeAt: coin.lastUpdated ?? now,
      PriceEvidence(
        last: last, pending: suspect, dayChange: coin.priceChange24h, witness: witness))
  }
}

/// The last price of every coin ever priced, whatever the ledger does: `prices.json`.
public struct PriceBook: Equatable, Sendable {
  /// Known prices by coin id.
  public private(set) var prices: [String: KnownPrice]
  /// The last successful refresh, `nil` before the first.
  public var lastUpdated: Date?
  /// Prices in the file that cannot be read.
  public internal(set) var unreadable: [UnreadableEntry] = []

  /// Makes a book; the empty one belongs to a program that never fetched a price.
  public init(_ prices: [KnownPrice] = [], lastUpdated: Date? = nil) {
    self.prices = Dictionary(prices.map { ($0.coin.id, $0) }, uniquingKeysWith: { $1 })
    self.lastUpdated = lastUpdated
  }

  /// The prices that a container from before the book kept with its holdings.
  public init(_ data: WidgetRefreshData) {
    let priced = data.holdings.map(\.coin).filter { $0.currentPrice != nil }
    self.init(
      priced.map { KnownPrice(coin: $0, source: "", fetched: data.lastUpdated) },
      lastUpdated: data.lastUpdated)
  }

  /// The coins with their last prices, by id.
  public var coins: [String: Coin] { prices.mapValues(\.coin) }

  /// Takes over prices, but never an older one for a newer; a time that lies ahead counts as old.
  ///
  /// A price is at most as new as the moment it was fetched: a time of the future reads as fresh.
  ///
  /// - Parameters:
  ///   - coins: What a source brought; coins without a price are passed over.
  ///   - now: The present instant.
  ///   - source: What the source is called.
  ///   - witness: What a second source says of coins that ``suspects(among:at:)`` names, in US
  ///     dollars by id; `nil` where every price counts, as those of a file do.
  public mutating func merge(
    _ coins: [Coin], at now: Date, source: String, witness: [String: ExactDecimal]? = nil
  ) {
    for var coin in coins where coin.currentPrice != nil {
      coin.lastUpdated = coin.lastUpdated.map { min($0, now) }
      var known =
        prices[coin.id] ?? KnownPrice(coin: coin, source: source, fetched: now)
      known.fetched = now
      if !known.coin.isNewer(than: coin, at: now) {
        known.apply(coin, from: source, at: now, witness: witness)
      }
      prices[coin.id] = known
    }
  }

  /// The coins whose new prices do not count unless a second source confirms them (SPEC 5.0).
  ///
  /// - Parameters:
  ///   - coins: What a source brought.
  ///   - now: The present instant.
  /// - Returns: Coin ids, sorted.
  public func suspects(among coins: [Coin], at now: Date) -> [String] {
    coins.filter { coin in
      var coin = coin
      coin.lastUpdated = coin.lastUpdated.map { min($0, now) }
      return prices[coin.id].map { $0.verdict(on: coin, at: now, witness: nil) != .counts } ?? false
    }.map(\.id).sorted()
  }

  /// Takes over what holdings know better, such as a price from a file that an older program wrote.
  public mutating func adopt(_ holdings: [RefreshableHolding]) {
    for coin in holdings.map(\.coin) where coin.currentPrice != nil && prices[coin.id] == nil {
      prices[coin.id] = KnownPrice(coin: coin, source: "", fetched: nil)
    }
  }

  /// Whether a coin's price was fetched no longer ago than that; one fetched in the future was not.
  public func isFetched(_ id: String, within age: TimeInterval, of now: Date) -> Bool {
    guard let fetched = prices[id]?.fetched, fetched <= now else { return false }
    return now.timeIntervalSince(fetched) <= age
  }

  /// Gives holdings the prices of the book, but never an older one for a newer.
  public func price(_ holdings: inout [RefreshableHolding], at now: Date) {
    for index in holdings.indices {
      guard let known = prices[holdings[index].coinId]?.coin,
        !holdings[index].coin.isNewer(than: known, at: now)
      else { continue }
      let held = holdings[index].coin
      holdings[index].coin = known.symbol.isEmpty ? held.priced(as: known) : known
    }
  }
}

extension PriceBook {
  /// Seconds between two prices of a coin that refreshes record.
  public static let recordInterval: TimeInterval = 60

  /// The prices that a refresh records; each coin has one a minute at most.
  ///
  /// - Parameters:
  ///   - ids: The coins that the refresh brought.
  ///   - now: The present instant.
  /// - Returns: Records sorted by coin id, at the last prices known.
  public mutating func recordsDue(of ids: some Sequence<String>, at now: Date) -> [PriceRecord] {
    Set(ids).sorted().compactMap { id in
      guard let known = prices[id], known.suspect == nil, let price = known.coin.currentPrice else {
        return nil
      }
      if let last = known.recorded, last <= now, last.utcDayText == now.utcDayText,
        now.timeIntervalSince(last) < Self.recordInterval
      {
        return nil
      }
      prices[id]?.recorded = now
      return PriceRecord(
        coinId: id, point: PricePoint(time: now, price: price), source: known.source)
    }
  }
}

extension Coin {
  /// Whether the price is newer than another one; a time that lies ahead counts as old.
  fileprivate func isNewer(than other: Coin, at now: Date) -> Bool {
    guard currentPrice != nil, let own = lastUpdated, let new = other.lastUpdated else {
      return false
    }
    return new < own && own <= now
  }

  /// The coin under its own names, with the figures of a source that gives no names.
  fileprivate func priced(as other: Coin) -> Coin {
    Coin(
      id: id, symbol: symbol.isEmpty ? other.symbol : symbol,
      name: name.isEmpty ? other.name : name,
      currentPrice: other.currentPrice, priceChange24h: other.priceChange24h,
      lastUpdated: other.lastUpdated, marketCap: other.marketCap, volume24h: other.volume24h,
      circulatingSupply: other.circulatingSupply)
  }
}

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
