import Exact
import FlyingFox
import Foundation
import Portfolio
import Testing

/// `bitpal watch`, `alert` and `rates update`, as a user sees them.
struct MarketTests {
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    return home
  }

  @Test func `coins that are followed come with the ones held in one request`() async throws {
    let home = try home()
    // A purchase requests its coin's price at once, and waits after a failure.
    home.environment["BITPAL_NOW"] = "2026-04-28T08:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "1")
    home.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    #expect(try home.bitpal("watch", "add", "ethereum", "solana").status == 0)
    #expect(try home.bitpal("alert", "add", "cardano", "below", "1").status == 0)
    let requests = try await withPrices(pricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let refreshed = try home.bitpal("refresh")
      #expect(refreshed.output == "$2.00 · 1 of 1 holding priced\n")
    }
    #expect(requests.map(pricesAsked) == [["bitcoin", "cardano", "ethereum", "solana"]])
    let shown = try home.bitpal("watch", "list", "--csv").output.split(separator: "\n")
    #expect(shown.count == 3)
    #expect(shown[1].hasPrefix("ethereum,S,N,2,"))
    #expect(try home.bitpal("watch", "remove", "solana").status == 0)
    #expect(try home.bitpal("watch", "remove", "solana").status == 2)
    #expect(try home.bitpal("watch", "--json").output.contains("ethereum"))
  }

  @Test func `the list is sorted by what is asked for`() throws {
    let home = try home()
    try home.bitpal("watch", "add", "solana", "bitcoin", "cardano")
    let prices = try home.file("prices.json", #"{"bitcoin":"90000","solana":"80"}"#)
    try home.bitpal("refresh", "--prices", prices)
    func order(_ sort: String) throws -> [Substring] {
      try home.bitpal("watch", "list", "--sort", sort, "--csv").output.split(separator: "\n")
        .dropFirst().map { $0.prefix { $0 != "," } }
    }
    #expect(try order("added") == ["solana", "bitcoin", "cardano"])
    #expect(try order("price") == ["bitcoin", "solana", "cardano"])
    #expect(try order("name") == ["bitcoin", "cardano", "solana"])
    #expect(try home.bitpal("watch").output.contains("Some prices are not known yet"))
    // The prices are known in dollars; only the rate is missing.
    let rubles = try home.bitpal("watch", "list", "--currency", "RUB").output
    #expect(rubles.contains("No rate of RUB since") && !rubles.contains("not known yet"))
    #expect(
      try home.bitpal("watch", "list", "--currency", "EUR").output.contains("EUR at the rate of"))
  }

  @Test func `an alert is printed once and ends with its own code where asked for`() throws {
    let home = try home()
    #expect(try home.bitpal("alert", "add", "bitcoin", "above", "100000").status == 0)
    #expect(
      try home.bitpal("alert", "add", "bitcoin", "above", "100000.0").output
        == "That alert exists already.\n")
    let low = try home.file("low.json", #"{"bitcoin":"99999.99"}"#)
    let high = try home.file("high.json", #"{"bitcoin":"100000"}"#)
    let quiet = try home.bitpal("refresh", "--prices", low, "--quiet", "--check-alerts")
    #expect((quiet.status, quiet.output) == (0, ""))
    let fired = try home.bitpal("refresh", "--prices", high, "--quiet", "--check-alerts")
    #expect(fired.status == 1)
    #expect(
      fired.output == "Alert: bitcoin is at $100,000.00, at or above $100,000.00.\n")
    #expect(try home.bitpal("refresh", "--prices", high, "--check-alerts").status == 0)
    #expect(try home.bitpal("alert", "list").output.contains("above $100,000.00"))
    home.environment["BITPAL_NOW"] = "2030-01-01T00:00:00Z"
    #expect(try home.bitpal("alert", "list").output.contains("d ago"))
    #expect(try home.bitpal("alert", "list", "--json").output.contains(#""isStale": true"#))
    #expect(try home.bitpal("alert", "remove", "--fired").status == 0)
    #expect(try home.bitpal("alert", "list", "--json").output == "[]\n")
  }

  @Test func `an alert waits in its own currency`() throws {
    let home = try home()
    // At that day's rate of 1.168 dollars per euro, it waits for $105,120.
    let added = try home.bitpal("alert", "add", "bitcoin", "above", "90000", "--currency", "EUR")
    #expect(added.output.hasSuffix(": bitcoin above €90,000.00.\n"))
    #expect(try home.bitpal("alert", "add", "bitcoin", "above", "90000").output != added.output)
    #expect(try home.bitpal("alert", "remove", home.waiting("$90,000.00")).status == 0)
    let low = try home.file("low.json", #"{"bitcoin":"105119.99"}"#)
    #expect(try home.bitpal("refresh", "--prices", low, "--quiet").output == "")
    let rows = try JSONValue(parsing: home.bitpal("alert", "--json").output.utf8)
    #expect(rows.array?.first?["currency"]?.string == "EUR")
    #expect(rows.array?.first?["fired"] == .null)
    let high = try home.file("high.json", #"{"bitcoin":"105120"}"#)
    #expect(
      try home.bitpal("refresh", "--prices", high, "--quiet").output
        == "Alert: bitcoin is at €90,000.00, at or above €90,000.00.\n")
  }

  @Test func `a condition that cannot be read is refused with the three forms`() throws {
    let home = try home()
    let refused = try home.bitpal("alert", "add", "bitcoin", "over", "5")
    #expect(refused.status == 64)
    #expect(refused.standardError.contains("Write above 100000, below 55000 or change 5% in 24h."))
    #expect(try home.bitpal("alert", "add", "bitcoin", "above", "0").status == 2)
    #expect(try home.bitpal("alert", "add", "bitcoin", "change", "5%", "in", "400h").status == 2)
    #expect(try home.bitpal("alert", "add", "bitcoin", "change", "5%", "in", "2d").status == 0)
    #expect(try home.bitpal("alert").output.contains("change 5% in 2d"))
    for line in try home.done("alert --csv").split(separator: "\n").dropFirst() {
      let id = line.prefix { $0 != "," }
      #expect(id.count == 36 && id == id.lowercased())
    }
  }

  @Test func `rates come in one request and a failure changes nothing`() async throws {
    let home = try home()
    let document = """
      <gesmes:Envelope xmlns:gesmes="g" xmlns="e"><Cube><Cube time="2026-11-20">\
      <Cube currency="USD" rate="1.1234"/><Cube currency="JPY" rate="180.1"/></Cube></Cube>\
      </gesmes:Envelope>
      """
    let path = "\(home.container)/Library/Application Support/ExchangeRates.csv"
    let requests = try await withPrices({ request in
      let isThere = request.path.hasSuffix("rates.xml")
      return HTTPResponse(statusCode: isThere ? .ok : .notFound, body: Data(document.utf8))
    }) { url in
      home.environment["BITPAL_RATES_URL"] = "\(url)/rates.xml"
      let fetched = try home.bitpal("rates", "update")
      #expect(fetched.status == 0)
      #expect(fetched.output == "Rates of 3 currencies up to 2026-11-20.\n")
      let stored = try String(contentsOfFile: path, encoding: .utf8)
      #expect(stored == "Date,JPY,USD,\n2026-11-20,180.1,1.1234,\n")
      home.environment["BITPAL_RATES_URL"] = "\(url)/nothing.xml"
      let failed = try home.bitpal("rates", "update")
      #expect(failed.status == 69)
      #expect(failed.standardError.contains("status 404. The previous rates are kept."))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == stored)
    }
    #expect(requests.count == 2)
    home.environment["BITPAL_RATES_URL"] = "http://rates.example/rates.xml"
    #expect(try home.bitpal("rates", "update").status == 64)
  }

  @Test func `alerts reach a program and the desktop without a shell`() throws {
    let home = try TestHome()
    let program = try home.file(
      "tell", "#!/bin/sh\nprintf '%s|' \"$@\" >> \"$HOME/told\"\nprintf 'x' >> \"$HOME/told\"\n")
    #expect(chmod(program, 0o700) == 0)
    let notify = try home.file(
      "notify-send", "#!/bin/sh\nprintf '%s|' \"$@\" >> \"$HOME/noticed\"\n")
    #expect(chmod(notify, 0o700) == 0)
    home.environment["PATH"] = "\(home.path):/usr/bin:/bin"
    try home.bitpal("config", "set", "alerts.command", program)
    try home.bitpal("alert", "add", "bitcoin", "above", "100000")
    try home.bitpal("alert", "add", "bitcoin", "above", "1", "--repeat", "12h")
    let prices = try home.file("p.json", #"{"bitcoin": "100001.5"}"#)
    try home.bitpal("refresh", "--prices", prices)
    let told = try String(contentsOfFile: "\(home.path)/told", encoding: .utf8)
    #expect(
      told == "bitcoin|100001.5|USD|above 100000|"
        + "Alert: bitcoin is at $100,001.50, at or above $100,000.00.|x"
        + "bitcoin|100001.5|USD|above 1|Alert: bitcoin is at $100,001.50, at or above $1.00.|x")
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/noticed"))
    home.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    try home.bitpal("alert", "add", "bitcoin", "above", "2")
    try home.bitpal("config", "set", "alerts.command", "/nowhere/tell")
    let failed = try home.bitpal("refresh", "--prices", prices)
    #expect(failed.status == 0)
    #expect(
      failed.standardError.contains("/nowhere/tell cannot be run (No such file or directory)"))
    #expect(
      try String(contentsOfFile: "\(home.path)/noticed", encoding: .utf8)
        == "--app-name=bitpal|--|bitpal|"
        + "Alert: bitcoin is at $100,001.50, at or above $2.00.|")
    // The list records whether alerts were seen, for the dashboard.
    let list = try home.bitpal("alert", "list", "--json").output
    #expect(list.contains(#""isSeen": false"#))
    #expect(list.contains(#""repeatHours": 12"#))
  }
}

extension TestHome {
  /// The id of the alert that waits for a price.
  fileprivate func waiting(_ price: String) throws -> String {
    try bitpal("alert").output.split(separator: "\n").first { $0.contains(price) }
      .map { String($0.prefix(8)) } ?? ""
  }

  @Test func `alerts show their price in another currency, and keep their condition`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "50000", "--date", "2025-05-01")
    let prices = try home.file("prices.json", #"{"bitcoin": "75000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    try home.bitpal("alert", "add", "bitcoin", "above", "100000", "--currency", "EUR")
    let shown = try home.bitpal("alert", "list", "--currency", "JPY").output
    #expect(shown.contains("above €100,000.00") && shown.contains("¥"))
    #expect(shown.contains("JPY at the rate of") && !shown.contains("EUR at"))
    #expect(try home.bitpal("alert", "list").output.contains("EUR at the rate of"))
    let json = try home.bitpal("alert", "list", "--currency", "jpy", "--json").output
    #expect(json.contains("\"currency\": \"EUR\"") && json.contains("\"priceCurrency\": \"JPY\""))
    #expect(try home.bitpal("alert", "list", "--currency", "XYZ").status == 2)
  }
}
