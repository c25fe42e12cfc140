public import Exact
public import FoundationEssentials
public import HTTP
public import Portfolio

/// A provider of prices that needs no key.
public struct KeylessProvider: Sendable {
  /// Where it is asked.
  public let address: ProviderAddress
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - address: Where it is asked.
  ///   - transport: Fetches.
  ///   - now: Our clock.
  public init(
    _ address: ProviderAddress, transport: any HTTPTransport = CurlTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.address = address
    self.transport = transport
    self.now = now
  }

  /// Asks for prices, as in ``ProviderQuestion/ask(_:read:refusal:)``.
  ///
  /// - Parameters:
  ///   - path: What follows the base URL.
  ///   - timeLimit: For the whole request.
  ///   - maximumBytes: The longest body taken, unpacked.
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
