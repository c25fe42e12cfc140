import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Words of a known format whose meaning the user declares.
struct NamedWordsTests {
  private let cards = """
    Koinly Date,Amount,Currency,Label,TxHash
    2024-03-05 10:00 UTC,1,BTC,staking,
    2024-03-06 10:00 UTC,-0.1,BTC,CORNER SHOP 12,
    2024-03-07 10:00 UTC,-0.2,BTC,THE BAKER,
    2024-03-08 10:00 UTC,0.05,BTC,THE BAKER,
    """

  private func file(_ text: String, _ map: String?) throws -> Imported {
    let prices = Dictionary(
      uniqueKeysWithValues: (5...8).map { ("bitcoin 2024-03-0\($0)", "1000") })
    return try imported(
      text, ImportSetting(evidence: prices, map: try map.map { try ColumnMap($0) }))
  }

  @Test func `unknown words wait`() throws {
    #expect(try file(cards, nil).unread.map { $0.prefix(2) } == ["3:", "4:", "5:"])
  }

  @Test func `a word that is named has its meaning, others wait still`() throws {
    let file = try file(cards, "payment=corner shop 12|cafe")
    #expect(file.unread.map { $0.prefix(2) } == ["4:", "5:"])
    #expect(file.transactions.map(\.category) == [.reward, .payment])
  }

  @Test func `a star names every unknown word that goes that way`() throws {
    let file = try file(cards, "payment=*")
    // The last row received coins, so it cannot be a payment.
    #expect(file.unread.map { $0.prefix(2) } == ["5:"])
    #expect(file.transactions.map(\.amount.description) == ["1", "0.1", "0.2"])
    #expect(file.transactions.map(\.category) == [.reward, .payment, .payment])
  }

  @Test func `a map that is kept for a known form completes it again`() throws {
    let map = try ColumnMap("payment=*")
    let bytes = Array(cards.utf8)
    let file = try readImport(bytes, map: map)
    let saved = try #require(SavedColumnMap(name: "cards", map: map, file: file))
    let again = try readImport(bytes, known: [saved])
    #expect(again.format == .koinly)
    #expect(again.results.map(\.line) == file.results.map(\.line))
  }

  @Test func `a state that is not known waits`() throws {
    let deposits = """
      Status,Time,Crypto,Network,Deposit Amount,TxID,Progress
      Puzzling,2023-05-01 10:00:00,BTC,BTC,0.5,aa,(2/2)
      """
    #expect(try file(deposits, nil).unread.count == 1)
    #expect(try file(deposits.replacing("Puzzling", with: "done"), nil).moves.count == 1)
    #expect(try file(deposits.replacing("Puzzling", with: "canceled"), nil).leftOut.count == 1)
  }

  @Test func `words of other known formats can be named, too, and none is renamed`() throws {
    let ledgers = """
      "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
      "L1","R1","2024-03-05 10:00:00","novelty","","currency","XXBT",1,0,1
      "L2","R2","2024-03-06 10:00:00","staking","","currency","XXBT",1,0,2
      """
    #expect(try file(ledgers, nil).unread.map { $0.prefix(2) } == ["2:"])
    let named = try file(ledgers, "reward=novelty,skip=staking")
    #expect(named.unread == [])
    #expect(named.transactions.map(\.category) == [.reward, .reward])
  }

  @Test func `a word that Coinbase's form lacks can be named`() throws {
    let text = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Subtotal,Total,Fees,Notes
      a1,2024-03-05 10:00:00 UTC,Lucky Dip,BTC,0.5,USD,$500,$500,$0,
      """
    #expect(try file(text, nil).unread.map { $0.prefix(2) } == ["2:"])
    #expect(try file(text, "reward=lucky dip").transactions.map(\.category) == [.reward])
  }

  @Test func `a map's words may have brackets, and a star is any other word`() throws {
    let text = """
      date,what,coin,qty,total
      2024-01-01,Foo (Cash),BTC,1,10
      2024-01-02,Qux (BTC) done,BTC,2,20
      2024-01-03,Whatever,BTC,1,15
      """
    let map = "date=date,side=what,coin=coin,amount=qty,total=total,currency==USD"
    func lines(_ words: String) throws -> [String] {
      try readImport(Array(text.utf8), map: ColumnMap(map + words)).results.map(\.line).sorted()
    }
    #expect(
      try lines(",buy=Foo (Cash)|Qux (BTC) done,sell=*") == [
        "2024-01-01T00:00:00Z +1 BTC -10 USD", "2024-01-02T00:00:00Z +2 BTC -20 USD",
        "2024-01-03T00:00:00Z +15 USD -1 BTC",
      ])
    #expect(try lines(",buy=Foo (Cash)").contains("4: refused, unknownKind(\"Whatever\")"))
  }
}
