import Exact
import FoundationEssentials
public import HTTP
public import Portfolio
import PriceProvider

/// A coin in CoinGecko's list.
public struct ListedCoin: Equatable, Sendable {
  /// CoinGecko id.
  public let id: String
  /// Ticker; may be empty.
  public let symbol: String
  /// Display name; may be empty.
  public let name: String
  /// Rank by market value; `nil` if the response has none.
  public let rank: Int?

  /// Makes a coin.
  public init(id: String, symbol: String, name: String, rank: Int? = nil) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.rank = rank
  }
}

/// The coins of a response.
public struct ListedCoins: Equatable, Sendable {
  /// The coins in the order of the response, at least one.
  public let coins: [ListedCoin]
  /// The number of rows without an id, a symbol or a name.
  public let skipped: Int

  /// Makes a list.
  public init(coins: [ListedCoin], skipped: Int = 0) {
    self.coins = coins
    self.skipped = skipped
  }
}

/// Every coin on CoinGecko, from `GET /coins/list` and the ranks of `GET /coins/markets`.
public struct CoinGeckoCoinList: Sendable {
  /// The number of coins on a page of ranks.
  public static let pageSize = 250
  /// The list was 1,056,000 bytes in 2025 and grows by a third a year.
  private static let maximumBytes = 16 << 20
  private static let timeLimit = Duration.seconds(60)

  private let configuration: APIConfiguration
  private let question: APIQuestion

  /// Makes a list over the system's HTTP library.
  public init(configuration: APIConfiguration, transport: any HTTPTransport = CurlTransport()) {
    self.configuration = configuration
    question = APIQuestion(
      configuration: configuration, transport: transport, now: { Date() })
  }

  /// Fetches all coins, without ranks, in one call of at most a minute.
  ///
  /// - Throws: ``PriceFailure``.
  public func coins() throws(PriceFailure) -> ListedCoins {
    try ask("/coins/list?include_platform=false")
  }

  /// Fetches one page of coins by market value, in one call of at most a minute.
  ///
  /// - Parameter page: Counted from 1.
  /// - Throws: ``PriceFailure``.
  public func ranked(page: Int) throws(PriceFailure) -> ListedCoins {
    try ask(
      "/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=\(Self.pageSize)"
        + "&page=\(page)&precision=full")
  }

  private func ask(_ path: String) throws(PriceFailure) -> ListedCoins {
    if let problem = configuration.problem { throw .misconfigured(problem.sentence) }
    return try question.ask(
      configuration.baseURL + path, timeLimit: Self.timeLimit, maximumBytes: Self.maximumBytes,
      wanted: "coins", Self.coins
    ).result.get()
  }

  /// The coins of a response; `nil` if it has none.
  private static func coins(in value: JSONValue) -> ListedCoins? {
    guard let rows = value.array else { return nil }
    let coins = rows.compactMap(ListedCoin.init(row:))
    return coins.isEmpty ? nil : ListedCoins(coins: coins, skipped: rows.count - coins.count)
  }
}

extension ListedCoin {
  fileprivate init?(row: JSONValue) {
    guard let id = row["id"]?.string, !id.isEmpty, let symbol = row["symbol"]?.string,
      let name = row["name"]?.string
    else { return nil }
    self.init(
      id: id, symbol: UntrustedText.line(symbol, limit: 200),
      name: UntrustedText.line(name, limit: 200),
      rank: row["market_cap_rank"]?.decimal.flatMap { Int($0.description) })
  }
}
