import BitpalTesting
import Exact
import Foundation
import Glibc
import Portfolio
import Testing

/// Kills, full disks, failing calls and crowds: what was confirmed is there, what was not is not,
/// and every state that is left can be read.
@Suite(.serialized)
struct TortureTests {
  // A write is there exactly when the program said so, or was killed before it could.
  @Test func `a buy that is killed is there or not, and everything else is sound`() async throws {
    try await Torture.alone {
      let desk = try Desk()
      var confirmed: Set<String> = []
      var number = 0
      try Torture.rounds(10) { dice in
        number += 1
        let status = try desk.bitpal(
          killedAfter: Int.random(in: 1...60, using: &dice),
          ["buy", "bitcoin", "\(number)", "--price", "10", "--date", "2025-01-02"])
        if status == 0 { confirmed.insert("\(number)") }
        if number.isMultiple(of: 5) { try desk.expectSound(confirmed, through: number) }
      }
      try desk.expectSound(confirmed, through: number)
    }
  }

  // A restore that fails or dies leaves the old bytes or the new ledger.
  @Test func `a restore that is killed over a damaged ledger never leaves an empty one`()
    async throws
  {
    try await Torture.alone {
      let desk = try Desk()
      try desk.recordExample()
      let backup = "\(desk.home)/backup.sqlite"
      try desk.bitpal("backup", backup)
      let ledger = "\(desk.container)/BitpalShared.sqlite"
      try Torture.rounds(8) { dice in
        for tail in ["", "-wal", "-shm"] { unlink(ledger + tail) }
        try "damaged beyond repair, and long enough to be looked at by everybody".write(
          toFile: ledger, atomically: false, encoding: .utf8)
        let isKilled = Bool.random(using: &dice)
        if isKilled {
          _ = try desk.bitpal(
            killedAfter: Int.random(in: 1...80, using: &dice), ["restore", backup])
        } else {
          _ = try desk.bitpal(
            failingAfter: Int.random(in: 0...20, using: &dice), code: ENOSPC, ["restore", backup])
        }
        let found = try desk.bitpal("transactions", "--json")
        let isRestored = found.output.contains("\"amount\": \"2\"")
        #expect(found.status != 0 || isRestored, "an empty portfolio without a word")
      }
      let ended = try desk.bitpal("restore", backup)
      #expect(ended.status == 0, "\(ended.complaints)")
      #expect(try desk.amounts() == ["2", "1"])
    }
  }

  // What others write while a restore runs is in the ledger or in what it
  // kept.
  @Test func `a restore loses nothing that was confirmed meanwhile`() async throws {
    try await Torture.alone {
      let desk = try Desk()
      try desk.recordExample()
      let backup = "\(desk.home)/backup.sqlite"
      try desk.bitpal("backup", backup)
      let numbers = try desk.file(
        "numbers",
        (1...40).map {
          $0 % 10 == 0 ? "restore \(backup)\n" : "buy dogecoin \($0) --price 1 --date 2025-01-02\n"
        }.joined())
      let script = try desk.file(
        "one.sh",
        "\"\(try Desk.program)\" \"$@\" >/dev/null 2>&1 && [ \"$1\" = buy ] && echo \"$3\" >>'\(desk.home)/confirmed'; true\n"
      )
      _ = try spawn(
        "/usr/bin/xargs", ["-P", "8", "-L1", "/bin/sh", script], environment: desk.environment,
        input: numbers, output: "/dev/null")
      let confirmed = Set(
        try String(contentsOfFile: "\(desk.home)/confirmed", encoding: .utf8)
          .split(separator: "\n").map(String.init))
      #expect(!confirmed.isEmpty)
      var found = Set(try desk.amounts())
      let kept = try FileManager.default.subpathsOfDirectory(atPath: desk.container)
        .filter { $0.hasSuffix(".sqlite") && !$0.hasSuffix("BitpalShared.sqlite") }
      for path in kept {
        let other = try Desk()
        try other.bitpal("restore", "\(desk.container)/\(path)")
        found.formUnion(try other.amounts())
      }
      #expect(confirmed.subtracting(found) == [], "confirmed and nowhere")
      let proof = try desk.bitpal("verify")
      #expect(proof.status == 0, "\(proof.complaints)")
    }
  }

  // What killed writers leave is swept once it is a minute old.
  @Test func `files that killed writers left are swept`() async throws {
    try await Torture.alone {
      let desk = try Desk()
      try desk.recordExample()
      try Torture.rounds(6) { dice in
        let milliseconds = Int.random(in: 1...40, using: &dice)
        let backup = "\(desk.home)/home/backup.sqlite"
        _ = try desk.bitpal(killedAfter: milliseconds, ["buy", "bitcoin", "1", "--price", "1"])
        _ = try desk.bitpal(killedAfter: milliseconds, ["backup", backup, "--force"])
      }
      func leftovers() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(desk.home)/home")
          .filter { $0.contains(".new-") || $0.hasSuffix(".tmp") }
      }
      for name in try leftovers() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
          ofItemAtPath: "\(desk.home)/home/\(name)")
      }
      try desk.bitpal("buy", "bitcoin", "1", "--price", "1")
      try desk.bitpal("backup", "\(desk.home)/home/backup.sqlite", "--force")
      #expect(try leftovers() == [])
    }
  }

  @Test func `fifty buys at once all succeed, and edits of three fields all stand`() async throws {
    try await Torture.alone {
      let desk = try Desk()
      let numbers = try desk.file("numbers", (1...50).map { "\($0)\n" }.joined())
      let status = try spawn(
        "/usr/bin/xargs",
        ["-P", "16", "-I{}", try Desk.program, "buy", "bitcoin", "{}", "--price", "1"],
        environment: desk.environment, input: numbers, output: "/dev/null")
      #expect(status == 0)
      #expect(Set(try desk.amounts()) == Set((1...50).map { "\($0)" }))
      let rows = try desk.json(of: "transactions", "--json").array ?? []
      let id = try #require(rows.first?["id"]?.string)
      let edits = try desk.file(
        "edits", "--amount 77\n--price 5\n--notes three\n")
      _ = try spawn(
        "/usr/bin/xargs", ["-P", "3", "-L1", try Desk.program, "edit", id],
        environment: desk.environment, input: edits, output: "/dev/null")
      let edited = try #require(
        try desk.json(of: "transactions", "--json").array?.first { $0["id"]?.string == id })
      #expect(edited["amount"]?.string == "77")
      #expect(edited["pricePerCoin"]?.string == "5")
      #expect(edited["notes"]?.string == "three")
    }
  }
}

extension Desk {
  /// Checks that the ledger has what was confirmed and nothing that was never asked for, that it
  /// proves itself, and that the widget files follow it.
  fileprivate func expectSound(_ confirmed: Set<String>, through number: Int) throws {
    let found = try amounts()
    #expect(confirmed.subtracting(found) == [], "confirmed and gone")
    #expect(Set(found).subtracting((1...number).map { "\($0)" }) == [])
    #expect(Set(found).count == found.count)
    _ = try bitpal("summary")
    let proof = try bitpal("verify")
    #expect(proof.status == 0, "\(proof.complaints)\(proof.output)")
    #expect(!proof.output.contains("behind the ledger"), "\(proof.output)")
  }
}
