import FlyingFox
import Foundation
import Testing

/// The dashboard in a real terminal shows its pages at every size and restores the terminal.
///
/// - Every signal, and suspending, gives the terminal back.
/// - Changes by other processes appear by themselves.
/// - Prices are fetched by key, and a failure keeps the last figures.
/// - Options apply to one session only.
/// - A terminal that cannot show the dashboard is refused.
@Suite(.serialized)
struct TerminalTests {
  @Test func `the demo is seen walked through and left`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.start("--demo; echo left with $?")
      let page = try terminal.waitForDemo()
      // The chart next to it replaces the trend.
      let small = try home.bitpal("--demo", "--size", "small").output.split(separator: "\n")
        .filter { !$0.contains("30 d") }
      try #require(small.count > 8)
      for row in small { #expect(page.contains(row), "\(row)") }
      #expect(page.contains("Value") && page.contains("24 h"))
      #expect(try terminal.modes == "1 1 0")
      try terminal.type("2")
      try terminal.wait(for: "Closed positions")
      try terminal.type("Enter")
      try terminal.wait(for: "Average")
      try terminal.type("Escape", "3")
      try terminal.wait(for: "2024-11-20")
      try terminal.type("?")
      try terminal.wait(for: "Open what is selected")
      try terminal.type("Escape")
      try terminal.wait("the help to close") { !$0.contains("Open what") }
      try terminal.type("p")
      try terminal.wait("amounts to be masked") { !$0.contains("$9,668.80") }
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
      #expect(try terminal.modes == "0 0 1")
    }
  }

  @Test func `what the command line chooses holds for one session`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home)
      func see(_ options: String, isMasked: Bool, keys: String...) throws {
        try terminal.start("\(options); echo left with $?")
        try terminal.wait(for: "›")
        try terminal.type("3")
        try terminal.wait("the amounts") {
          $0.contains("2025-01-02") && $0.contains("$80,000.00") != isMasked
        }
        for key in keys { try terminal.type(key) }
        try terminal.type("q")
        try terminal.wait(for: "left with 0")
        try terminal.clear()
      }
      try see("--private", isMasked: true)
      try see("", isMasked: false, keys: "p")
      try see("--no-private", isMasked: false)
      try see("", isMasked: true)
    }
  }

  @Test func `every size shows something true and comes back`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo")
      try terminal.waitForDemo()
      for (columns, rows) in [(200, 60), (50, 24), (30, 12), (24, 3), (12, 2)] {
        try terminal.resize(columns: columns, rows: rows)
        try terminal.wait("the total at \(columns) × \(rows)") {
          $0.contains("$41,576.22") && $0.split(separator: "\n").allSatisfy { $0.count <= columns }
        }
      }
      try terminal.resize(columns: 1, rows: 1)
      try terminal.resize(columns: 80, rows: 24)
      try terminal.wait(for: "›1Home")
    }
  }

  @Test(arguments: ["TERM", "INT", "QUIT", "HUP", "ABRT", "SEGV"])
  func `gives the terminal back`(_ name: String) async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo 2>/dev/null; echo left with $?")
      try terminal.wait(for: "›1Home")
      try terminal.signal(name)
      try terminal.wait(for: "home>")
      try terminal.wait("the terminal's own modes") { _ in try terminal.modes == "0 0 1" }
    }
  }

  @Test func `stopped and continued it is there again`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.type("set -m", "Enter")
      try terminal.start("--demo")
      try terminal.waitForDemo()
      try terminal.type("C-z")
      try terminal.wait("the terminal's own modes") { _ in try terminal.modes == "0 0 1" }
      // Anything typed earlier would be read by the exiting program.
      try terminal.wait(for: "Stopped")
      try terminal.waitForPrompt()
      try terminal.type("fg", "Enter")
      try terminal.wait(for: "›1Home")
      try terminal.wait("the dashboard's modes") { _ in try terminal.modes == "1 1 0" }
    }
  }

  @Test func `another terminal's transaction appears by itself`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home)
      try terminal.start("")
      try terminal.wait(for: "0 of 1 priced")
      try home.bitpal("buy", "ethereum", "3", "--price", "2000", "--date", "2025-03-01")
      try terminal.wait(for: "0 of 2 priced")
      try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
      try terminal.wait(for: "$55,000.00")
    }
  }

  @Test func `a key fetches prices and a failure is told`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try home.recordExample()
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let terminal = try Tmux(home)
      try terminal.start("")
      try terminal.wait(for: "$55,000.00")
      prices.set(["bitcoin": "56000"])
      try terminal.type("r")
      try terminal.wait(for: "$56,000.00")
      prices.refuse(with: .serviceUnavailable)
      try terminal.type("r")
      try terminal.wait(for: "CoinGecko refused (HTTP 503)")
      // The message may appear before the figures are reread.
      let failed = try terminal.wait(for: "Portfolio No refresh")
      #expect(failed.contains("$56,000.00"), "the last figures stay")
    }
  }

  @Test func `a transaction is added by keys alone`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("")
      try terminal.wait(for: "No holdings")
      try terminal.type("a")
      try terminal.wait(for: "Add a transaction")
      try terminal.type("bitcoin")
      try terminal.wait(for: "›BTC     Bitcoin")
      try terminal.type("Tab", "Tab", "0.5", "Tab", "60000")
      try terminal.wait(for: "$30,000.00")
      try terminal.type("C-s")
      try terminal.wait(for: "0 of 1 priced")
      #expect(try home.bitpal("export").output.contains("bitcoin,buy,0.5,60000,"))
    }
  }

  @Test(arguments: ["dumb", "unknown"])
  func `refuses a terminal that cannot show it`(_ name: String) async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.type("TERM=\(name) \(try TestHome.program); echo left with $?", "Enter")
      try terminal.wait(for: "left with 64")
    }
  }

  @Test func `a name the system does not know is tried as xterm where the terminal answers as one`()
    async throws
  {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.type(
        "TERM=no-such-terminal \(try TestHome.program) --demo; echo left with $?", "Enter")
      try terminal.waitForDemo()
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
    }
  }
}
