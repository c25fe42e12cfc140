import BitpalTesting
import Exact
import Foundation
import Glibc
import Portfolio
import Testing

/// Kills, full disks, failing calls and concurrent processes: confirmed changes are there, others
/// are not, and every resulting state is readable.
@Suite(.serialized)
struct TortureTests {
  // A write exists exactly if the program confirmed it, or was killed before it could.
  @Test func `a buy that is killed is there or not, and everything else is sound`() async throws {
    try await Torture.alone {
      let home = try TestHome()
      var confirmed: Set<String> = []
      var number = 0
      try Torture.rounds(10) { dice in
        number += 1
        let status = try home.bitpal(
          killedAfter: Int.random(in: 1...60, using: &dice),
          ["buy", "bitcoin", "\(number)", "--price", "10", "--date", "2025-01-02"])
        if status == 0 { confirmed.insert("\(number)") }
        if number.isMultiple(of: 5) { try home.expectSound(confirmed, through: number) }
      }
      try home.expectSound(confirmed, through: number)
    }
  }

  // A restore that fails or is killed leaves the old bytes or the new ledger.
  @Test func `a restore that is killed over a damaged ledger never leaves an empty one`()
    async throws
  {
    try await Torture.alone {
      let home = try TestHome()
      try home.recordExample()
      let backup = "\(home.path)/backup.sqlite"
      try home.bitpal("backup", backup)
      let ledger = "\(home.container)/BitpalShared.sqlite"
      try Torture.rounds(8) { dice in
        for tail in ["", "-wal", "-shm"] { unlink(ledger + tail) }
        try "damaged beyond repair, and long enough to be looked at by everybody".write(
          toFile: ledger, atomically: false, encoding: .utf8)
        let isKilled = Bool.random(using: &dice)
        if isKilled {
          _ = try home.bitpal(
            killedAfter: Int.random(in: 1...80, using: &dice), ["restore", backup])
        } else {
          _ = try home.bitpal(
            failingAfter: Int.random(in: 0...20, using: &dice), code: ENOSPC, ["restore", backup])
        }
        let found = try home.bitpal("transactions", "--json")
        let isRestored = found.output.contains("\"amount\": \"2\"")
        #expect(found.status != 0 || isRestored, "an empty portfolio without a word")
      }
      let ended = try home.bitpal("restore", backup)
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(try home.amounts() == ["2", "1"])
    }
  }

  // Changes written during a restore are in the ledger or in the copy that it kept.
  @Test func `a restore loses nothing that was confirmed meanwhile`() async throws {
    try await Torture.alone {
      let home = try TestHome()
      try home.recordExample()
      let backup = "\(home.path)/backup.sqlite"
      try home.bitpal("backup", backup)
      let numbers = try home.file(
        "numbers",
        (1...40).map {
          $0 % 10 == 0 ? "restore \(backup)\n" : "buy dogecoin \($0) --price 1 --date 2025-01-02\n"
        }.joined())
      let script = try home.file(
        "one.sh",
        "\"\(try TestHome.program)\" \"$@\" >/dev/null 2>&1 && [ \"$1\" = buy ] && echo \"$3\" >>'\(home.path)/confirmed'; true\n"
      )
      _ = try spawn(
        "/usr/bin/xargs", ["-P", "8", "-L1", "/bin/sh", script], environment: home.environment,
        input: numbers, output: "/dev/null")
      let confirmed = Set(
        try String(contentsOfFile: "\(home.path)/confirmed", encoding: .utf8)
          .split(separator: "\n").map(String.init))
      #expect(!confirmed.isEmpty)
      var found = Set(try home.amounts())
      let kept = try FileManager.default.subpathsOfDirectory(atPath: home.container)
        .filter { $0.hasSuffix(".sqlite") && !$0.hasSuffix("BitpalShared.sqlite") }
      for path in kept {
        let other = try TestHome()
        try other.bitpal("restore", "\(home.container)/\(path)")
        found.formUnion(try other.amounts())
      }
      #expect(confirmed.subtracting(found) == [], "confirmed and nowhere")
      let verification = try home.bitpal("verify")
      #expect(verification.status == 0, "\(verification.standardError)")
    }
  }

  // Files left by killed writers are removed once they are a minute old.
  @Test func `files that killed writers left are swept`() async throws {
    try await Torture.alone {
      let home = try TestHome()
      try home.recordExample()
      try Torture.rounds(6) { dice in
        let milliseconds = Int.random(in: 1...40, using: &dice)
        let backup = "\(home.path)/home/backup.sqlite"
        _ = try home.bitpal(killedAfter: milliseconds, ["buy", "bitcoin", "1", "--price", "1"])
        _ = try home.bitpal(killedAfter: milliseconds, ["backup", backup, "--force"])
      }
      func leftovers() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(home.path)/home")
          .filter { $0.contains(".new-") || $0.hasSuffix(".tmp") }
      }
      for name in try leftovers() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
          ofItemAtPath: "\(home.path)/home/\(name)")
      }
      try home.bitpal("buy", "bitcoin", "1", "--price", "1")
      try home.bitpal("backup", "\(home.path)/home/backup.sqlite", "--force")
      #expect(try leftovers() == [])
    }
  }

  @Test func `fifty buys at once all succeed, and edits of three fields all stand`() async throws {
    try await Torture.alone {
      let home = try TestHome()
      let numbers = try home.file("numbers", (1...50).map { "\($0)\n" }.joined())
      let status = try spawn(
        "/usr/bin/xargs",
        ["-P", "16", "-I{}", try TestHome.program, "buy", "bitcoin", "{}", "--price", "1"],
        environment: home.environment, input: numbers, output: "/dev/null")
      #expect(status == 0)
      #expect(Set(try home.amounts()) == Set((1...50).map { "\($0)" }))
      let rows = try home.json(of: "transactions", "--json").array ?? []
      let id = try #require(rows.first?["id"]?.string)
      let edits = try home.file(
        "edits", "--amount 77\n--price 5\n--notes three\n")
      _ = try spawn(
        "/usr/bin/xargs", ["-P", "3", "-L1", try TestHome.program, "edit", id],
        environment: home.environment, input: edits, output: "/dev/null")
      let edited = try #require(
        try home.json(of: "transactions", "--json").array?.first { $0["id"]?.string == id })
      #expect(edited["amount"]?.string == "77")
      #expect(edited["pricePerCoin"]?.string == "5")
      #expect(edited["notes"]?.string == "three")
    }
  }
}

extension TestHome {
  /// Checks that the ledger has everything confirmed and nothing that was not requested, that
  /// `verify` proves it, and that the widget files match.
  fileprivate func expectSound(_ confirmed: Set<String>, through number: Int) throws {
    let found = try amounts()
    #expect(confirmed.subtracting(found) == [], "confirmed and gone")
    #expect(Set(found).subtracting((1...number).map { "\($0)" }) == [])
    #expect(Set(found).count == found.count)
    _ = try bitpal("summary")
    let verification = try bitpal("verify")
    #expect(verification.status == 0, "\(verification.standardError)\(verification.output)")
    #expect(!verification.output.contains("behind the ledger"), "\(verification.output)")
  }
}
