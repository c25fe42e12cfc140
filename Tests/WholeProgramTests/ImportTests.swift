import Foundation
import Testing

struct ImportTests {
  private let trades = """
    coin_id,type,amount,price,date,notes
    bitcoin,buy,2,40000,2025-01-02,"first, and best"
    bitcoin,sell,1,50000,2025-02-03,
    shiba-inu,gift,1000000,0,2025-03-01T10:00:00.500Z,airdrop

    """

  @Test func theSameFileTwiceAddsNothing() throws {
    let desk = try Desk()
    let file = try desk.file("trades.csv", trades)
    #expect(try desk.bitpal("import", file, "--dry-run").output == "Would add 3 transactions.\n")
    #expect(try desk.bitpal("transactions", "--json").output == "[]\n")
    #expect(try desk.bitpal("import", file).output == "Added 3 transactions.\n")
    #expect(try desk.bitpal("import", file).output == "Nothing was added.\n")
  }

  @Test func exportThenImportIsTheSameLedgerByteForByte() throws {
    let first = try Desk()
    try first.bitpal("import", try first.file("trades.csv", trades))
    let exported = try first.bitpal("export", "--format", "csv").output
    let second = try Desk()
    #expect(try second.bitpal("import", "-", input: exported).status == 0)
    #expect(try second.bitpal("export", "--format", "csv").output == exported)
  }

  @Test func aRefusedRowIsNamedAndNothingIsImported() throws {
    let desk = try Desk()
    let file = try desk.file("bad.csv", trades + "bitcoin,buy,0x10,1,2025-04-01,\n")
    let ended = try desk.bitpal("import", file)
    #expect(ended.status == 2)
    #expect(ended.complaints.contains("line 5") && ended.complaints.contains("0x10"))
    #expect(try desk.bitpal("transactions", "--json").output == "[]\n")
  }

  @Test func aSaleThatTheFileDoesNotCoverIsRefused() throws {
    let desk = try Desk()
    let file = try desk.file("bad.csv", trades + "bitcoin,sell,7,1,2025-04-01,\n")
    let ended = try desk.bitpal("import", file)
    #expect(ended.status == 2)
    #expect(ended.complaints.contains("You only own 1 bitcoin. Cannot sell 7."))
  }
}
