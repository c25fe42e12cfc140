public import Exact
public import FoundationEssentials
public import HTTP
public import Portfolio

/// One question to a provider: the request, and what its answer means.
public struct ProviderQuestion {
  private let transport: any HTTPTransport
  private let userAgent: String
  private let privateHeader: PrivateHeader?
  private let now: @Sendable () -> Date

  /// Makes questions of one user to one provider.
  ///
  /// - Parameters:
  ///   - transport: Fetches.
  ///   - userAgent: How bitpal names itself.
  ///   - privateHeader: The key, `nil` without one.
  ///   - now: Our clock.
  public init(
    transport: any HTTPTransport, userAgent: String, privateHeader: PrivateHeader? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    self.transport = transport
    self.userAgent = userAgent
    self.privateHeader = privateHeader
    self.now = now
  }

  /// What came of a question, and what it cost.
  public struct Reply<Value> {
    /// The value, or why there is none.
    public let result: Result<Value, PriceFailure>
    /// Requests that were sent.
    public let calls: Int
    /// The server's own clock, where its answer states it.
    public let serverTime: Date?
  }

  /// What is asked for, and the most that is taken for an answer.
  public struct Wish {
    let url: String
    let timeLimit: Duration
    let maximumBytes: Int
    let noun: String

    /// Makes a wish.
    ///
    /// - Parameters:
    ///   - url: The whole address.
    ///   - timeLimit: For the whole request.
    ///   - maximumBytes: The longest body taken, unpacked.
    ///   - noun: What is asked for, in a word.
    public init(url: String, timeLimit: Duration, maximumBytes: Int, noun: String) {
      self.url = url
      self.timeLimit = timeLimit
      self.maximumBytes = maximumBytes
      self.noun = noun
    }
  }

  /// Asks and reads the answer; a failure is decided by the status first and then by the shape.
  ///
  /// - Parameters:
  ///   - wish: The request.
  ///   - read: Makes something of the JSON of an answer that arrived at that instant of the
  ///     server's clock, else ours; `nil` when it is not of the shape that was asked for.
  ///   - refusal: The failure that an answer states; `nil` where it states none, which only an
  ///     answer with the status 200 may.
  public func ask<Value>(
    _ wish: Wish, read: (JSONValue, Date) -> Value?,
    refusal: (JSONValue?, HTTPAnswer, Date) -> PriceFailure?
  ) -> Reply<Value> {
    let exchange = transport.get(
      HTTPRequest(
        url: wish.url, userAgent: userAgent, privateHeader: privateHeader,
        timeLimit: wish.timeLimit, maximumBytes: wish.maximumBytes))
    let calls = max(1, exchange.requests)
    switch exchange.result {
    case .failure(let failure):
      return Reply(result: .failure(PriceFailure(failure)), calls: calls, serverTime: nil)
    case .success(let answer):
      let serverTime = HTTPDate.instant(answer.date)
      let result = meaning(of: answer, wish.noun, read: { read($0, serverTime ?? now()) }, refusal)
      return Reply(result: result, calls: calls, serverTime: serverTime)
    }
  }

  /// The value of an answer, whatever it calls itself: a list of coins is not a web page.
  private func meaning<Value>(
    of answer: HTTPAnswer, _ noun: String, read: (JSONValue) -> Value?,
    _ refusal: (JSONValue?, HTTPAnswer, Date) -> PriceFailure?
  ) -> Result<Value, PriceFailure> {
    let json: JSONValue?
    do throws(JSONError) {
      json = try JSONValue(parsing: answer.body)
    } catch {
      json = nil
    }
    guard answer.status == 200 else {
      let now = now()
      return .failure(
        refusal(json, answer, now) ?? PriceFailure(answer, words: nil, now: now))
    }
    guard let json else { return .failure(answer.notJSON) }
    if let value = read(json) { return .success(value) }
    return .failure(refusal(json, answer, now()) ?? .malformed("the response has no \(noun)"))
  }
}
