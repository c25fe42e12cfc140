import BitpalTesting
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import Testing

/// A request as the server sees it.
typealias ServedRequest = HTTPRequest

/// Runs a real HTTP server on 127.0.0.1 for the duration of a closure.
///
/// - Parameters:
///   - answer: Makes the response to each request.
///   - body: Receives the base URL and the requests so far.
func withPriceServer(
  answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
  _ body: @Sendable (PriceServer) async throws -> Void
) async throws {
  let log = RequestLog()
  let server = HTTPServer(
    address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
    handler: ClosureHTTPHandler { request in
      log.requests.withLock { $0.append(request) }
      return answer(request)
    })
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask(executorPreference: ServerThreads.shared) { try await server.run() }
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port) = try #require(await server.listeningAddress) else {
      Issue.record("the server listens elsewhere")
      return
    }
    try await body(PriceServer(port: port, log: log))
    group.cancelAll()
    await server.stop()
    while await group.nextResult() != nil {}
  }
}

final class RequestLog: Sendable {
  let requests = Mutex<[HTTPRequest]>([])
}

/// The server's state as seen by a test.
struct PriceServer: Sendable {
  let port: UInt16
  fileprivate let log: RequestLog

  var baseURL: String { "http://127.0.0.1:\(port)/api/v3" }
  var requests: [HTTPRequest] { log.requests.withLock { $0 } }
}

/// Runs blocking work on its own thread, so that it does not block other tests.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}

func json(
  _ body: String, status: HTTPStatusCode = .ok, headers: [HTTPHeader: String] = [:]
) -> HTTPResponse {
  var all: [HTTPHeader: String] = [.contentType: "application/json; charset=utf-8"]
  all.merge(headers) { $1 }
  return HTTPResponse(statusCode: status, headers: HTTPHeaders(all), body: Data(body.utf8))
}

/// The requested rows, as the API would send them.
func markets(_ request: HTTPRequest) -> HTTPResponse {
  let ids = request.query["ids"]?.split(separator: ",") ?? []
  return json("[" + ids.map { row(String($0)) }.joined(separator: ",") + "]")
}

func redirect(_ status: HTTPStatusCode, to target: String) -> HTTPResponse {
  HTTPResponse(statusCode: status, headers: HTTPHeaders([.location: target]))
}
