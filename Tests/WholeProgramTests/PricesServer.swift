import BitpalTesting
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import Testing

/// Runs CoinGecko on 127.0.0.1 for the duration of some blocking work, which receives its base URL.
///
/// - Parameters:
///   - answer: Makes the response to each request.
///   - work: Runs on its own thread, because the server needs the few threads of the test pool.
/// - Returns: The requests, in order of arrival.
func withPrices(
  _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
  _ work: @escaping @Sendable (String) throws -> Void
) async throws -> [HTTPRequest] {
  let log = PricesLog()
  let server = HTTPServer(
    address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
    handler: ClosureHTTPHandler { request in
      log.requests.withLock { $0.append(request) }
      return answer(request)
    })
  let running = Task(executorPreference: ServerThreads.shared) { try await server.run() }
  try await server.waitUntilListening(timeout: 60)
  guard case .ip4(_, let port) = try #require(await server.listeningAddress) else {
    Issue.record("the server listens elsewhere")
    return []
  }
  try await onThread { try work("http://127.0.0.1:\(port)/api/v3") }
  running.cancel()
  await server.stop()
  return log.requests.withLock { $0 }
}

private final class PricesLog: Sendable {
  let requests = Mutex<[HTTPRequest]>([])
}

/// A JSON response.
func pricesJSON(_ text: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
  HTTPResponse(
    statusCode: status, headers: HTTPHeaders([.contentType: "application/json"]),
    body: Data(text.utf8))
}

/// All requested coins, at one price.
func pricesOfAll(_ request: HTTPRequest) -> HTTPResponse {
  pricesOfAll(request, madeAt: "2026-04-28T08:01:08.825Z")
}

/// All requested coins, at one current price: fresh for programs that use the machine's clock.
func presentPricesOfAll(_ request: HTTPRequest) -> HTTPResponse {
  pricesOfAll(request, madeAt: ISO8601DateFormatter().string(from: Date()))
}

/// All requested coins, at one price of a given time.
func pricesOfAll(_ request: HTTPRequest, madeAt time: String) -> HTTPResponse {
  let rows = pricesAsked(request).map { id in
    """
    {"id":"\(id)","symbol":"s","name":"N","current_price":2,\
    "last_updated":"\(time)"}
    """
  }
  return pricesJSON("[\(rows.joined(separator: ","))]")
}

/// The ids that a request asks for.
func pricesAsked(_ request: HTTPRequest) -> [String] {
  request.query["ids"]?.split(separator: ",").map(String.init) ?? []
}

extension TestHome {
  /// A home on the morning of 2026-04-28, with one server for all three price sources.
  ///
  /// - Parameter url: The server's address for CoinGecko's calls.
  static func priced(by url: String) throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    home.environment["BITPAL_API_BASE_URL"] = url
    let root = url.replacing("/api/v3", with: "")
    home.environment["BITPAL_DEFILLAMA_BASE_URL"] = root
    home.environment["BITPAL_KRAKEN_BASE_URL"] = root
    return home
  }
}
