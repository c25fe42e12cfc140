import Testing
import Workbook

/// The sheets of an .ods workbook become CSV with the values of the cells.
///
/// - Repeated cells and rows are repeated; notes, shapes and linked sheets are left out.
/// - Formulas without a stored result are empty and counted.
/// - A small file cannot expand without limit, and an encrypted one is reported as such.
struct OpenDocumentTests {
  /// A row with some cells.
  private func row(_ cells: String..., attributes: String = "") -> String {
    "<table:table-row \(attributes)>\(cells.joined())</table:table-row>"
  }

  private func cell(_ attributes: String = "", _ shown: String = "") -> String {
    "<table:table-cell \(attributes)><text:p>\(shown)</text:p></table:table-cell>"
  }

  private func number(_ value: String, _ shown: String = "") -> String {
    cell("office:value-type='float' office:value='\(value)'", shown)
  }

  private func date(_ value: String, _ shown: String) -> String {
    cell("office:value-type='date' office:date-value='\(value)'", shown)
  }

  private func time(_ value: String, _ shown: String) -> String {
    cell("office:value-type='time' office:time-value='\(value)'", shown)
  }

  @Test func `cells of every kind are text`() {
    let cells = [
      cell("office:value-type='string'", "a <text:s text:c='2'/>b<text:tab/>c"),
      cell("office:value-type='string' office:string-value='own'", "shown"),
      "<table:table-cell><text:p>two</text:p><text:p>lines</text:p></table:table-cell>",
      cell("office:value-type='boolean' office:boolean-value='true'", "WAHR"),
      cell("office:value-type='percentage' office:value='0.05'", "5 %"),
      number("0.30000000000000004", "0,3"),
      cell("office:value-type='currency' office:currency='EUR' office:value='-12.5'", "-12,50 €"),
      cell("office:value-type='currency' office:value='3'", "R$ 3,00"),
      cell(
        "office:value-type='string' office:string-value='' calcext:value-type='error'", "#DIV/0!"),
      cell("calcext:value-type='string' office:value-type='float' office:value='1'", "x"),
    ]
    #expect(
      openDocument(row(cells.joined()))
        == "a   b c,own,\"two lines\",TRUE,0.05,0.3,-€12.5,R$3,#DIV/0!,1\n")
  }

  @Test func `dates are those of the cell`() {
    let text = openDocument(
      row(
        date("2024-03-01", "01.03.24"), date("2024-03-01T10:00:37", "01.03.24 10:00"),
        date("2024-03-01T10:00:36.999999999", "10:00:37"), time("PT10H30M15S", "10:30:15"))
        + row(
          date("2024-02-28T23:59:59.9999", "29.02.24 00:00"), date("2024-03-01T10:00:00", "10:00"),
          date("2024-03-01T10:00:00", "10:00:00"), time("PT36H00M00.25S", "36:00:00"))
        + row(date("2024-12-31T23:59:60", ""), date("soon", ""), time("P1D", "1")))
    #expect(
      text == """
        2024-03-01,2024-03-01 10:00:37,2024-03-01 10:00:37,10:30:15
        2024-02-29 00:00:00,2024-03-01 10:00:00,2024-03-01 10:00:00,36:00:00.250
        2025-01-01 00:00:00,soon,P1D

        """)
    // No cell of the column has seconds or shows them.
    #expect(openDocument(row(date("2024-03-01T10:00:00", "10:00"))) == "2024-03-01 10:00\n")
  }

  @Test func `cells and rows are there as often as they are repeated`() {
    let twice = "table:number-columns-repeated='2'"
    let text = openDocument(
      row(cell("table:number-columns-repeated='3'"), number("1"))
        + row("<table:table-cell/>", attributes: "table:number-rows-repeated='2'")
        + row(
          cell("office:value-type='float' office:value='2' \(twice)"),
          "<table:covered-table-cell \(twice)/>", number("3"),
          cell("table:number-columns-repeated='16379'"),
          attributes: "table:number-rows-repeated='2'")
        + row(
          cell("table:number-columns-repeated='16384'"),
          attributes: "table:number-rows-repeated='1048570'"))
    #expect(text == ",,,1\n\n\n2,2,,,3\n2,2,,,3\n")
  }

  @Test func `what is no part of a cell is left out`() {
    let note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    let shape = "<draw:frame><draw:text-box><text:p>a shape</text:p></draw:text-box></draw:frame>"
    let text = openDocument(
      tables: """
        <table:tracked-changes><table:table-cell><text:p>old</text:p></table:table-cell>
        </table:tracked-changes>
        <table:table table:name='One'><table:shapes>\(shape)</table:shapes>
        <table:table-header-rows>\(row("<table:table-cell>\(note)<text:p>a</text:p>\(shape)</table:table-cell>"))
        </table:table-header-rows></table:table>
        <table:table table:name="'file:///other.ods'#$One">\(row(cell("", "linked")))</table:table>
        <table:table table:name='Two' table:display='false'>\(row(cell("", "b")))</table:table>
        """
    ) { sheets in
      sheets.map { "\($0.name): \(String(decoding: $0.text, as: UTF8.self))" }.joined()
    }
    #expect(text == "One: a\nTwo: b\n")
  }

  @Test func `a formula without its result is an empty cell`() {
    let rows = row(
      cell("table:formula='of:=1+1'"),
      cell("table:formula='of:=1+1' office:value-type='float' office:value='2'", "2"))
    let count = openDocument(tables: "<table:table table:name='One'>\(rows)</table:table>") {
      $0.first.map { "\($0.formulasWithoutResult): \(String(decoding: $0.text, as: UTF8.self))" }
    }
    #expect(count == "1: ,2\n")
  }

  @Test func `few bytes cannot become many`() {
    let million = "number-rows-repeated='1048576'"
    let wide = "office:value-type='float' office:value='1' table:number-columns-repeated"
    #expect(
      openDocument(row(number("1"), attributes: "table:\(million)")) == "too large")
    #expect(
      openDocument(row(cell("\(wide)='16384'"), attributes: "table:\(million)")) == "too large")
    #expect(
      openDocument(row(cell("\(wide)='999999999999999'")))
        == "damaged: a row has over 16,384 columns")
    let blank = row(cell(), attributes: "table:number-rows-repeated='999999999999999'")
    #expect(openDocument(blank + row(number("1"))) == "too large")
    let spaces = cell("", String(repeating: "<text:s text:c='999999999'/>", count: 2000))
    #expect(openDocument(row(spaces)) == "too large")
  }

  @Test func `a locked workbook is known`() {
    let entry = "<manifest:encryption-data/>"
    #expect(openDocument(tables: "", manifest: entry) { _ in nil } == "encrypted")
  }
}
