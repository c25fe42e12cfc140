import HTTP
import Synchronization

/// A transport that answers from a closure and records the requests.
final class FakeTransport: HTTPTransport {
  private let answer: @Sendable (HTTPRequest) -> Result<HTTPAnswer, HTTPFailure>
  private let log = Mutex<[HTTPRequest]>([])

  init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPAnswer, HTTPFailure>) {
    self.answer = answer
  }

  convenience init(status: Int = 200, body: String, contentType: String = "application/json") {
    self.init { _ in
      .success(HTTPAnswer(status: status, body: Array(body.utf8), contentType: contentType))
    }
  }

  var requests: [HTTPRequest] { log.withLock { $0 } }

  func get(_ request: HTTPRequest) -> HTTPExchange {
    log.withLock { $0.append(request) }
    return HTTPExchange(answer(request))
  }
}

/// The ids that a request asks for.
func ids(in url: String) -> [String] {
  let query = url.split(separator: "&").first { $0.contains("ids=") } ?? ""
  return query.split(separator: "=").last.map { $0.split(separator: ",").map(String.init) } ?? []
}

/// A row as the API sends it, with the fields that bitpal reads.
func row(_ id: String, price: String = "1.5", updated: String = "2026-04-22T07:18:42.865Z")
  -> String
{
  #"{"id":"\#(id)","symbol":"s","name":"N","current_price":\#(price),"#
    + #""last_updated":"\#(updated)"}"#
}
