import FoundationEssentials
public import Portfolio

/// A price that nobody here knows, without which a row cannot be valued.
public struct MissingPrice: Hashable, Sendable {
  /// The coin.
  public let coinId: String
  /// The day.
  public let day: UTCDay
}

extension ImportPlanner {
  /// The facts with the coins that their tickers meant at the time.
  mutating func current(_ written: consuming TradeFacts) -> TradeFacts {
    var facts = hasMixedSymbols ? withoutPairs(written) : written
    if let asset = facts.received?.asset, let now = other(than: asset, on: facts.date) {
      facts.received?.asset = now
    }
    if let asset = facts.spent?.asset, let now = other(than: asset, on: facts.date) {
      facts.spent?.asset = now
    }
    if let asset = facts.native?.asset, let now = other(than: asset, on: facts.date) {
      facts.native?.asset = now
    }
    for index in facts.fees.indices {
      if let now = other(than: facts.fees[index].asset, on: facts.date) {
        facts.fees[index].asset = now
      }
    }
    return facts
  }

  mutating func current(_ asset: Asset, on date: Date) -> Asset {
    other(than: asset, on: date) ?? asset
  }

  /// What an asset's name meant on a day, where that is not what it means now.
  private mutating func other(than asset: Asset, on date: Date) -> Asset? {
    // What the user says of letters is more than that they are those of money.
    if case .fiat(let code) = asset, !coins.given.isEmpty, coins.given.contains(code.lowercased()) {
      return .symbol(code)
    }
    if asset.isFiat || !hasNumberedSymbols && names.isSteady(asset) { return nil }
    if Stablecoin.ticker(of: asset, declared: policy.stablecoins) != nil
      || coins.given.contains(asset.name.lowercased())
      || !hasNumberedSymbols && !asset.meansOthersByDate
    {
      names.keepSteady(asset)
      return nil
    }
    let now = withoutNumber(asset, on: date) ?? asset.asOf(date)
    if case .id(let id) = now, now != asset {
      say(.symbolRead(symbol: asset.name, coinId: id))
    }
    return now
  }

  /// The facts with the coins of pairs that stand in a column of coins: of `BTCUSD` and `ETH/USD`
  /// traded for dollars.
  private func withoutPairs(_ written: TradeFacts) -> TradeFacts {
    var facts = written
    for (side, other) in [(\TradeFacts.received, \TradeFacts.spent), (\.spent, \.received)] {
      guard let whole = written[keyPath: side]?.asset,
        let money = (written[keyPath: other] ?? written.native)?.asset,
        let coin = coin(ofPair: whole, against: money)
      else { continue }
      facts[keyPath: side]?.asset = coin
      for index in facts.fees.indices where facts.fees[index].asset == whole {
        facts.fees[index].asset = coin
      }
    }
    return facts
  }

  /// The coin of a symbol that ends in the money it was traded for; `nil` where it is not a pair.
  ///
  /// Without a separator it is one where a coin with a rank is left and the whole has none: `CRVUSD`
  /// is a coin of its own.
  private func coin(ofPair whole: Asset, against money: Asset) -> Asset? {
    guard case .symbol(let symbol, nil) = whole, case .fiat(let code) = money,
      symbol.uppercased().hasSuffix(code), !coins.given.contains(symbol.lowercased())
    else { return nil }
    let rest = symbol.dropLast(code.utf8.count)
    if let mark = rest.last, "-/_".contains(mark) {
      return rest.count > 1 ? Asset(symbol: rest.dropLast().trimmed) : nil
    }
    let coin = Asset(symbol: String(rest))
    guard rest.utf8.count > 2, !coin.isFiat, names.rank(of: whole) == nil else { return nil }
    return names.rank(of: coin) == nil ? nil : coin
  }

  /// Refuses tickers that in a table of all kinds of things are rather a share's than a little-known
  /// coin's.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)``, which `--coin` mends.
  func refuseShares(in facts: TradeFacts) throws(RefusalReason) {
    for case let side? in [facts.received, facts.spent] where isShare(side.asset) {
      throw .unknownCoin(side.asset.name)
    }
  }

  /// Whether a ticker is rather a share's.
  private func isShare(_ asset: Asset) -> Bool {
    guard hasMixedSymbols, case .symbol(let symbol, nil) = asset,
      Self.shares.contains(symbol.uppercased()), !coins.given.contains(symbol.lowercased())
    else { return false }
    return names.rank(of: asset) ?? .max > Self.wellKnown
  }

  /// A coin up to this place by market value is meant by its ticker.
  private static let wellKnown = 500

  /// Shares and funds that people have most, by their tickers.
  private static let shares: Set<String> = [
    "AAPL", "MSFT", "GOOG", "GOOGL", "AMZN", "TSLA", "META", "NVDA", "NFLX", "AMD", "INTC", "AVGO",
    "ORCL", "IBM", "CSCO", "ADBE", "CRM", "PYPL", "UBER", "ABNB", "SHOP", "BABA", "PLTR", "GME",
    "AMC", "COIN", "MSTR", "HOOD", "MARA", "RIOT", "JPM", "BAC", "DIS", "NKE", "MCD", "WMT", "COST",
    "XOM", "CVX", "PFE", "JNJ", "UNH", "LLY", "ASML", "SAP", "SPY", "QQQ", "VOO", "VTI", "VXUS",
    "IVV", "VWCE", "VUSA", "CSPX", "EUNL", "IWDA", "ARKK", "GLD", "SLV", "TLT", "BND", "IBIT",
    "GBTC", "FBTC", "SCHD", "JEPI",
  ]

  /// The coin that a symbol with CoinTracking's own number means: its `SOL2` is Solana, because
  /// another coin had `SOL` first.
  ///
  /// - Returns: `nil` where the number is the ticker's own, as in `API3`, or nothing is known by the
  ///   symbol without it.
  private func withoutNumber(_ asset: Asset, on date: Date) -> Asset? {
    guard hasNumberedSymbols, case .symbol(let symbol, _) = asset, symbol.utf8.count > 2,
      let number = symbol.last, ("2"..."9").contains(number), names.rank(of: asset) == nil
    else { return nil }
    let plain = Asset(symbol: String(symbol.dropLast()))
    guard plain.name.last?.isLetter == true, !plain.isFiat else { return nil }
    let then = plain.asOf(date)
    if case .id = then { return then }
    return names.knownId(of: plain).map { .id($0) }
  }

  /// Remembers the coins of a row that is refused, where they are known.
  mutating func markIncomplete(
    _ quantities: [Quantity?], of source: RowSource, bringing brought: [Asset]
  ) {
    for case let quantity? in quantities
    where !quantity.asset.isFiat && !isShare(quantity.asset) {
      do throws(RefusalReason) {
        if let id = try names.leg(quantity).coinId {
          incomplete[source.rowPlace, default: []].insert(id)
          if brought.contains(quantity.asset) { broughtByRefused.insert(id) }
        }
      } catch {
        // A name that is not a coin's has no history.
      }
    }
  }

  /// Remembers the price that would value a row: of two coins, that of the better-known one.
  mutating func noteMissingPrice(of quantities: [Quantity?], on day: UTCDay) {
    var known: [(rank: Int, id: String)] = []
    for case let quantity? in quantities {
      do throws(RefusalReason) {
        let leg = try names.leg(quantity)
        if let id = leg.coinId { known.append((leg.rank(by: coins.rank), id)) }
      } catch {
        // A name that is not a coin's has no price.
      }
    }
    if let best = known.min(by: { ($0.rank, $0.id) < ($1.rank, $1.id) })?.id {
      missingPrices[MissingPrice(coinId: best, day: day), default: 0] += 1
    }
  }
}

extension RefusalReason {
  /// Whether a price of the day would mend the row.
  var lacksValue: Bool {
    switch self {
    case .noDollarValue, .noSwapValue, .noPrice, .roundedAway: true
    default: false
    }
  }
}

extension LeftOutReason {
  /// Whether it is a fee that a price of the day would put a value on.
  var isFeeWithoutValue: Bool { if case .feeWithoutValue = self { true } else { false } }
}
