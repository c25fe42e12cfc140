import Foundation
import Testing

/// The program's pictures in a real browser; runs only on request, because a browser is slow:
/// `BITPAL_BROWSER=/usr/bin/chromium swift test --filter BrowserTests`.
struct BrowserTests {
  private static let browser = ProcessInfo.processInfo.environment["BITPAL_BROWSER"]

  /// Each picture, and a word that must be visible.
  private static let pictures: [(name: String, arguments: [String], word: String)] = [
    ("chart", ["chart", "--range", "2025-01-01..2025-06-30"], "Invested"),
    ("gap", ["chart", "coin-of-mine", "--range", "2026-04-01..2026-04-27"], "No figure"),
    ("coin", ["chart", "bitcoin", "--range", "2025-01-01..2025-06-30"], "High"),
    (
      "small-chart",
      ["chart", "bitcoin", "--range", "2025-01-01..2025-06-30", "--size", "40x8"], "bitcoin"
    ),
    (
      "unknown", ["chart", "--range", "2025-01-01..2025-02-01", "--currency", "RUB"],
      "no rate of RUB"
    ),
    ("euro", ["--size", "large", "--currency", "EUR"], "rate 2026-04-2"),
    ("yen", ["--size", "small", "--currency", "JPY"], "¥"),
  ]

  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2024-05-02")
    try home.bitpal("sell", "bitcoin", "1", "--price", "90000", "--date", "2025-03-11")
    let own = try home.file(
      "own.csv", "coin_id,type,amount,price,date\ncoin-of-mine,buy,3,10,2026-04-02\n")
    try home.bitpal("import", own)
    let closes = (3...26).filter { !(9...15).contains($0) }.map { day in
      "2026-04-\(day < 10 ? "0" : "")\(day),coin-of-mine,\(10 + day % 5)\n"
    }
    let file = try home.file("closes.csv", "date,coin_id,usd\n" + closes.joined())
    try home.bitpal("prices", "import", file)
    let prices = try home.file("prices.json", #"{"bitcoin": "75000", "coin-of-mine": "14"}"#)
    try home.bitpal("refresh", "--prices", prices)
    return home
  }

  @Test(.enabled(if: browser != nil), arguments: pictures.indices)
  func `a picture is whole in a browser, as SVG and as a page`(index: Int) throws {
    let home = try home()
    let (name, arguments, word) = Self.pictures[index]
    for format in ["svg", "html"] {
      let drawn = try home.run(arguments + ["--format", format])
      #expect(drawn.status == 0, "\(name): \(drawn.standardError)")
      try check(drawn.output, "\(name).\(format)", word, home)
    }
  }

  @Test(.enabled(if: browser != nil), arguments: ["card", "chart", "large"])
  func `a shared picture is whole in a browser`(size: String) throws {
    let home = try home()
    for ending in ["svg", "html"] {
      let path = "\(home.path)/shared.\(ending)"
      let shared = ["share", "--size", size, "--amounts", "--currency", "EUR", "-o", path]
      #expect(try home.run(shared).status == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try check(text, "\(size).\(ending)", "rate 2026-04-2", home)
    }
  }

  /// Opens a document unchanged, then measures where its letters and lines are drawn.
  private func check(_ text: String, _ name: String, _ word: String, _ home: TestHome) throws {
    let opened = try dom(of: try home.file("opened-\(name)", text), home)
    #expect(!opened.contains("page contains the following errors"), "\(name)")
    #expect(opened.contains(word), "\(name)")
    let measured = try dom(of: try home.file("\(name).html", Self.measuring(text)), home)
    #expect(measured.contains("measured: 0 outside"), "\(name): \(measured.suffix(400))")
    #expect(!measured.contains("of 0 parts"), "\(name)")
    let png = "\(home.path)/\(name).png"
    _ = try run(["--screenshot=\(png)", "file://\(home.path)/opened-\(name)"], home)
    #expect(try Data(contentsOf: URL(fileURLWithPath: png)).count > 2_000, "\(name)")
  }

  /// A page that counts the picture's letters and lines that are outside of it.
  private static func measuring(_ text: String) -> String {
    let script = """
      <pre id="measured"></pre><script>
      const parts = [], outside = [];
      for (const svg of document.querySelectorAll("svg")) {
        const room = svg.getBoundingClientRect();
        for (const part of svg.querySelectorAll("text, path, polyline, rect, circle")) {
          if (part.closest("defs, clipPath")) continue;
          const box = part.getBoundingClientRect();
          parts.push(part);
          if (box.left < room.left - 2 || box.right > room.right + 2
            || box.top < room.top - 2 || box.bottom > room.bottom + 2) outside.push(part);
        }
      }
      if (parts.length === 0) {
        const words = document.querySelector("pre:not(#measured)");
        for (const line of words ? words.children : []) parts.push(line);
        if (words && words.scrollWidth > words.clientWidth + 2) outside.push(words);
      }
      document.getElementById("measured").textContent =
        `measured: ${outside.length} outside of ${parts.length} parts `
        + outside.slice(0, 3).map((part) => part.outerHTML).join(" ");
      </script>
      """
    return text.contains("</body>")
      ? text.replacingOccurrences(of: "</body>", with: script + "</body>")
      : "<!DOCTYPE html><meta charset=utf-8><body>\(text)\(script)</body>"
  }

  private func dom(of path: String, _ home: TestHome) throws -> String {
    try run(["--dump-dom", "file://\(path)"], home)
  }

  private func run(_ arguments: [String], _ home: TestHome) throws -> String {
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(home.path)/browser",
      "--force-device-scale-factor=2", "--window-size=1300,900",
    ]
    return try home.execute(try #require(Self.browser), options + arguments)
  }
}
