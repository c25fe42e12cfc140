import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

/// A user at random, against a model that knows the rules and nothing of the program.
///
/// Every kind of event, edits, deletions, undo, redo, exports with imports, and restores; after
/// each step the ledger holds what the model says, and a refusal of the program is one of the
/// model.
struct ModelTests {
  @Test func `a user at random is never surprised`() async throws {
    try await Torture.alone {
      var user = try RandomUser(seed: Torture.seed)
      try Torture.rounds(Torture.modelSteps) { _ in try user.step() }
      try user.proveAll()
    }
  }
}

/// One row as the model keeps it; amounts and prices are whole, so that no arithmetic is shared.
private struct ModelRow: Equatable {
  var coin: String
  var kind: String
  var amount: Int
  var price: Int
  var day: Int
  var order: Int
  /// Rows of one event go together.
  var event: Int

  /// Whether coins come, go, or come for nothing.
  var type: String {
    switch kind {
    case "gift": "gift"
    case "buy", "reward", "new": "buy"
    default: "sell"
    }
  }

  /// What the program calls it: both sides of a migration are one kind.
  var word: String { kind == "old" || kind == "new" ? "migrate" : kind }
}

private struct RandomUser {
  private let desk: Desk
  private var dice: SeededGenerator
  private var rows: [ModelRow] = []
  private var past: [[ModelRow]] = []
  private var future: [[ModelRow]] = []
  private var made = 0
  private var steps = 0

  private static let coins = ["bitcoin", "ethereum", "solana"]

  init(seed: UInt64) throws {
    desk = try Desk()
    dice = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    steps += 1
    switch Int.random(in: 0..<100, using: &dice) {
    case 0..<25: try trade("buy")
    case 25..<37: try trade("sell")
    case 37..<40: try trade("gift")
    case 40..<45: try trade("reward")
    case 45..<48: try trade("spend")
    case 48..<51: try trade("give")
    case 51..<54: try trade("lost")
    case 54..<60: try migrate()
    case 60..<70: try edit()
    case 70..<78: try delete()
    case 78..<86: try travel("undo")
    case 86..<92: try travel("redo")
    case 92..<96: try carryOver()
    default: try bringBack()
    }
    try compare()
  }

  /// The program's own proof, and one more look at every row.
  func proveAll() throws {
    let proof = try desk.bitpal("verify")
    #expect(proof.status == 0, "seed \(Torture.seed): \(proof.complaints)\(proof.output)")
  }

  private mutating func trade(_ kind: String) throws {
    made += 1
    let isFree = kind == "gift" || kind == "lost"
    let row = ModelRow(
      coin: Self.coins.randomElement(using: &dice) ?? "bitcoin", kind: kind,
      amount: Int.random(in: 1...9, using: &dice),
      price: isFree ? 0 : Int.random(in: 1...99, using: &dice),
      day: Int.random(in: 1...28, using: &dice), order: made, event: made)
    let verb = kind == "lost" ? "lose" : kind
    let money = isFree ? [] : ["--price", "\(row.price)"]
    let ended = try desk.run(
      [verb, row.coin, "\(row.amount)"] + money + ["--date", date(row.day)])
    apply(rows + [row], accepted: ended)
  }

  /// One coin becomes another, one for one.
  private mutating func migrate() throws {
    let coins = Self.coins.shuffled(using: &dice)
    let amount = Int.random(in: 1...9, using: &dice)
    let day = Int.random(in: 1...28, using: &dice)
    made += 2
    let (old, new) = (
      ModelRow(
        coin: coins[0], kind: "old", amount: amount, price: 0, day: day, order: made - 1,
        event: made),
      ModelRow(
        coin: coins[1], kind: "new", amount: amount, price: 0, day: day, order: made, event: made)
    )
    let ended = try desk.run(
      ["migrate", coins[0], coins[1], "1:1", "--amount", "\(amount)", "--date", date(day)])
    apply(rows + [old, new], accepted: ended)
  }

  private mutating func edit() throws {
    guard let place = rows.indices.randomElement(using: &dice), let id = try ids()[safe: place]
    else { return }
    var changed = rows
    changed[place].amount = Int.random(in: 1...9, using: &dice)
    guard changed != rows else { return }
    let ended = try desk.bitpal("edit", id, "--amount", "\(changed[place].amount)")
    apply(changed, accepted: ended)
  }

  private mutating func delete() throws {
    guard let place = rows.indices.randomElement(using: &dice), let id = try ids()[safe: place]
    else { return }
    let changed = rows.filter { $0.event != rows[place].event }
    apply(changed, accepted: try desk.bitpal("delete", id))
  }

  private mutating func travel(_ verb: String) throws {
    let ended = try desk.run(verb == "undo" ? [verb, "--yes"] : [verb])
    guard let there = verb == "undo" ? past.popLast() : future.popLast() else {
      #expect(ended.status == 2, "seed \(Torture.seed), step \(steps): nothing to \(verb)")
      return
    }
    #expect(ended.status == 0, "seed \(Torture.seed), step \(steps): \(ended.complaints)")
    if verb == "undo" { future.append(rows) } else { past.append(rows) }
    rows = there
  }

  /// Exports, and imports into an empty container and into this one: the same ledger, nothing more.
  private mutating func carryOver() throws {
    let text = try desk.bitpal("export").output
    let file = try desk.file("carried.csv", text)
    #expect(try desk.bitpal("import", file).status == 0)
    let other = try Desk()
    let copy = try other.file("carried.csv", text)
    guard !rows.isEmpty else { return }
    #expect(try other.bitpal("import", copy).status == 0)
    #expect(try other.bitpal("export").output == text, "seed \(Torture.seed), step \(steps)")
  }

  /// Backs up, changes something, and restores.
  private mutating func bringBack() throws {
    guard !rows.isEmpty else { return }
    let backup = "\(desk.home)/model.sqlite"
    #expect(try desk.bitpal("backup", backup, "--force").status == 0)
    try desk.bitpal("buy", "dogecoin", "1", "--price", "1", "--date", date(1))
    let ended = try desk.bitpal("restore", backup)
    #expect(ended.status == 0, "seed \(Torture.seed), step \(steps): \(ended.complaints)")
  }

  /// Notes what the program did, and that the rules agree.
  private mutating func apply(_ changed: [ModelRow], accepted ended: Ended) {
    let isAllowed = Self.coins.allSatisfy { Self.isCovered(changed, coin: $0) }
    #expect(
      (ended.status == 0) == isAllowed,
      "seed \(Torture.seed), step \(steps): exit \(ended.status), \(ended.complaints)")
    guard ended.status == 0 else { return }
    past.append(rows)
    future = []
    rows = changed
  }

  private func compare() throws {
    let found = try desk.json(of: "transactions", "--json").array ?? []
    let shown = found.map { row in
      [row["coinId"], row["type"], row["kind"], row["amount"], row["pricePerCoin"]]
        .map { $0?.string ?? "?" }.joined(separator: " ")
        + " " + (row["date"]?.string?.prefix(10) ?? "?")
    }
    let expected = inOrder.map {
      "\($0.coin) \($0.type) \($0.word) \($0.amount) \($0.price) \(date($0.day))"
    }
    #expect(shown == expected, "seed \(Torture.seed), step \(steps)")
  }

  /// The rows' ids, in the order of ``rows``.
  private func ids() throws -> [String] {
    let found = try desk.json(of: "transactions", "--json").array ?? []
    let byOrder = zip(inOrder, found).map { ($0.order, $1["id"]?.string ?? "") }
    let ids = Dictionary(byOrder) { first, _ in first }
    return rows.map { ids[$0.order] ?? "" }
  }

  private var inOrder: [ModelRow] { rows.sorted { ($0.day, $0.order) < ($1.day, $1.order) } }

  private func date(_ day: Int) -> String { "2025-01-\(day < 10 ? "0" : "")\(day)" }

  private static func isCovered(_ rows: [ModelRow], coin: String) -> Bool {
    var held = 0
    for row in rows.filter({ $0.coin == coin }).sorted(by: {
      ($0.day, $0.order) < ($1.day, $1.order)
    }) {
      held += row.type == "sell" ? -row.amount : row.amount
      if held < 0 { return false }
    }
    return true
  }
}

extension Array {
  fileprivate subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
