import Testing
import Workbook

/// The sheets of an .xlsx workbook become CSV with the values that the spreadsheet shows.
///
/// - Dates follow the cell's format, including the 1904 calendar.
/// - Rows keep their line numbers, and hidden sheets are included.
/// - Formulas without a stored result are empty and counted.
/// - A damaged workbook is refused with the place of the damage.
/// - A small file cannot expand without limit.
struct OfficeOpenXMLTests {
  @Test func `cells of every kind are text`() {
    let book = OfficeBook(
      rows: """
        <row r='1'><c r='A1' t='s'><v>1</v></c><c r='B1' t='s'><v>0</v></c>
        <c r='C1' t='inlineStr'><is><t>own</t></is></c><c r='D1' t='b'><v>1</v></c>
        <c r='E1' t='b'><v>0</v></c><c r='F1' t='e'><f>A1/0</f><v>#DIV/0!</v></c>
        <c r='G1' t='str'><f>"a"</f><v>a</v></c><c r='H1'><f>1/8</f><v>0.125</v></c>
        <c r='I1' t='n'><v>1.2E-05</v></c><c r='J1' t='d'><v>2024-03-01T10:00:37</v></c></row>
        """,
      strings: """
        <si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space='preserve'>ch </t></r>
        <rPh sb='0' eb='1'><t>READING</t></rPh></si><si><t>a_x0041_ &amp; b</t></si>
        """)
    #expect(
      book.text
        == "aA & b,rich ,own,TRUE,FALSE,#DIV/0!,a,0.125,0.000012,2024-03-01 10:00:37\n")
  }

  @Test func `a row is on the line of its number`() {
    let book = OfficeBook(
      rows: """
        <row r='2'><c r='B2' t='str'><v>two\nlines</v></c><c r='D2' t='str'><v>a;b</v></c></row>
        <row r='3'><c r='A3' t='str'><v>say "x", y</v></c><c r='B3' s='1'/></row>
        <row r='6'><c r='AA6'><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row>
        <row r='1048576'/>
        """)
    let commas = String(repeating: ",", count: 26)
    #expect(
      book.text
        == "\n,\"two lines\",,\"a;b\"\n\"say \"\"x\"\", y\"\n\n\n\(commas)1\n2,3\n")
  }

  @Test(
    arguments: [
      ("14", "45352", "2024-03-01"), ("14", "45352.5", "2024-03-01 12:00:00"),
      ("22", "45352.416667", "2024-03-01 10:00:00.029"),
      ("22", "45352.417094907408", "2024-03-01 10:00:37"), ("22", "45352", "2024-03-01 00:00:00"),
      ("22", "45352.99999999999", "2024-03-02 00:00:00"),
      ("21", "0.417094907408", "10:00:37"), ("20", "45352.5", "2024-03-01 12:00:00"),
      ("46", "1.25", "30:00:00"), ("14", "1", "1900-01-01"), ("14", "59", "1900-02-28"),
      ("14", "60", "1900-02-29"), ("14", "61", "1900-03-01"), ("14", "2958465", "9999-12-31"),
      ("14", "2958466", "2958466"), ("14", "-1", "-1"), ("14", "0", "00:00:00"),
      ("0", "45352.5", "45352.5"),
    ])
  func `dates are those of the format`(_ format: String, _ number: String, _ text: String) {
    #expect(dates(format: format, number) == text)
  }

  @Test func `days may be counted from 1904`() {
    let book = "<workbookPr date1904='1'/>"
    #expect(dates(format: "14", "0", book: book) == "1904-01-01")
    #expect(dates(format: "22", "43890.5", book: book) == "2024-03-01 12:00:00")
    #expect(dates(format: "20", "0.5", book: book) == "12:00:00")
  }

  /// The text of a cell with a built-in format, in a column with seconds.
  private func dates(format: String, _ number: String, book: String = "") -> String {
    let text = OfficeBook(
      rows: """
        <row><c s='1'><v>\(number)</v></c></row><row><c s='0'><v>1.5</v></c></row>
        """,
      book: book, styles: "<cellXfs><xf numFmtId='21'/><xf numFmtId='\(format)'/></cellXfs>"
    ).text
    return text.split(separator: "\n").first.map(String.init) ?? text
  }

  @Test func `minutes are written where no cell of a column has seconds`() {
    let styles = """
      <numFmts count='1'><numFmt numFmtId='164' formatCode='dd/mm/yyyy\\ hh:mm'/></numFmts>
      <cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>
      <cellXfs><xf numFmtId='0'/><xf numFmtId='164'/></cellXfs>
      """
    let rows = ["45352.4375", "45352.75"].map { day in
      "<row><c s='1'><v>\(day)</v></c><c s='1'><v>\(day)</v></c></row>"
    }.joined()
    #expect(
      OfficeBook(rows: rows, styles: styles).text
        == "2024-03-01 10:30,2024-03-01 10:30\n2024-03-01 18:00,2024-03-01 18:00\n")
    let other = "<row><c/><c s='1'><v>45352.417094907408</v></c></row>"
    #expect(
      OfficeBook(rows: rows + other, styles: styles).text
        == """
        2024-03-01 10:30,2024-03-01 10:30:00
        2024-03-01 18:00,2024-03-01 18:00:00
        ,2024-03-01 10:00:37

        """)
  }

  @Test func `the sign of a currency stays with its number`() {
    let styles = """
      <numFmts><numFmt numFmtId='8' formatCode='"$"#,##0.00'/>
      <numFmt numFmtId='170' formatCode='[$R$-416]\\ #,##0.00'/></numFmts>
      <cellXfs><xf numFmtId='8'/><xf numFmtId='170'/><xf numFmtId='44'/></cellXfs>
      """
    let rows = "<row><c><v>-12.5</v></c><c s='1'><v>3</v></c><c s='2'><v>4</v></c></row>"
    #expect(OfficeBook(rows: rows, styles: styles).text == "-$12.5,R$3,4\n")
  }

  @Test func `a formula without its result is an empty cell`() {
    let rows = """
      <row><c><f>1+1</f></c><c><f>1+1</f><v/></c><c t='str'><f>""</f><v></v></c>
      <c><f>0*1</f><v>0</v></c><c><v>5</v></c></row>
      """
    #expect(OfficeBook(rows: rows).text == ",,,0,5\n")
    #expect(OfficeBook(rows: rows).formulasWithoutResult == "2")
    // Programs that cannot calculate write 0 everywhere.
    let unread = OfficeBook(rows: rows, book: "<calcPr fullCalcOnLoad='1'/>")
    #expect(unread.text == ",,,,5\n")
    #expect(unread.formulasWithoutResult == "3")
  }

  @Test func `sheets come in the order of the workbook hidden ones included`() {
    let book = OfficeBook(
      rows: "<row><c><v>1</v></c></row>",
      book: """
        <x:sheet name='Two &amp; three' state='hidden' r:id='two' xmlns:x='x'/>
        <sheet name='Chart' r:id='chart'/><sheet name='Gone' r:id='gone'/>
        """,
      parts: [
        "xl/_rels/workbook.xml.rels": """
        <r><Relationship Id='one' Type='x/worksheet' Target='/xl/worksheets/one.xml'/>
        <Relationship Id='two' Type='y/worksheet' Target='../other/./Two.xml'/>
        <Relationship Id='chart' Type='x/chartsheet' Target='chart.xml'/></r>
        """,
        "OTHER/two.xml": """
        <x:worksheet xmlns:x='x'><x:sheetData><x:row><x:c><x:v>2</x:v></x:c></x:row></x:sheetData>
        </x:worksheet>
        """,
      ])
    #expect(book.sheets == "Two & three: 2\nOne: 1\n")
  }

  @Test func `what is damaged says where`() {
    func text(_ rows: String, strings: String = "") -> String {
      OfficeBook(rows: rows, strings: strings).text
    }
    #expect(
      OfficeBook(missing: "xl/worksheets/one.xml").text
        == "damaged: xl/worksheets/one.xml is missing")
    #expect(
      OfficeBook(missing: "xl/workbook.xml").text
        == "damaged: xl/workbook.xml is missing")
    #expect(text("<row></c>") == "damaged: xl/worksheets/one.xml: mismatched tag, line 1")
    #expect(
      text("<row><c t='s'><v>1</v></c></row>", strings: "<si><t>a</t></si>")
        == "damaged: a cell has a text that is not there")
    #expect(text("<row r='2'/><row r='1'/>") == "damaged: rows are not in their order")
    #expect(
      text("<row><c r='B1'><v>1</v></c><c r='A1'><v>1</v></c></row>")
        == "damaged: cells are not in their order")
    #expect(
      text("<row><c r='XFE1'><v>1</v></c></row>") == "damaged: a row has over 16,384 columns")
    #expect(
      OfficeBook(parts: [
        "_rels/.rels":
          "<r><Relationship Id='b' Type='x/officeDocument' Target='xl/workbook.bin'/></r>"
      ]).text == "binary")
    #expect(OfficeBook(missing: "[Content_Types].xml").text == "no workbook")
  }

  @Test func `entities of a document are refused and so are deep nests`() {
    let laughs = """
      <!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c>
      <v>&b;</v></c></row></sheetData></worksheet>
      """
    #expect(
      OfficeBook(parts: ["xl/worksheets/one.xml": laughs]).text
        == "damaged: xl/worksheets/one.xml: it declares a document type, line 1")
    let deep = String(repeating: "<c>", count: 300) + String(repeating: "</c>", count: 300)
    #expect(
      OfficeBook(rows: deep).text
        == "damaged: xl/worksheets/one.xml: elements are nested too deeply, line 1")
  }

  @Test func `few bytes cannot become many`() {
    let long = String(repeating: "x", count: 10_000)
    let cells = String(repeating: "<c t='s'><v>0</v></c>", count: 1000)
    let shared = OfficeBook(rows: "<row>\(cells)</row>", strings: "<si><t>\(long)</t></si>")
    #expect(shared.text == "too large")
    let far = (1...100).map { "<row r='\($0)'><c r='XFD\($0)'><v>1</v></c></row>" }.joined()
    #expect(OfficeBook(rows: far).text == "too large")
    #expect(
      OfficeBook(rows: "<row r='999999999999999'><c><v>1</v></c></row>").text == "too large")
    // The last row that programs support is accepted.
    let last = OfficeBook(rows: "<row r='1048575'><c><v>1</v></c></row>")
    #expect(last.text.utf8.count == 1_048_576)
  }
}
