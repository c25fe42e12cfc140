import Foundation
import Glibc
import Testing

/// An import that is interrupted leaves the ledger as it was.
@Suite(.serialized)
struct ImportInterruptionTests {
  /// A file in bitpal's own format, long enough to be read row by row.
  private static func ownRows(_ count: Int) -> String {
    "coin_id,type,amount,price,date,notes\n"
      + (0..<count).map { number in
        "bitcoin,buy,0.\(100_000 + number),40000,2025-01-02,"
          + "row \(number) of a long history that somebody kept for many years\n"
      }.joined()
  }

  /// Trades of an exchange, which are read as a whole.
  private static func krakenRows(_ count: Int) -> String {
    "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers\n"
      + (0..<count).map { number in
        "T\(number),O\(number),XXBTZUSD,2024-01-05 11:24:42,buy,limit,40000,4000,2,"
          + "0.\(100_000 + number),0,,\n"
      }.joined()
  }

  @Test(arguments: [(SIGINT, true), (SIGTERM, false), (SIGKILL, true), (SIGKILL, false)])
  func `no trace`(signal: Int32, isOwn: Bool) async throws {
    try await onThread {
      let home = try TestHome()
      try home.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2024-01-01")
      let before = try home.bitpal("transactions", "--csv").output
      let rows = isOwn ? 20_000 : 12_000
      let path = try home.file(
        "long.csv", isOwn ? Self.ownRows(rows) : Self.krakenRows(rows))
      let process = try start(
        try TestHome.program, ["import", path], environment: home.environment,
        output: "\(home.path)/out", standardError: "\(home.path)/err")
      let status = try Self.end(process, by: signal) {
        try Self.sizes(home)["BitpalShared.sqlite-wal"] ?? 0
      }
      let after = try home.bitpal("transactions", "--csv").output
      // On a stalled machine, the import may finish before the signal; then everything is imported.
      if status == 0 {
        #expect(after.split(separator: "\n").count == rows + 2)
      } else {
        #expect(status & 0x7F == signal)
        let said = try String(contentsOfFile: "\(home.path)/err", encoding: .utf8)
        #expect(said.contains("Interrupted") == (signal == SIGINT))
        // The signal may arrive after all rows are written.
        #expect(
          signal != SIGINT || said.contains("nothing was imported. Run the command again")
            || said.contains("everything was imported, or nothing. Run the command again"))
        #expect(after == before)
      }
      #expect(try home.bitpal("verify").status == 0)
      #expect(try home.bitpal("sell", "ethereum", "1", "--price", "3000").status == 0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `no trace of a first ledger`(signal: Int32) async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file("long.csv", Self.ownRows(20_000))
      let process = try start(
        try TestHome.program, ["import", path], environment: home.environment,
        output: "\(home.path)/out", standardError: "\(home.path)/err")
      let status = try Self.end(process, by: signal) {
        try Self.sizes(home).filter { $0.key.hasPrefix("BitpalShared.sqlite") }.values.max() ?? 0
      }
      #expect(try Self.sizes(home).keys.allSatisfy { !$0.contains(".new-") })
      // On a stalled machine, the import may finish before the signal; then everything is imported.
      if status != 0 { #expect(status & 0x7F == signal) }
      let rows = try home.bitpal("transactions", "--csv").output.split(separator: "\n").count
      #expect(rows == (status == 0 ? 20_001 : 1))
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  /// The sizes of the files in the ledger's folder.
  private static func sizes(_ home: TestHome) throws -> [String: Int] {
    let files = FileManager.default
    guard files.fileExists(atPath: home.container) else { return [:] }
    var sizes: [String: Int] = [:]
    for name in try files.contentsOfDirectory(atPath: home.container) {
      var file = stat()
      if stat("\(home.container)/\(name)", &file) == 0 { sizes[name] = file.st_size }
    }
    return sizes
  }

  /// Sends the signal once rows are being written, and waits for the process to end.
  ///
  /// - Parameter written: Returns the number of bytes written so far.
  private static func end(
    _ process: pid_t, by signal: Int32, written: () throws -> Int
  ) throws -> Int32 {
    let deadline = ContinuousClock.now + .seconds(120)
    var status: Int32 = 0
    while try !awaitEnd(of: process, milliseconds: 1) {
      guard try written() <= 1 << 19, ContinuousClock.now < deadline else {
        kill(process, signal)
        break
      }
    }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
