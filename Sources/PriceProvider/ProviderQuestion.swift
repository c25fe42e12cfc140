public import Exact
public import FoundationEssentials
public import HTTP
public import Portfolio

/// A request to a provider, and the interpretation of its response.
public struct ProviderQuestion {
  private let transport: any HTTPTransport
  private let userAgent: String
  private let privateHeader: PrivateHeader?
  private let now: @Sendable () -> Date

  /// Makes requests from one user to one provider.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - userAgent: The `User-Agent` header.
  ///   - privateHeader: The key, or `nil`.
  ///   - now: The local clock.
  public init(
    transport: any HTTPTransport, userAgent: String, privateHeader: PrivateHeader? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    self.transport = transport
    self.userAgent = userAgent
    self.privateHeader = privateHeader
    self.now = now
  }

  /// The result and the cost of a request.
  public struct Reply<Value> {
    /// The value, or why there is none.
    public let result: Result<Value, PriceFailure>
    /// The number of requests sent.
    public let calls: Int
    /// The server's time, if the response has it.
    public let serverTime: Date?
  }

  /// What to request, and the limits for the response.
  public struct Request {
    let url: String
    let timeLimit: Duration
    let maximumBytes: Int
    let noun: String

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: The full address.
    ///   - timeLimit: For the whole request.
    ///   - maximumBytes: The maximum size of the unpacked body.
    ///   - noun: What is requested, in a word.
    public init(url: String, timeLimit: Duration, maximumBytes: Int, noun: String) {
      self.url = url
      self.timeLimit = timeLimit
      self.maximumBytes = maximumBytes
      self.noun = noun
    }
  }

  /// Sends the request and reads the response; failures are decided by the status first, then by
  /// the shape.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - read: Converts the JSON, given the time of the response by the server's clock, otherwise
  ///     by the local one; `nil` if it does not have the requested shape.
  ///   - refusal: The failure stated in a response; `nil` if there is none, which is only allowed
  ///     with the status 200.
  public func ask<Value>(
    _ request: Request, read: (JSONValue, Date) -> Value?,
    refusal: (JSONValue?, HTTPAnswer, Date) -> PriceFailure?
  ) -> Reply<Value> {
    let exchange = transport.get(
      HTTPRequest(
        url: request.url, userAgent: userAgent, privateHeader: privateHeader,
        timeLimit: request.timeLimit, maximumBytes: request.maximumBytes))
    let calls = max(1, exchange.requests)
    switch exchange.result {
    case .failure(let failure):
      return Reply(result: .failure(PriceFailure(failure)), calls: calls, serverTime: nil)
    case .success(let answer):
      let serverTime = HTTPDate.instant(answer.date)
      let result = meaning(
        of: answer, request.noun, read: { read($0, serverTime ?? now()) }, refusal)
      return Reply(result: result, calls: calls, serverTime: serverTime)
    }
  }

  /// The value of a response, regardless of its content type.
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
