import BitpalTesting
import Foundation
import Portfolio
import Testing

@testable import Interchange

/// Several long files are read row by row together, with the result that they have read whole.
@Suite struct StreamedFilesTests {
  private static var empty: ImportLedger { ImportLedger(transactions: []) }

  @Test("pieces of a file of every form give the same plan", arguments: Fixture.names)
  func pieces(name: String) throws {
    let text = try Fixture.named(name).text
    // Of every form another part of what may be compared: all of it takes minutes.
    let number = name.utf8.reduce(text.utf8.count) { $0 + Int($1) }
    let pieces = Self.pieces(of: text)[number % 3]
    let policy = StreamedFileTests.policies[number % 4]
    guard let files = try Self.files(pieces) else { return }
    let plan = try files.compare(into: Self.empty, policy).whole
    guard policy.skipsRefused, !policy.missingCoinsAreGifts else { return }
    let ledger = ImportLedger(
      transactions: plan.additions.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      moves: Array(plan.moves.prefix(plan.moves.count / 2)))
    let others = [StreamedFileTests.toldByOthers(ledger), StreamedFileTests.toldBefore(ledger)]
    for ledger in [ledger] + others { try files.compare(into: ledger, policy) }
  }

  @Test("files of several forms give the same plan", arguments: Repetition.seeds(0...39, few: 8))
  func forms(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = (0..<3).compactMap { _ in Fixture.names.randomElement(using: &random) }
    let texts = try names.map { try Fixture.named($0).text }
    try Self.files(texts)?.compare(into: Self.empty, StreamedFileTests.policies[seed % 4])
  }

  @Test(
    "any files of named columns give the same plan",
    arguments: Repetition.seeds(0...79, few: 12))
  func maps(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=Many,total=Sum,fee=Fee,fee-currency=Paid,id=Id,currency==USD"
    )
    let text = StreamedFileTests.file(&random)
    var files = Self.pieces(of: text).randomElement(using: &random) ?? [text]
    if seed % 3 == 0 { files.append(StreamedFileTests.file(&random)) }
    files.shuffle(using: &random)
    let policy = StreamedFileTests.policies[seed % 4]
    guard let files = try Self.files(files, map) else { return }
    let whole = try files.compare(into: Self.empty, policy).whole
    let some = whole.additions.filter { _ in Bool.random(using: &random) }
    let ledger = ImportLedger(
      transactions: some, moves: whole.moves.filter { _ in Bool.random(using: &random) })
    try files.compare(into: ledger, policy)
  }

  /// Files that can be read: a piece may say too little, or begin within quotes.
  private static func files(_ contents: [String], _ map: ColumnMap? = nil) throws -> BothWays? {
    do { return try BothWays(contents, map) } catch is ImportError { return nil }
  }

  /// Halves of a file that meet, that share some rows, and of which one has all.
  private static func pieces(of text: String) -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let top = lines.firstIndex { $0.filter { ",;\t".contains($0) }.count > 2 } ?? 0
    let (header, rows) = (Array(lines[...top]), Array(lines[(top + 1)...]))
    func piece(_ range: Range<Int>) -> String {
      (header + rows[range.clamped(to: rows.indices)]).joined(separator: "\n") + "\n"
    }
    let (third, end) = (rows.count / 3, rows.count)
    return [
      [piece(0..<third), piece(third..<end)], [piece(third..<end), piece(0..<(2 * third))],
      [piece(0..<end), piece(third..<(2 * third)), piece(0..<end)],
    ]
  }
}

extension StreamedFilesTests {
  private static let trades = [
    "2024-01-02 03:04:05,buy,BTC,2,100", "2024-01-02 03:04:05,sell,BTC,1,60",
    "2024-02-02 03:04:05,buy,ETH,3,30", "2024-02-02 03:04:05,buy,ETH,3,30",
    "2024-03-02 03:04:05,sell,ETH,5,60", "2024-03-03 03:04:05,deposit,BTC,1,",
  ]

  private static func file(_ rows: some Sequence<String>) -> String {
    "When,What,Coin,Many,Sum\n" + rows.map { $0 + "\n" }.joined()
  }

  private static let map = Result {
    try ColumnMap("date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==USD")
  }

  @Test func piecesThatShareRowsAreNotReadWhole() throws {
    let pieces = [Self.trades.prefix(4), Self.trades.dropFirst(2)]
    for files in [pieces, pieces.reversed()] {
      let (plan, isStreamed) = try BothWays(files.map(Self.file), try Self.map.get())
        .compare(into: Self.empty, ImportPolicy())
      #expect(isStreamed)
      // Two equal purchases of one file are two, those of the other file are the same.
      #expect(plan.additions.count == 5 && plan.moves.count == 1 && plan.alreadyThere == 2)
    }
  }

  @Test func aSaleIsCoveredByAnotherFile() throws {
    let files = [Self.file(Self.trades.suffix(2)), Self.file(Self.trades.prefix(4).reversed())]
    let (plan, isStreamed) = try BothWays(files, try Self.map.get())
      .compare(into: Self.empty, ImportPolicy())
    #expect(isStreamed && plan.isAcceptable && plan.additions.count == 5)
  }

  @Test func exportsOfTwoExchangesAreNotReadWhole() throws {
    let coinbase = try Fixture.named("coinbase").text
    let kraken = try Fixture.named("kraken-trades").text
    var policy = ImportPolicy()
    policy.skipsRefused = true
    #expect(try BothWays([coinbase, kraken]).compare(into: Self.empty, policy).isStreamed)
  }

  @Test func anIdOfTwoInstantsIsReadWhole() throws {
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=Many,total=Sum,id=Id,currency==USD")
    let header = "When,What,Coin,Many,Sum,Id\n"
    let files = ["2024-01-02,buy,BTC,2,100,x\n", "2024-01-03,buy,BTC,2,100,x\n"].map { header + $0 }
    let (_, isStreamed) = try BothWays(files, map).compare(into: Self.empty, ImportPolicy())
    #expect(!isStreamed)
  }
}
