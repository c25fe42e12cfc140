import BitpalTesting
import Exact
import Foundation
import Testing

/// A random user, checked against a model that knows the rules but shares nothing with the program.
///
/// Covers every kind of event, edits, deletions, answers, undo, redo, exports with imports, and
/// restores. After each step the ledger must match the model, and the program may refuse only what
/// the model refuses.
struct ModelTests {
  @Test func `a user at random is never surprised`() async throws {
    try await Torture.alone {
      var user = try RandomUser(seed: Torture.seed)
      try Torture.rounds(Torture.modelSteps) { _ in try user.step() }
      try user.proveAll()
    }
  }
}

/// A difference between the program and the model.
private struct ModelFault: Error, CustomStringConvertible {
  let description: String
}

/// Chooses random commands, runs them, and compares the ledger with the model.
struct RandomUser {
  let home: TestHome
  var dice: SeededGenerator
  var events: [ModelEvent] = []
  private var past: [[ModelEvent]] = []
  private var future: [[ModelEvent]] = []
  private var made = 0
  private var steps = 0
  private var last = ""

  /// The user's actions: each once, then at random by weight.
  private static let verbs: [(name: String, weight: Int)] = [
    ("buy", 14), ("sell", 8), ("gift", 3), ("reward", 4), ("spend", 3), ("give", 3), ("lost", 3),
    ("swap", 7), ("migrate", 5), ("deposit", 6), ("withdrawal", 4), ("transfer", 6), ("edit", 22),
    ("pair", 6), ("answer", 7), ("unpair", 2), ("delete", 6), ("undo", 9), ("redo", 6),
    ("carry", 3), ("restore", 3),
  ]

  init(seed: UInt64) throws {
    home = try TestHome()
    dice = SeededGenerator(seed: seed)
    let days = (1...28).map { "2025-01-\($0 < 10 ? "0" : "")\($0),\(ModelEvent.pricedCoin),\($0)" }
    let prices = ["date,coin_id,usd"] + days
    let file = try home.file("prices.csv", prices.joined(separator: "\n") + "\n")
    #expect(try home.bitpal("prices", "import", file).status == 0)
  }

  /// The current step, for failure messages.
  var context: String { "seed \(Torture.seed), step \(steps), \(last)" }

  mutating func step() throws {
    let deck = Self.verbs.flatMap { Array(repeating: $0.name, count: $0.weight) }
    let verb = steps < Self.verbs.count ? Self.verbs[steps].name : pick(deck)
    steps += 1
    last = verb
    switch verb {
    case "buy", "sell", "gift", "reward", "spend", "give", "lost": try trade(verb)
    case "swap": try swap()
    case "migrate": try migrate()
    case "deposit", "withdrawal": try moveOutside(verb)
    case "transfer": try transfer()
    case "edit": try edit()
    case "answer": try answer()
    case "pair": try pair()
    case "unpair": try unpair()
    case "delete": try delete()
    case "undo", "redo": try travel(verb)
    case "carry": try carryOver()
    default: try bringBack()
    }
    try compare()
  }

  /// Runs the program's own proof, and compares the ledger with an import into an empty container.
  mutating func proveAll() throws {
    let verification = try home.bitpal("verify")
    #expect(
      verification.status == 0, "\(context): \(verification.standardError)\(verification.output)")
    try carryOver()
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &dice)]
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

  /// The next position in the order of creation.
  mutating func next(_ count: Int = 1) -> Int {
    made += count
    return made - count
  }

  /// Runs a command.
  mutating func run(_ arguments: [String]) throws -> Ended {
    last = arguments.joined(separator: " ")
    return try home.run(arguments)
  }

  /// Runs the command for a new event and records it in the model.
  mutating func record(_ event: ModelEvent, _ arguments: [String]) throws {
    let ended = try run(arguments + ["--date", date(event.day)])
    var event = event
    event.id = id(in: ended)
    try apply(events + [event], unless: events.lacks(coinsOf: event), accepted: ended)
  }

  /// Records the program's change in the model, and checks that the rules agree.
  mutating func apply(
    _ changed: [ModelEvent], unless isRefused: Bool = false, accepted ended: Ended
  ) throws {
    let isAllowed = !isRefused && changed.isCovered && changed.allSatisfy(\.isWorthItsFee)
    try #require(
      (ended.status == 0) == isAllowed, "\(context): exit \(ended.status), \(ended.standardError)")
    guard ended.status == 0, changed != events else { return }
    past.append(events)
    future = []
    events = changed
  }

  func date(_ day: Int) -> String { "2025-01-\(day < 10 ? "0" : "")\(day)" }

  /// The first id in a command's output.
  func id(in ended: Ended) -> String {
    ended.output.firstMatch(of: /\(([0-9a-f]{8})\)/).map { String($0.1) } ?? ""
  }

  // MARK: - Undo and restore

  private mutating func delete() throws {
    guard !events.isEmpty else { return }
    let index = number(0...events.count - 1)
    var changed = events
    let event = changed.remove(at: index)
    let other = try event.arrival == nil ? "" : otherHalf(of: event)
    let isArrivalGone = !other.isEmpty && Bool.random(using: &dice)
    let ended = try run(["delete", isArrivalGone ? other : event.id])
    if let arrival = event.arrival {
      // The remaining half is open.
      var left = event
      (left.kind, left.arrival) = (isArrivalGone ? "withdrawal" : "deposit", nil)
      if !isArrivalGone {
        (left.id, left.fee, left.account, left.day) = (other, nil, arrival.account, arrival.day)
      }
      changed.insert(left, at: index)
    }
    try apply(changed, accepted: ended)
  }

  private mutating func travel(_ verb: String) throws {
    let ended = try run([verb, "--yes"])
    guard let there = verb == "undo" ? past.popLast() : future.popLast() else {
      #expect(ended.status == 2, "\(context): nothing to \(verb)")
      return
    }
    try #require(ended.status == 0, "\(context): \(ended.standardError)")
    if verb == "undo" { future.append(events) } else { past.append(events) }
    events = there
  }

  /// Exports, and imports into an empty container and into this one: neither differs from the
  /// ledger.
  private mutating func carryOver() throws {
    guard !events.isEmpty else { return }
    let text = try home.bitpal("export").output
    let file = try home.file("carried.csv", text)
    let again = try run(["import", file])
    #expect(again.status == 0 && again.output == "Nothing was added.\n", "\(context): \(again)")
    let other = try TestHome()
    let copied = try other.bitpal("import", try other.file("carried.csv", text))
    #expect(copied.status == 0, "\(context): \(copied.standardError)")
    let lines = text.components(separatedBy: "\n")
    try equal(try other.bitpal("export").output.components(separatedBy: "\n"), lines)
    #expect(try other.bitpal("verify").status == 0, "\(context)")
  }

  /// Backs up, changes something, and restores.
  private mutating func bringBack() throws {
    guard !events.isEmpty else { return }
    let backup = "\(home.path)/model.sqlite"
    #expect(try home.bitpal("backup", backup, "--force").status == 0)
    try home.bitpal("buy", "dogecoin", "1", "--price", "1", "--date", date(1))
    let ended = try run(["restore", backup])
    #expect(ended.status == 0, "\(context): \(ended.standardError)")
  }

  // MARK: - Comparison

  private func compare() throws {
    let rows = try list("transactions", "--json").map { row in
      "\(day(row)) \(text(row["kind"])) \(text(row["type"])) \(text(row["amount"])) "
        + "\(text(row["coinId"])) \(text(row["total"])) \(text(row["account"])) "
        + text(row["label"])
    }
    try equal(rows, events.rows.map(\.text))
    let moves = try list("moves", "list", "--all", "--json").map { move in
      "\(day(move)) \(text(move["amount"])) \(text(move["coinId"])) \(text(move["account"])) "
        + text(move["state"])
    }
    try equal(moves.sorted(), events.flatMap(\.moves).map(\.text).sorted())
    // Totals follow from the rows, so that checking them occasionally is enough.
    guard steps.isMultiple(of: 4) else { return }
    let holdings = try list("holdings", "--json").map {
      "\(text($0["id"])) \(text($0["totalAmount"]))"
    }
    let held = events.sums({ $1 }, withMoves: false).map { "\($0) \($1)" }
    try equal(holdings.sorted(), held.sorted())
    let accounts = try list("accounts", "--json").map {
      "\(text($0["account"])) \(text($0["coinId"])) \(text($0["amount"]))"
    }
    let balances = events.sums({ "\($0) \($1)" }, withMoves: true).map { "\($0) \($1)" }
    try equal(accounts.sorted(), balances.sorted())
  }

  /// Stops where the program and the model differ, since everything after would differ, too.
  private func equal(_ found: [String], _ expected: [String]) throws {
    guard found != expected else { return }
    let changes = found.difference(from: expected).map { change in
      switch change {
      case .insert(let index, let line, _): "\n  found \(index): \(line)"
      case .remove(let index, let line, _): "\n  expected \(index): \(line)"
      }
    }
    throw ModelFault(description: context + changes.joined())
  }

  /// The id of the deposit of a transfer.
  func otherHalf(of event: ModelEvent) throws -> String {
    let moves = try list("moves", "list", "--all", "--json")
    let half = moves.first { $0["transfer"]?.string?.hasPrefix(event.id) ?? false }
    return String(try #require(half?["id"]?.string, "\(context): \(event)").prefix(8))
  }

  /// The id of the purchase of a swap or a migration.
  func otherSide(of event: ModelEvent) throws -> String {
    let rows = try list("transactions", "--json")
    let side = rows.first {
      $0["link"]?.string?.hasPrefix(event.id) ?? false && $0["type"]?.string == "buy"
    }
    return String(try #require(side?["id"]?.string, "\(context): \(event)").prefix(8))
  }

  private func list(_ arguments: String...) throws -> [JSONValue] {
    try JSONValue(parsing: Array(try home.run(arguments).output.utf8)).array ?? []
  }

  private func day(_ row: JSONValue) -> String {
    row["date"]?.string.flatMap { Int($0.prefix(10).suffix(2)) }.map { "\($0)" } ?? "?"
  }

  private func text(_ value: JSONValue?) -> String { value?.string ?? "-" }
}
