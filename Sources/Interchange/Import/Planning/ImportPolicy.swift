public import Portfolio

/// What the user allows an import to take for granted, and the evidence it may use.
public struct ImportPolicy: Sendable {
  /// The account every row belongs to, or `nil` for the one the file names or comes from.
  public var account: String?
  /// Tickers of stablecoins that count as US dollars, of ``Stablecoin/known``.
  public var stablecoins: Set<String> = []
  /// The accounts that the ledger has.
  public var accounts = AccountNames()
  /// What other states' money was worth, or `nil` where nothing is known.
  public var rates: (any ExchangeRates)?
  /// What coins were worth on days of the past, or `nil` where nothing is known.
  public var prices: (any DailyPrices)?
  /// What a transfer cost, as it counts; what a file says of a recorded fee stays as it is.
  public var countedFee: @Sendable (Transaction) -> Transaction = { $0 }
  /// Whether deposits without a withdrawal they belong to are gifts.
  public var depositsAreGifts = false
  /// Whether coins that sales take and nothing brings are gifts.
  public var missingCoinsAreGifts = false
  /// Whether rows come in again whose transactions and moves the user deleted.
  public var bringsBackDeleted = false
  /// Whether refused rows are left out and the rest is imported.
  public var skipsRefused = false
  /// Rows that were refused by earlier imports and mended.
  public var mended: [MendedRow] = []

  /// Makes a policy that takes nothing for granted.
  public init() {}

  /// Where a row of bitpal's own files belongs: two accounts of a file stay two.
  func account(of stated: String?) -> String? { account ?? stated.map(accounts.spelling) }

  /// The same of a row that always states one.
  func account(of stated: String) -> String { account ?? accounts.spelling(of: stated) }

  /// The transaction of a row, with what a transfer cost as it counts.
  func recorded(_ row: PlannedRow) -> Transaction {
    row.isTransferLoss ? countedFee(row.transaction) : row.transaction
  }
}

/// Coins that are meant to be worth a dollar, and may count as dollars with the user's consent.
public enum Stablecoin {
  /// The tickers and the CoinGecko ids of every coin that may be declared; no other can be.
  public static let known: [String: String] = [
    "BUSD": "binance-usd", "DAI": "dai", "FDUSD": "first-digital-usd", "GUSD": "gemini-dollar",
    "PAX": "paxos-standard", "PYUSD": "paypal-usd", "TUSD": "true-usd", "USDC": "usd-coin",
    "USDP": "paxos-standard", "USDS": "usds", "USDT": "tether",
  ]

  /// The ticker of a name in a file, if it is one of the declared coins.
  static func ticker(of asset: Asset, declared: Set<String>) -> String? {
    switch asset {
    case .fiat, .token: return nil
    case .symbol(let symbol, _):
      let ticker = symbol.uppercased()
      return declared.contains(ticker) && known[ticker] != nil ? ticker : nil
    case .id(let id), .idOrSymbol(let id): return declared.filter { known[$0] == id }.min()
    }
  }
}

/// What an import asks about coins.
public struct CoinDirectory {
  let resolve: (Asset) -> AssetResolution
  let rank: (String) -> Int?
  let given: Set<String>

  /// Makes a directory.
  ///
  /// - Parameters:
  ///   - resolve: Says which coin a name is; asked once for each name, never about state money.
  ///   - rank: The place of a coin by market value, 1 for the largest, by its id.
  ///   - given: Names, in small letters, whose coin the user has said.
  public init(
    resolve: @escaping (Asset) -> AssetResolution, rank: @escaping (String) -> Int? = { _ in nil },
    given: Set<String> = []
  ) {
    self.resolve = resolve
    self.rank = rank
    self.given = given
  }
}
