import Foundation
import Glibc

// Times the dashboard as a terminal sees it: from a key's byte to the last byte of its frame.
// Usage: dashboard-speed BINARY [--transactions 100000] [--coins 1000] [--idle] [--instructions]

/// Times in milliseconds.
struct Times {
  private var sorted: [Double] = []

  mutating func add(_ duration: Duration) {
    sorted.append(duration / .milliseconds(1))
    sorted.sort()
  }

  func percentile(_ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  var count: Int { sorted.count }
}

func number(_ value: Double) -> String { String(format: "%9.3f", value) }

func report(_ name: String, _ times: Times, beside baseline: Times? = nil) {
  var line = name.padding(toLength: 34, withPad: " ", startingAt: 0)
  line += " p50 \(number(times.percentile(0.5))) ms  p99 \(number(times.percentile(0.99))) ms"
  line += "  max \(number(times.percentile(1))) ms"
  if let baseline {
    line += String(
      format: "  %5.0f× %5.0f× baseline", times.percentile(0.5) / baseline.percentile(0.5),
      times.percentile(0.99) / baseline.percentile(0.99))
  }
  print("\(line)  (\(times.count))")
}

func argument(_ name: String) -> Int? {
  CommandLine.arguments.firstIndex(of: name).flatMap { Int(CommandLine.arguments[$0 + 1]) }
}

func time(_ work: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(work) }

/// Runs the program on files and waits for its end.
func run(_ words: [String], _ environment: [String: String]) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: words[0])
  process.arguments = Array(words.dropFirst())
  process.environment = environment
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw POSIXError(.EINVAL) }
}

/// The machine's own share of every measurement: a byte to `cat` on a terminal and back.
func echo() throws -> Times {
  var times = Times()
  let terminal = try PseudoTerminal(["/bin/cat"], environment: [:], isRaw: true)
  for _ in 0..<500 {
    times.add(
      try time {
        terminal.type("x")
        try terminal.read(within: 5000)
      })
  }
  return times
}

guard CommandLine.arguments.count > 1 else {
  print("usage: dashboard-speed BINARY [--transactions N] [--coins N] [--idle] [--instructions]")
  exit(64)
}
let binary = URL(fileURLWithPath: CommandLine.arguments[1]).path
let ledger = Ledger(
  transactions: argument("--transactions") ?? 100_000, coins: argument("--coins") ?? 1000)
let home = FileManager.default.temporaryDirectory.appendingPathComponent("bitpal-\(UUID())")
try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: home) }
let environment = [
  "BITPAL_HOME": home.path, "HOME": home.path, "LANG": "C.UTF-8", "TERM": "xterm-256color",
  // Nothing listens on this port, so that the network does not affect the measurements.
  "BITPAL_API_BASE_URL": "http://127.0.0.1:1/api/v3",
]
let csv = home.appendingPathComponent("ledger.csv").path
let prices = home.appendingPathComponent("prices.json").path
try ledger.csv().write(toFile: csv, atomically: true, encoding: .utf8)
try ledger.prices().write(toFile: prices, atomically: true, encoding: .utf8)
let imported = try time { try run([binary, "import", csv], environment) }
let priced = try time { try run([binary, "refresh", "--prices", prices], environment) }
// A watchlist with rows to move through.
try run([binary, "watch", "add"] + ledger.watched, environment)
print("\(ledger.transactions) transactions, \(ledger.coins) coins")
print("import \(imported), refresh from a file \(priced)")

let baseline = try echo()
report("baseline: echo through cat", baseline)

var paints = Times()
for _ in 0..<10 {
  let terminal = try PseudoTerminal([binary], environment: environment)
  paints.add(try time { try terminal.frame() })
}
report("first paint", paints, beside: baseline)

/// One session of typing keys.
struct Session {
  let terminal: PseudoTerminal
  let baseline: Times
  var all = Times()

  /// Types keys one by one, each after the previous one's frame.
  mutating func type(_ name: String, _ keys: [String]) throws {
    var times = Times()
    let bytes = terminal.received
    for key in keys {
      let duration: Duration
      do {
        duration = try time {
          terminal.type(key)
          try terminal.frame(within: 1000)
        }
      } catch is PseudoTerminal.Silence {
        continue  // no visible change, such as a filter with the same matches
      }
      times.add(duration)
      all.add(duration)
      if duration > .milliseconds(16) { print("  slow: \(key.debugDescription) \(duration)") }
    }
    report(name, times, beside: baseline)
    print("  \((terminal.received - bytes) / max(1, keys.count)) bytes a frame")
  }

  /// Types keys that are not timed.
  func typeAside(_ keys: String) {
    terminal.type(keys)
    terminal.settle(300)
  }

  mutating func run() throws {
    let (down, up, pageDown, erase) = ("\u{1B}OB", "\u{1B}OA", "\u{1B}[6~", "\u{7F}")
    try type("tabs", (0..<60).map { ["2", "3", "1"][$0 % 3] })
    try type("holdings: up and down", ["2"] + (0..<100).map { $0 < 60 ? down : up })
    try type("holdings: sort", Array(repeating: "o", count: 16))
    try type("holdings: filter", letters("/coin-99") + Array(repeating: erase, count: 7))
    typeAside("\u{1B}")
    try type("transactions: up and down", ["3"] + (0..<100).map { $0 < 60 ? down : up })
    try type("transactions: pages and ends", Array(repeating: pageDown, count: 60) + ["G", "g"])
    for text in ["weekly", "bit", "coin-7", "cold"] {
      try type(
        "transactions: filter '\(text)'",
        ["/"] + letters(text) + Array(repeating: erase, count: text.count))
      typeAside("\u{1B}")
    }
    typeAside("/bitcoin\r")
    try type("the longest coin's page", ["\r"] + Array(repeating: down, count: 20))
    try type("its form", ["a"] + letters("\t0.25\t61000"))
    typeAside("\u{1B}")
    typeAside("y")
    report("all keys", all, beside: baseline)
    print("peak memory \(terminal.status("VmHWM")) kB")
  }

  func idle() {
    terminal.settle(3000)
    let (bytes, wakes) = (terminal.received, terminal.status("voluntary_ctxt_switches"))
    terminal.settle(60_000)
    print(
      "idle for a minute: \(terminal.received - bytes) bytes, "
        + "\(terminal.status("voluntary_ctxt_switches") - wakes) wake-ups")
  }

  private func letters(_ text: String) -> [String] { text.map(String.init) }
}

var session = Session(
  terminal: try PseudoTerminal([binary], environment: environment), baseline: baseline)
try session.terminal.frame()
session.terminal.settle(3000)
try session.run()
if CommandLine.arguments.contains("--idle") { session.idle() }
session.terminal.type("q")
if CommandLine.arguments.contains("--instructions") {
  exit(
    try Instructions(binary: binary, environment: environment, folder: home).areInBounds() ? 0 : 1)
}
