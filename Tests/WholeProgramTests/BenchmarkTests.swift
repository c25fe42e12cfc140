import Foundation
import Testing

/// Charts compared with a file of prices, such as an index.
@Suite(.serialized)
struct BenchmarkTests {
  /// An index of the working days of 60 days up to yesterday, that rose by a tenth.
  private func index(_ home: TestHome) throws -> String {
    let lines = (0..<60).compactMap { place -> String? in
      let date = Date(timeIntervalSinceNow: Double(place - 60) * 86_400)
      let day = date.formatted(.iso8601.year().month().day())
      guard !Calendar(identifier: .gregorian).isDateInWeekend(date) else { return nil }
      return "\(day),msci-world,\(place < 40 ? 5000 : 5500)\n"
    }
    return try home.file("index.csv", "date,coin_id,usd\n" + lines.joined())
  }

  @Test func `the command and the Charts page draw the same file, and the page keeps it`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
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
