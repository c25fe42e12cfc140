import BitpalTesting
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import Testing

/// CoinGecko on 127.0.0.1, with the prices and failures that a test sets.
final class PriceReplay: Sendable {
  private struct State {
    var prices: [String: String] = [:]
    var status = HTTPStatusCode.ok
    var paths: [String] = []
  }

  private let state = Mutex(State())

  /// The requests so far, as path and query.
  var paths: [String] { state.withLock { $0.paths } }

  func set(_ prices: [String: String]) { state.withLock { $0.prices = prices } }
  func refuse(with status: HTTPStatusCode) { state.withLock { $0.status = status } }

  /// Serves for the duration of a closure, which receives the base URL.
  ///
  /// The closure runs on its own thread and may block: the server needs the few threads of the test
  /// pool.
  ///
  /// - Returns: The port, for restarting the server.
  @discardableResult
  func serve(
    port: UInt16 = 0, _ body: @escaping @Sendable (String) throws -> Void
  ) async throws -> UInt16 {
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), logger: .disabled,
      handler: ClosureHTTPHandler { self.answer($0) })
    let running = Task(executorPreference: ServerThreads.shared) { try await server.run() }
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port) = try #require(await server.listeningAddress) else {
      Issue.record("the server listens elsewhere")
      return 0
    }
    try await onThread { try body("http://127.0.0.1:\(port)/api/v3") }
    running.cancel()
    await server.stop()
    return port
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    // This server has no past prices.
    guard !request.path.hasSuffix("/market_chart") else { return pricesJSON(#"{"prices":[]}"#) }
    return state.withLock { state in
      let ids = request.query["ids"] ?? ""
      state.paths.append("\(request.path)?ids=\(ids)")
      guard state.status == .ok else { return HTTPResponse(statusCode: state.status) }
      let rows = ids.split(separator: ",").compactMap { id in
        state.prices[String(id)].map { price in
          """
          {"id":"\(id)","symbol":"\(id.prefix(3))","name":"\(id.capitalized)",\
          "current_price":\(price),"price_change_percentage_24h":-1.5,\
          "last_updated":"2026-04-28T08:01:08.825Z"}
          """
        }
      }
      return HTTPResponse(
        statusCode: .ok, headers: HTTPHeaders([.contentType: "application/json"]),
        body: Data("[\(rows.joined(separator: ","))]".utf8))
    }
  }
}

/// Runs blocking work on its own thread, so that it does not block other tests.
func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
  }
}
