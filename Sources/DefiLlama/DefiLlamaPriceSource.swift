import Exact
import FoundationEssentials
import HTTP
public import Portfolio
import PriceProvider

/// Current prices from DefiLlama's `GET /prices/current`.
///
/// They are CoinGecko's prices, so this is a fallback but not an independent check.
public struct DefiLlamaPriceSource: PriceSource {
  static let maxIds = 100
  static let maxBytes = 2000
  /// A row is about 120 bytes.
  private static let maximumBytes = 1 << 18
  /// The maximum age of a current price.
  static let longestAge: TimeInterval = 3600
  /// Prices further ahead of the server's clock are considered wrong.
  static let longestLead: TimeInterval = 600

  private let api: DefiLlamaAPI
  private let timeLimit: Duration

  /// Makes a source.
  public init(_ api: DefiLlamaAPI) { self.init(api, timeLimit: .seconds(15)) }

  init(_ api: DefiLlamaAPI, timeLimit: Duration) {
    self.api = api
    self.timeLimit = timeLimit
  }

  /// The source's name.
  public var name: String { DefiLlamaAPI.sourceName }

  /// The coins of each request that ``prices(of:within:)`` would make.
  public func chunks(of ids: [String]) -> [[String]] {
    guard api.provider.address.problem == nil else { return [] }
    var chunks: [[String]] = []
    var chunk: [String] = []
    for id in Set(ids).sorted() where !id.isEmpty && path([id]).utf8.count <= Self.maxBytes {
      if chunk.count == Self.maxIds || path(chunk + [id]).utf8.count > Self.maxBytes {
        chunks.append(chunk)
        chunk = []
      }
      chunk.append(id)
    }
    return chunk.isEmpty ? chunks : chunks + [chunk]
  }

  /// Fetches the prices of some coins; blocks for at most 15 seconds.
  ///
  /// Coins whose price is over an hour older than the response, or has a low confidence, are
  /// skipped. The coins have no symbols, names or daily changes.
  public func prices(of ids: [String], within limit: Duration?) -> PriceAnswer {
    if let problem = api.provider.address.problem {
      return PriceAnswer(failures: [.misconfigured(problem)])
    }
    let chunks = chunks(of: ids)
    let deadline = ContinuousClock.now + min(timeLimit, limit ?? timeLimit)
    var answer = PriceAnswer()
    for (index, chunk) in chunks.enumerated() {
      // Divide the remaining time, so that one slow response leaves time for the others.
      let share = (deadline - ContinuousClock.now) / (chunks.count - index)
      guard share > .zero else {
        answer.note(.unreachable("no answer in time"))
        break
      }
      let reply = api.ask(path(chunk), timeLimit: share, maximumBytes: Self.maximumBytes) {
        Self.coins(in: $0, asked: chunk, at: $1)
      }
      answer.calls += reply.calls
      answer.serverTime = reply.serverTime ?? answer.serverTime
      switch reply.result {
      case .success(let coins): answer.coins += coins
      case .failure(let failure):
        answer.note(failure)
        if failure.isFinal { return answer.requiringPrices }
      }
    }
    return chunks.isEmpty ? answer : answer.requiringPrices
  }

  private func path(_ ids: [String]) -> String {
    "/prices/current/"
      + ids.map { DefiLlamaAPI.prefix + percentEncoded($0) }.joined(separator: ",")
  }

  /// The coins of a response in the requested order, ignoring other ids; `nil` if it has another
  /// shape.
  private static func coins(in value: JSONValue, asked: [String], at now: Date) -> [Coin]? {
    guard let members = value["coins"]?.object?.members else { return nil }
    let rows = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    return asked.compactMap { id in
      guard let row = rows[DefiLlamaAPI.prefix + id], DefiLlamaAPI.isConfident(row),
        let price = DefiLlamaAPI.price(row["price"]),
        let seconds = DefiLlamaAPI.seconds(row["timestamp"])
      else { return nil }
      let time = Date(millisecondsSince1970: seconds * 1000)
      let age = now.timeIntervalSince(time)
      guard age <= longestAge, age >= -longestLead else { return nil }
      return Coin(id: id, symbol: "", name: "", currentPrice: price, lastUpdated: time)
    }
  }
}

extension PriceAnswer {
  fileprivate var requiringPrices: PriceAnswer {
    var answer = self
    answer.requirePrices()
    return answer
  }
}
