import Exact
public import FoundationEssentials
internal import HTTP
public import Portfolio
import PriceProvider

/// Prices from a file instead of the network: a recorded `/coins/markets` response, or
/// `{"bitcoin": "55000"}`.
public struct RecordedPriceSource: PriceSource {
  private let coins: [String: Coin]
  /// The source's name.
  public let name: String

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - pricedAt: The time of the prices in the short form; a recorded response has its own.
  ///   - name: The source's name.
  /// - Throws: ``PriceFailure`` `malformed`, with what is wrong with the file.
  public init(
    bytes: some Collection<UInt8>, pricedAt: Date, name: String = "the file"
  ) throws(PriceFailure) {
    self.name = name
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .malformed("not JSON: see line \(error.line)")
    }
    let list: [Coin]
    if let object = value.object {
      list = try Self.coins(in: object, pricedAt: pricedAt)
    } else if let rows = MarketsAnswer.coins(in: value, asked: nil) {
      list = rows
    } else {
      throw .malformed("neither a list of coins nor {\"bitcoin\": \"55000\"}")
    }
    coins = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
  }

  /// No requests, because reading a file costs no calls.
  public func chunks(of ids: [String]) -> [[String]] { [] }

  /// The recorded coins among those requested; makes no calls.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids in any order, duplicates allowed.
  ///   - limit: Unused.
  /// - Returns: Coins sorted by id, or a failure if none of them has a price.
  public func prices(of ids: [String], within limit: Duration?) -> PriceAnswer {
    var answer = PriceAnswer(coins: Set(ids).sorted().compactMap { coins[$0] })
    if !ids.isEmpty { answer.requirePrices() }
    return answer
  }

  /// Known coins with only the recorded prices; other coins have none.
  package func coins(namedAs known: [String: Coin]) -> [String: Coin] {
    let recorded = Dictionary(
      prices(of: Array(known.keys)).coins.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return known.mapValues { coin in
      var priced = recorded[coin.id] ?? Coin(id: coin.id, symbol: "", name: "")
      priced.symbol = coin.symbol
      priced.name = coin.name
      return priced
    }
  }

  /// Why a price is not a number; `nil` if it is one, or is not written as one.
  private static func fault(of value: JSONValue) -> String? {
    let text: String
    switch value {
    case .number(let written), .string(let written): text = written
    case .null, .bool, .array, .object: return nil
    }
    do throws(DecimalTextError) {
      _ = try ExactDecimal(exact: text)
      return nil
    } catch {
      switch error {
      case .comma: return "has a comma; write 1234.5"
      case .tooManyDigits: return "has more than 38 digits, more than can be kept exactly"
      default: return nil
      }
    }
  }

  private static func coins(
    in object: JSONObject, pricedAt: Date
  ) throws(PriceFailure) -> [Coin] {
    var coins: [Coin] = []
    for member in object.members {
      if let reason = Self.fault(of: member.value) {
        let coin = UntrustedText.line(member.key, limit: 70)
        throw .malformed("the price of \(coin) \(reason)")
      }
      guard let price = member.value.decimal, price > 0 else {
        throw .malformed("no price above 0 for \(UntrustedText.line(member.key, limit: 70))")
      }
      guard LedgerRange.isPossiblePrice(price) else {
        let coin = UntrustedText.line(member.key, limit: 70)
        throw .malformed("the price of \(coin) is not between 1e-18 and 1e12 US dollars")
      }
      coins.append(
        Coin(
          id: member.key, symbol: "", name: member.key, currentPrice: price,
          lastUpdated: pricedAt))
    }
    return coins
  }
}
