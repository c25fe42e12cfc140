public import Exact
public import FoundationEssentials
public import HTTP
public import Portfolio

/// A price provider that needs no key.
public struct KeylessProvider: Sendable {
  /// Its address.
  public let address: ProviderAddress
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - address: Its address.
  ///   - transport: Sends the requests.
  ///   - now: The local clock.
  public init(
    _ address: ProviderAddress, transport: any HTTPTransport = CurlTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.address = address
    self.transport = transport
    self.now = now
  }

  /// Requests prices, like ``ProviderQuestion/ask(_:read:refusal:)``.
  ///
  /// - Parameters:
  ///   - path: The part after the base URL.
  ///   - timeLimit: For the whole request.
  ///   - maximumBytes: The maximum size of the unpacked body.
  public func ask<Value>(
    _ path: String, timeLimit: Duration, maximumBytes: Int, read: (JSONValue, Date) -> Value?,
    refusal: (JSONValue?, HTTPAnswer, Date) -> PriceFailure?
  ) -> ProviderQuestion.Reply<Value> {
    ProviderQuestion(transport: transport, userAgent: address.userAgent, now: now).ask(
      .init(
        url: address.baseURL + path, timeLimit: timeLimit, maximumBytes: maximumBytes,
        noun: "prices"),
      read: read, refusal: refusal)
  }
}
