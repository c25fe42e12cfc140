import Foundation
import Testing

/// Charts compared with a price file, such as an index.
@Suite(.serialized)
struct BenchmarkTests {
  /// The days of two months up to yesterday, earliest first.
  private let dates = (1...60).reversed().map { age in
    Date(timeIntervalSinceNow: Double(age) * -86_400)
  }

  private func prices(of coin: String, _ prices: [(Date, Int)]) -> String {
    prices.reduce(into: "date,coin_id,usd\n") { lines, price in
      lines += "\(price.0.formatted(.iso8601.year().month().day())),\(coin),\(price.1)\n"
    }
  }

  /// An index with prices on weekdays that rose by a tenth 20 days ago.
  private func index(_ home: TestHome) throws -> String {
    let calendar = Calendar(identifier: .gregorian)
    let days = dates.enumerated().filter { !calendar.isDateInWeekend($0.element) }
    return try home.file(
      "index.csv",
      prices(of: "msci-world", days.map { ($0.element, $0.offset < 40 ? 5000 : 5500) }))
  }

  @Test func `the command and the Charts page draw the same file, and the page keeps it`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      // The built-in prices end on a fixed day; the chart has to reach today.
      let known = try home.file("bitcoin.csv", prices(of: "bitcoin", dates.map { ($0, 50_000) }))
      try home.bitpal("prices", "import", known)
      let file = try index(home)
      let chart = try home.bitpal("chart", "--benchmark", file, "-p", "30d").output
      #expect(chart.contains("msci-world +10.00%"), "\(chart)")
      let terminal = try Tmux(home, columns: 120, rows: 40)
      try terminal.start("")
      try terminal.wait(for: "1 Home")
      try terminal.type("4", ":", "benchmark \(file)", "Enter")
      try terminal.wait(for: "msci-world +10.00%")
      try terminal.type("q")
      try terminal.waitForPrompt()
      try terminal.clear()
      try terminal.start("")
      try terminal.wait(for: "msci-world +10.00%")
      try terminal.type("q")
    }
  }

  @Test func `what is not a file of one series is refused with its reason`() throws {
    let home = try TestHome()
    try home.recordExample()
    let two = try home.file(
      "two.csv", "date,coin_id,usd\n2025-01-02,a,1\n2025-01-02,b,2\n")
    for (name, reason) in [
      (two, "has the prices of 2 coins"), ("/dev/null", "is not a file of prices"),
      ("\(home.path)/none.csv", "none.csv"),
    ] {
      let answer = try home.run(["chart", "--benchmark", name])
      #expect(answer.status != 0 && answer.standardError.contains(reason), "\(answer)")
    }
  }
}
