import BitpalTesting
import Exact
public import FlyingFox
import FlyingSocks
public import Foundation
public import HTTP
public import Portfolio
import Synchronization

/// An answer of a provider, as recorded.
public struct Recording: Sendable {
  /// What the recording shows.
  public let name: String
  /// The request, such as `GET https://…`.
  public let request: String
  /// The status of the answer.
  public let status: Int
  /// Its body.
  public let body: String
  /// Its `Date`, empty where it was not recorded.
  public let date: String

  /// The recordings of a file in the `Fixtures` next to a test.
  public static func all(_ file: String, test: String = #filePath) throws -> [Recording] {
    let rows = try JSONValue(parsing: Array(try fixture(file, test: test).utf8)).array ?? []
    return rows.map { row in
      Recording(
        name: row["case"]?.string ?? row["request"]?.string ?? "",
        request: row["request"]?.string ?? "",
        status: row["status"]?.decimal.flatMap { Int($0.description) } ?? 200,
        body: row["body"]?.string ?? "", date: row["date"]?.string ?? "")
    }
  }

  /// A file in the `Fixtures` next to a test.
  public static func fixture(_ file: String, test: String = #filePath) throws -> String {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Fixtures/\(file)"), encoding: .utf8)
  }
}

/// A provider on 127.0.0.1 that gives one answer to every request, for the length of some blocking
/// work.
///
/// - Parameters:
///   - answer: Makes the answer from the request's target.
///   - work: Gets the base URL.
/// - Returns: The work's value and the targets that were asked for.
public func replaying<Value: Sendable>(
  _ answer: @escaping @Sendable (String) -> HTTPResponse,
  _ work: @escaping @Sendable (String) -> Value
) async throws -> (value: Value, targets: [String]) {
  let log = Log()
  let server = HTTPServer(
    address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
    handler: ClosureHTTPHandler { request in
      log.targets.withLock { $0.append(request.target.rawValue) }
      return answer(request.target.rawValue)
    })
  let running = Task(executorPreference: ServerThreads.shared) { try await server.run() }
  try await server.waitUntilListening(timeout: 60)
  guard case .ip4(_, let port)? = await server.listeningAddress else { throw CancellationError() }
  let value = await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work("http://127.0.0.1:\(port)")) }
  }
  running.cancel()
  await server.stop()
  return (value, log.targets.withLock(\.self))
}

private final class Log: Sendable {
  let targets = Mutex<[String]>([])
}

/// An answer in JSON, dated as the server's clock says.
public func response(_ body: String, status: Int = 200, date: String = "") -> HTTPResponse {
  var headers: [HTTPHeader: String] = [.contentType: "application/json"]
  if !date.isEmpty { headers[HTTPHeader("Date")] = date }
  return HTTPResponse(
    statusCode: HTTPStatusCode(status, phrase: "as recorded"), headers: HTTPHeaders(headers),
    body: Data(body.utf8))
}

/// A transport that gives one answer and keeps the addresses it was asked.
public final class FakeTransport: HTTPTransport {
  private let answer: @Sendable (String) -> HTTP.HTTPAnswer
  private let log = Mutex<[String]>([])

  /// Makes the answer from the address.
  public init(_ answer: @escaping @Sendable (String) -> HTTP.HTTPAnswer) { self.answer = answer }

  /// Gives the same answer to every request.
  public convenience init(_ body: String, status: Int = 200, date: String = "") {
    self.init { _ in HTTPAnswer(status: status, body: Array(body.utf8), date: date) }
  }

  /// The addresses that were asked.
  public var urls: [String] { log.withLock(\.self) }

  /// Answers.
  public func get(_ request: HTTP.HTTPRequest) -> HTTPExchange {
    log.withLock { $0.append(request.url) }
    return HTTPExchange(.success(answer(request.url)))
  }
}

/// An instant as UTC writes it.
public func utc(_ text: String) throws -> Date {
  guard let date = Date(utcText: text) else { throw CocoaError(.formatting) }
  return date
}

/// A day of UTC.
public func day(_ text: String) throws -> UTCDay {
  guard let day = UTCDay(text: text) else { throw CocoaError(.formatting) }
  return day
}
