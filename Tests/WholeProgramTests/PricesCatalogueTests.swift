import FlyingFox
import Foundation
import Testing

/// The coin catalog as a user sees it.
struct PricesCatalogueTests {
  private static func path(_ home: TestHome) -> String {
    "\(home.container)/Library/Application Support/CoinCatalogue.bin"
  }

  /// A list with the required number of coins, including some of the test's own.
  private static func list(_ own: [(id: String, symbol: String, name: String)]) -> String {
    let rows =
      own + (0..<10_000).map { (id: "filler-\($0)", symbol: "f\($0)", name: "Filler \($0)") }
    return "["
      + rows.map { #"{"id":"\#($0.id)","symbol":"\#($0.symbol)","name":"\#($0.name)"}"# }
      .joined(separator: ",") + "]"
  }

  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasSuffix("/coins/list") {
      return pricesJSON(
        list([
          ("bitcoin", "btc", "Bitcoin"), ("zz-coin", "zzc", "New \\u001b[31mCoin"),
          ("zz-coin-rival", "zzc", "Rival"),
        ]))
    }
    guard request.query["page"] == "1" else {
      return pricesJSON(#"{"error":"no"}"#, status: .badRequest)
    }
    return pricesJSON(
      #"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1},"#
        + #"{"id":"zz-coin-rival","symbol":"zzc","name":"Rival","market_cap_rank":2}]"#)
  }

  @Test func `an update is used by all later starts`() async throws {
    let home = try TestHome()
    try home.bitpal("buy", "monero", "1", "--price", "100", "--date", "2025-01-01")
    #expect(try home.bitpal("coins", "search", "zz-coin", "--csv").output.contains("zzc") == false)
    let requests = try await withPrices(Self.answer) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("coins", "update")
      #expect(ended.status == 0)
      #expect(
        ended.output == "10004 coins, 2 ranked today · 10002 new, 17951 gone · "
          + "kept because you own them: monero\n")
      #expect(
        ended.standardError.contains("Ranks from 251 on were not updated. Nothing was fetched: "))
    }
    #expect(
      requests.map(\.path) == ["/api/v3/coins/list"]
        + Array(repeating: "/api/v3/coins/markets", count: 2))
    let mode = try FileManager.default.attributesOfItem(atPath: Self.path(home))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let found = try home.bitpal("coins", "search", "zzc", "--csv").output
    #expect(
      found.hasPrefix(
        "id,symbol,name,marketCapRank,coinId\nzz-coin-rival,ZZC,Rival,2,zz-coin-rival\nzz-coin,ZZC,"
      ))
    #expect(!found.contains("\u{1B}"))
    let bought = try home.bitpal("buy", "zzc", "1", "--price", "1")
    #expect(bought.standardError == "zzc is read as zz-coin-rival (Rival, rank 2).\n")
    let owned = try home.bitpal("buy", "monero", "1", "--price", "1")
    #expect(owned.status == 0)
    #expect(try home.bitpal("buy", "dogecoin", "1", "--price", "1").status == 2)
    #expect(try home.bitpal("doctor").output.contains("10004 coins, fetched "))
  }

  @Test
  func `a damaged catalogue is told once and the built in one serves`() throws {
    let home = try TestHome()
    try home.recordExample()
    try "bitpalC1 and rubbish, longer than a header".write(
      toFile: Self.path(home), atomically: false, encoding: .utf8)
    let bought = try home.bitpal("buy", "eth", "1", "--price", "1")
    #expect(bought.status == 0)
    #expect(
      bought.standardError == """
        The coin catalog \(Self.path(home)) cannot be read; using the built-in one. \
        `bitpal coins update` replaces it.
        eth is read as ethereum (Ethereum, rank 2).

        """)
  }

  @Test(arguments: [
    ("[]", "the response has no coins", 69), (#"{"error":"no"}"#, "no", 69),
    (#"[{"id":"bitcoin"}]"#, "the response has no coins", 69),
    (#"[{"id":"a","symbol":"a","name":"A"}]"#, "The list has only 1 coin, but 17952 are known", 2),
  ])
  func `a list that is none changes nothing`(body: String, words: String, status: Int32)
    async throws
  {
    let home = try TestHome()
    try home.recordExample()
    _ = try await withPrices { request in
      pricesJSON(request.path.hasSuffix("list") ? body : "[]")
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("coins", "update")
      #expect(ended.status == status)
      #expect(ended.standardError.contains(words))
      #expect(ended.output == "")
    }
    #expect(!FileManager.default.fileExists(atPath: Self.path(home)))
  }

  @Test func `an update keeps to the budget`() async throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let requests = try await withPrices { request in
      request.path.hasSuffix("list") ? Self.answer(request) : pricesOfAll(request)
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      try home.bitpal("refresh")
      try home.bitpal("refresh")
      let ended = try home.bitpal("coins", "update")
      #expect(ended.status == 0)
      #expect(ended.standardError.contains("next request in 60 s"))
      let held = try home.bitpal("coins", "update")
      #expect(held.status == 69)
      #expect(held.standardError == "Rate limit: next request in 60 s.\n")
    }
    #expect(requests.count == 3)
  }

  @Test(arguments: ["_", "-10", "1move token", "boringdao-[old]", "-3"])
  func `an id is an id, whatever it looks like`(_ id: String) async throws {
    let home = try TestHome()
    #expect(try home.bitpal("buy", id, "5", "--price", "1", "--date", "2025-01-01").status == 0)
    #expect(try home.bitpal("sell", id, "1", "--price", "1").output.contains("Sold 1 \(id) at"))
    #expect(try home.bitpal("explain", id).status == 0)
    #expect(try home.bitpal("transactions", "--coin", id, "--csv").output.contains(",\(id),"))
    #expect(try home.bitpal("coins", "search", id, "--csv").output.contains("\n\(id),"))
    let requests = try await withPrices(presentPricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("refresh")
      #expect(ended.output == "$8.00 · 1 of 1 holding priced\n")
    }
    #expect(requests.first.map(pricesAsked) == [id])
    // Its past year is requested with the same id.
    #expect(requests.dropFirst().map(\.path.isEmpty) == [false])
  }

  @Test func `a negative amount is refused as one`() throws {
    let home = try TestHome()
    let refused = try home.bitpal("buy", "bitcoin", "-5", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.standardError == "Amount must be greater than zero.\n")
  }
}

/// Which coin a word means (SPEC §5.6).
struct PricesResolutionTests {
  @Test(arguments: [("btc", "bitcoin"), ("ETH", "ethereum"), ("sol", "solana"), ("xrp", "ripple")])
  func `a symbol is its highest ranked coin and says so`(word: String, id: String) throws {
    let home = try TestHome()
    let bought = try home.bitpal("buy", word, "1", "--price", "1")
    #expect(bought.status == 0)
    #expect(bought.standardError.hasPrefix("\(word) is read as \(id) ("))
    #expect(bought.output.hasPrefix("Bought 1 \(id) at "))
  }

  @Test(arguments: [("doge", "dogecoin"), ("uni", "uniswap"), ("quant", "quant-network")])
  func `an id that is a better coins symbol is refused with the candidates`(
    word: String, better: String
  ) throws {
    let home = try TestHome()
    let refused = try home.bitpal("buy", word, "1", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.standardError.contains("\(word) may mean several coins"))
    #expect(refused.standardError.contains("  \(better) ("))
    #expect(refused.standardError.contains("  \(word) ("))
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 1)
  }

  @Test func `a symbol that only one unranked token has is refused with its id`() throws {
    let home = try TestHome()
    let refused = try home.bitpal("buy", "b", "1", "--price", "1")
    #expect(refused.status == 2)
    #expect(
      refused.standardError
        == "b is only the symbol of build-on (BUILDon, unranked). For that coin, write build-on.\n"
    )
    #expect(try home.bitpal("buy", "build-on", "1", "--price", "1").status == 0)
  }

  @Test func `who owns a coin may name it by a shared symbol`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "dogecoin", "10", "--price", "1")
    let sold = try home.bitpal("sell", "doge", "4", "--price", "1")
    #expect(sold.output.hasPrefix("Sold 4 dogecoin at "))
    #expect(
      sold.standardError == "doge is read as dogecoin (Dogecoin, rank 10), which the ledger has.\n")
    #expect(try home.bitpal("holdings", "--coin", "doge", "--csv").output.contains("dogecoin,"))
  }

  @Test func `on a terminal there is a choice`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.start("buy doge 1 --price 1")
      try terminal.wait(for: "Which one (1-")
      try terminal.type("1", "Enter")
      try terminal.wait(for: "Bought 1 dogecoin")
    }
  }

  @Test func `a retired id names its successor`() throws {
    let refused = try TestHome().bitpal("buy", "matic-network", "1", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.standardError.contains("Its successor is polygon-ecosystem-token"))
  }

  @Test func `an unknown id suggests the nearest`() throws {
    let refused = try TestHome().bitpal("buy", "bitcion", "1", "--price", "1")
    #expect(refused.status == 2)
    #expect(refused.standardError.hasSuffix(". Did you mean bitcoin (Bitcoin, rank 1)?\n"))
  }
}
