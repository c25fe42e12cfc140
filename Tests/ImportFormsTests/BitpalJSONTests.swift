import BitpalTesting
import Exact
import Export
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// bitpal's JSON export reads back with its ids, and JSON that people write is read leniently.
///
/// - Decimals are strings in the export; numbers are read as well, and unknown keys are ignored.
/// - A row with a known id is not added again, edited or not, also after a CSV import.
/// - A wrong row is refused with its index and text; other files and versions are refused whole.
struct BitpalJSONTests {
  @Test func `the export has the fields of a transaction, decimals as strings`() throws {
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
    let transaction = Transaction(
      id: id, coinId: "bitcoin", type: .buy, amount: Quantity(decimal("0.1")), pricePerCoin: 40000,
      date: instant("2024-03-01"), notes: "a \"note\"")
    #expect(
      portfolioJSON([transaction]) == """
        {
          "version": "1.0",
          "transactions": [
            {
              "id": "6f9619ff-8b86-d011-b42d-00c04fc964ff",
              "coinId": "bitcoin",
              "type": "buy",
              "amount": "0.1",
              "pricePerCoin": "40000",
              "date": "2024-03-01T00:00:00Z",
              "notes": "a \\"note\\""
            }
          ]
        }

        """)
    #expect(
      portfolioJSONName(on: instant("2026-04-28T23:59:59Z")) == "bitpal-portfolio-2026-04-28.json")
  }

  @Test func `numbers may be tokens, ids and notes may be missing, other keys are ignored`() throws
  {
    let file = try imported(
      """
      {"version": "1.0", "by": "hand", "transactions": [
        {"coinId": "bitcoin", "type": "buy", "amount": 0.10, "pricePerCoin": 6.21e-06,
         "date": "2024-03-01", "mood": "good"},
        {"coinId": "ethereum", "type": "gift", "amount": "1", "pricePerCoin": "0",
         "date": "2024-03-02T00:00:00+02:00", "notes": null}
      ]}
      """)
    #expect(file.files.map(\.format) == [.bitpalJSON])
    #expect(
      file.added == [
        "2024-03-01T00:00:00Z buy 0.1 bitcoin 0.00000621",
        "2024-03-01T22:00:00Z gift 1 ethereum 0",
      ])
  }

  @Test func `a row keeps its id, and an id the ledger has is already there, edited or not`() throws
  {
    let original = randomLedger(seed: 7, count: 3)
    let text = portfolioJSON(original)
    #expect(try imported(text).transactions.map(\.id) == original.map(\.id))
    var edited = original
    edited[0].amount += 1
    edited[0].notes = "edited"
    #expect(try imported(text, ImportSetting(typed: edited)).transactions.isEmpty)
  }

  @Test func `rows the CSV brought are known to the JSON of the same ledger`() throws {
    let original = randomLedger(seed: 8, count: 50)
    let both = try imported([bitpalCSV(original), portfolioJSON(original)])
    #expect(Set(both.transactions.map(\.id)) == Set(original.map(\.id)))
    #expect(both.transactions.count == original.count)
  }

  @Test(arguments: [
    (
      #"{"coinId":"x","type":"swap","amount":"1","pricePerCoin":"1","date":"2024-01-01"}"#,
      "unknownKind(\"swap\")"
    ),
    (
      #"{"coinId":"x","type":"buy","amount":"1,5","pricePerCoin":"1","date":"2024-01-01"}"#,
      "notANumber(column: \"amount\", comma(\"1,5\"))"
    ),
    (
      #"{"coinId":"x","type":"buy","pricePerCoin":"1","date":"2024-01-01"}"#,
      "missingCell(\"amount\")"
    ),
    (
      #"{"coinId":"x","type":"buy","amount":true,"pricePerCoin":"1","date":"2024-01-01"}"#,
      "missingCell(\"amount\")"
    ),
    (
      #"{"coinId":"x","type":"buy","amount":"1","pricePerCoin":"1","date":"yesterday"}"#,
      "notADate(column: \"date\", \"yesterday\")"
    ),
    (
      #"{"id":"7","coinId":"x","type":"buy","amount":"1","pricePerCoin":"1","date":"2024-01-01"}"#,
      "notAnIdentity(\"7\")"
    ),
    (
      #"{"type":"buy","amount":"1","pricePerCoin":"1","date":"2024-01-01"}"#,
      "missingCell(\"coinId\")"
    ),
    ("5", "missingCell(\"type\")"),
  ])
  func `a wrong row is refused by its index`(row: String, reason: String) throws {
    let file = try read(#"{"version":"1.0","transactions":["# + row + "]}")
    #expect(file.results.map(\.line) == ["1: refused, \(reason)"])
    #expect(file.results.first?.source.text == row)
  }

  @Test func `two rows of one id are one`() throws {
    let row =
      #"{"id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","coinId":"x","type":"buy","#
      + #""amount":"1","pricePerCoin":"1","date":"2024-01-01"}"#
    let file = try imported(#"{"version":"1.0","transactions":[\#(row),\#(row)]}"#)
    #expect(file.added == ["2024-01-01T00:00:00Z buy 1 x 1"])
  }

  @Test(arguments: [
    (#"{"version":"3.0","transactions":[]}"#, ImportError.unknownVersion("3.0")),
    (#"{"transactions":[]}"#, .unknownFormat(firstLine: "{")),
    (
      #"{"version":"1.0","transactions":["#,
      .badJSON(JSONError(reason: .unexpectedEnd, line: 1))
    ),
  ])
  func `other JSON is refused whole`(text: String, error: ImportError) {
    #expect(throws: error) { try read(text) }
  }
}
