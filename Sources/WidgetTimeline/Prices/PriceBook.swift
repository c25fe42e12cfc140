public import Exact
public import FoundationEssentials
public import Portfolio

/// The last price of a coin, with what is known about its origin.
public struct KnownPrice: Equatable, Sendable {
  /// The coin with its last price and that price's own time.
  public var coin: Coin
  /// The name of the source, such as `CoinGecko`; empty if not recorded.
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

  /// Applies a newer price if it counts, and otherwise stores it as suspect.
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

  /// Decides whether a newer price of the coin counts.
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

/// The last price of every coin ever priced, independent of the ledger: `prices.json`.
public struct PriceBook: Equatable, Sendable {
  /// Known prices by coin id.
  public private(set) var prices: [String: KnownPrice]
  /// The last successful refresh; `nil` before the first.
  public var lastUpdated: Date?
  /// Prices in the file that cannot be read.
  public internal(set) var unreadable: [UnreadableEntry] = []

  /// Makes a book; it is empty in a program that never fetched a price.
  public init(_ prices: [KnownPrice] = [], lastUpdated: Date? = nil) {
    self.prices = Dictionary(prices.map { ($0.coin.id, $0) }, uniquingKeysWith: { $1 })
    self.lastUpdated = lastUpdated
  }

  /// Makes a book from the prices of holdings, for a container that predates the book.
  public init(_ data: WidgetRefreshData) {
    let priced = data.holdings.map(\.coin).filter { $0.currentPrice != nil }
    self.init(
      priced.map { KnownPrice(coin: $0, source: "", fetched: data.lastUpdated) },
      lastUpdated: data.lastUpdated)
  }

  /// The coins with their last prices, by id.
  public var coins: [String: Coin] { prices.mapValues(\.coin) }

  /// Merges prices, but never replaces a newer one by an older one; a time in the future counts as
  /// old.
  ///
  /// A price is at most as new as the moment it was fetched; a future time would make it look
  /// fresh.
  ///
  /// - Parameters:
  ///   - coins: The coins that a source returned; coins without a price are skipped.
  ///   - now: The present instant.
  ///   - source: The name of the source.
  ///   - witness: The prices of a second source for the coins that ``suspects(among:at:)`` names,
  ///     in US dollars by id; `nil` if every price counts, as those of a file do.
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

  /// Adds 24-hour changes, in percent, to prices that count and lack one.
  mutating func complete(_ dayChanges: [String: ExactDecimal]) {
    for (id, change) in dayChanges
    where prices[id]?.suspect == nil && prices[id]?.coin.priceChange24h == nil {
      prices[id]?.coin.priceChange24h = change
    }
  }

  /// The coins whose new prices do not count unless a second source confirms them (SPEC 5.0).
  ///
  /// - Parameters:
  ///   - coins: The coins that a source returned.
  ///   - now: The present instant.
  /// - Returns: Coin ids, sorted.
  public func suspects(among coins: [Coin], at now: Date) -> [String] {
    coins.filter { coin in
      var coin = coin
      coin.lastUpdated = coin.lastUpdated.map { min($0, now) }
      return prices[coin.id].map { $0.verdict(on: coin, at: now, witness: nil) != .counts } ?? false
    }.map(\.id).sorted()
  }

  /// Adds the prices of holdings for coins without one, such as from a file of an older version.
  public mutating func adopt(_ holdings: [RefreshableHolding]) {
    for coin in holdings.map(\.coin) where coin.currentPrice != nil && prices[coin.id] == nil {
      prices[coin.id] = KnownPrice(coin: coin, source: "", fetched: nil)
    }
  }

  /// Whether a coin's price was fetched within an age; a fetch time in the future does not count.
  public func isFetched(_ id: String, within age: TimeInterval, of now: Date) -> Bool {
    guard let fetched = prices[id]?.fetched, fetched <= now else { return false }
    return now.timeIntervalSince(fetched) <= age
  }

  /// Gives holdings the prices of the book, but never replaces a newer one by an older one.
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
  /// Seconds between two recorded prices of a coin.
  public static let recordInterval: TimeInterval = 60

  /// The prices to record after a refresh, at most one a minute for each coin.
  ///
  /// Each is recorded at its own time: a source may return a price that is hours old.
  ///
  /// - Parameters:
  ///   - ids: The coins that the refresh returned.
  ///   - now: The present instant.
  /// - Returns: Records sorted by coin id, at the last known prices.
  public mutating func recordsDue(of ids: some Sequence<String>, at now: Date) -> [PriceRecord] {
    Set(ids).sorted().compactMap { id in
      guard let known = prices[id], known.suspect == nil, let price = known.coin.currentPrice else {
        return nil
      }
      let time = min(known.coin.lastUpdated ?? now, now)
      if let last = known.recorded, last <= time, last.utcDayText == time.utcDayText,
        time.timeIntervalSince(last) < Self.recordInterval
      {
        return nil
      }
      prices[id]?.recorded = time
      return PriceRecord(
        coinId: id, point: PricePoint(time: time, price: price), source: known.source)
    }
  }
}

extension Coin {
  /// Whether the price is newer than another one; a time in the future counts as old.
  fileprivate func isNewer(than other: Coin, at now: Date) -> Bool {
    guard currentPrice != nil, let own = lastUpdated, let new = other.lastUpdated else {
      return false
    }
    return new < own && own <= now
  }

  /// The coin with its own names and the figures of a source without names.
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
  /// The file's content, coins in the order of their ids; the next refresh replaces unreadable
  /// prices.
  public var json: JSONValue {
    .object([
      "lastUpdated": .instant(lastUpdated),
      "prices": .array(prices.values.sorted { $0.coin.id < $1.coin.id }.map(\.json)),
    ])
  }

  /// Reads the file's content; an unreadable price is added to ``unreadable`` without affecting the
  /// others.
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
