import PriceProvider

/// One request for the prices of some coins: `GET /coins/markets`.
struct MarketsRequest: Equatable {
  /// Beyond one page, the API silently omits coins.
  static let maxIDs = 100
  static let maxBytes = 2000

  /// Sorted, without duplicates.
  let ids: [String]
  let url: String

  /// Splits coins into requests that the API answers completely.
  ///
  /// The same coins always give the same addresses, so that the API's edge cache can respond. Ids
  /// too long for an address are skipped, because no coin has one.
  static func requests(for ids: [String], baseURL: String) -> [MarketsRequest] {
    var requests: [MarketsRequest] = []
    var pending = PendingRequest(baseURL: baseURL)
    for id in Set(ids).sorted() where !id.isEmpty {
      if pending.add(id) { continue }
      if let request = pending.request { requests.append(request) }
      pending = PendingRequest(baseURL: baseURL)
      _ = pending.add(id)
    }
    if let request = pending.request { requests.append(request) }
    return requests
  }
}

private struct PendingRequest {
  private let baseURL: String
  private var ids: [String] = []
  private var encoded: [String] = []

  init(baseURL: String) { self.baseURL = baseURL }

  var request: MarketsRequest? {
    ids.isEmpty ? nil : MarketsRequest(ids: ids, url: url(encoded))
  }

  mutating func add(_ id: String) -> Bool {
    let candidate = encoded + [percentEncoded(id)]
    guard candidate.count <= MarketsRequest.maxIDs,
      url(candidate).utf8.count <= MarketsRequest.maxBytes
    else { return false }
    ids.append(id)
    encoded = candidate
    return true
  }

  /// Sets `precision=full`, because the default keeps three digits of a small price: up to half a
  /// percent off for a holding of a billion coins.
  private func url(_ ids: [String]) -> String {
    "\(baseURL)/coins/markets?vs_currency=usd&ids=\(ids.joined(separator: ","))"
      + "&per_page=\(ids.count)&page=1&precision=full"
  }
}
