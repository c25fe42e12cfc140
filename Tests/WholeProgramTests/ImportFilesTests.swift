import Foundation
import Testing

/// Files accepted by `bitpal import`: compressed files and files with unknown columns; and the
/// prompts on a terminal.
@Suite(.serialized)
struct ImportFilesTests {
  private func file(_ home: TestHome, _ name: String, base64: String) throws -> String {
    let path = try home.file(name, "")
    try #require(Data(base64Encoded: base64)).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `packed files are read as they are`() throws {
    let home = try TestHome()
    let zip = try file(
      home, "exports.zip",
      base64: """
        UEsDBBQAAAAIAAAAIVqPlJO6PQAAAD4AAAASAAAAZXhwb3J0cy90cmFkZXMuY3N2S87PzI\
        vPTNEpqSxI1UnMzS/NK9EpKMpMTtVJSSxJ5UrKLEkGqtBJKq3UMdIxMQACHSMDI1NdA0Nd\
        AyMuAFBLAwQUAAAACAAAACFagxbcjAMAAAABAAAAEQAAAGV4cG9ydHMvcGhvdG8ucG5nqw\
        AAUEsBAhQDFAAAAAgAAAAhWo+Uk7o9AAAAPgAAABIAAAAAAAAAAAAAAIABAAAAAGV4cG9y\
        dHMvdHJhZGVzLmNzdlBLAQIUAxQAAAAIAAAAIVqDFtyMAwAAAAEAAAARAAAAAAAAAAAAAA\
        CAAW0AAABleHBvcnRzL3Bob3RvLnBuZ1BLBQYAAAAAAgACAH8AAACfAAAAAAA=
        """)
    let gzip = try file(
      home, "more.csv.gz",
      base64: """
        H4sIAAAAAAACA0vOz8yLz0zRKaksSNVJzM0vzSvRKSjKTE7VSUksSeVKLclILUotzdVJKq\
        3UMdYxMjAwABJGproGhroGxlwAq9Ekuj4AAAA=
        """)
    #expect(try home.bitpal("import", zip, gzip).output.hasSuffix("Added 2 transactions.\n"))
    #expect(try home.bitpal("import", gzip, zip).output.hasSuffix("Nothing was added.\n"))
  }

  @Test func `a file in an archive is named with its folder, also where it cannot be read`() throws
  {
    let home = try TestHome()
    let mixed = try file(
      home, "mixed.zip",
      base64: """
        UEsDBBQAAAAIAAAAIVg2t3JTPwAAAEEAAAAKAAAAMjAyNC90LmNzdg3KMQ7AIAgF0N2z/CZKeh+j\
        yMBQMC0O3r4mb3zsalUHYk9Be3xZYL7KgtFCYB7ypa7B56GvjQICZbqvXA6kH1BLAwQUAAAACAAA\
        ACFYqKESohsAAAAbAAAACwAAAG4vbm90ZXMuY3N2S0ksSdXJyy9J5TIyMDLRNTAEIp2M1JycfC4A\
        UEsBAhQDFAAAAAgAAAAhWDa3clM/AAAAQQAAAAoAAAAAAAAAAAAAAIABAAAAADIwMjQvdC5jc3ZQ\
        SwECFAMUAAAACAAAACFYqKESohsAAAAbAAAACwAAAAAAAAAAAAAAgAFnAAAAbi9ub3Rlcy5jc3ZQ\
        SwUGAAAAAAIAAgBxAAAAqwAAAAAA
        """)
    let ended = try home.bitpal("import", mixed)
    #expect(ended.status == 2)
    #expect(ended.output.hasSuffix("Added 1 transaction.\n"), "\(ended)")
    #expect(
      ended.standardError.contains("\(mixed):n/notes.csv: bitpal does not know these columns: "))
    #expect(ended.standardError.hasSuffix("1 file was not imported, as said above.\n"))
    let zip = try file(
      home, "old.zip",
      base64: """
        UEsDBBQAAAAIAAAAIVhW5uHWTAAAAF8AAAAKAAAAMjAyNC90LmNzdlXKSQrAIBAF0b1n+QFtcp/g\
        0JAGJ7RdePu4DdTuVWxSH0nQ3Rm+tFUVfUhkJK+M2pSnCaLxfAhrw4FAlu7LuhMM68uDV8HknP9K\
        MB9QSwECFAMUAAAACAAAACFYVubh1kwAAABfAAAACgAAAAAAAAAAAAAAgAEAAAAAMjAyNC90LmNz\
        dlBLBQYAAAAAAQABADgAAAB0AAAAAAA=
        """)
    let waiting = try home.bitpal("import", zip)
    #expect(waiting.output.contains("(old.zip:2024/t.csv line 3)"), "\(waiting)")
    #expect(waiting.output.contains("1 row waits"))
  }

  @Test func `a file in an archive is read whatever its name, or said not to be`() throws {
    let home = try TestHome()
    let zip = try file(
      home, "years.zip",
      base64: """
        UEsDBBQAAAAIAAAAIVhDR5jpQAAAAEMAAAAIAAAAMjAyNC5jc3YNyjEOwCAIBdDds/wmYHofo8jAUDEt\
        Dt6+Jm984jaKdcSeivr4GoH5mih6DcXw0C81CzkPbW0wmAiZ8n0RH0g/UEsDBBQAAAAIAAAAIVgu9iQU\
        VAAAAFIAAAALAAAAMjAyMy5jc3YuZ3qT7+ZgAAEmZt5ThnwHFDhYL9zd/EctgT9FRFJCa9nRg7evP+n1\
        v+O2se9GcKB8vLJBvLDr+oUScr+Wpik+X7iWl01YMXif/iPml+xdWj97nYEmAQBQSwMEFAAAAAgAAAAh\
        WCAydbo/AAAAQwAAAAgAAAAyMDIxLnRhYhXKMQ6AMAgF0Pn3LibQC5mWMjAIjdKht1eTNz4J89MGck9F\
        u2J5Yt4mitFS4ZH6lG4p30NfGwwmQqXKB/1QXlBLAwQUAAAACAAAACFYTxZ0tD8AAABDAAAABAAAADIw\
        MjANyjEOwCAIBdDds/wm4IUaRQaGgmlx8PY1eeOTML9tIPdUtCeWJ+ZrohgtFR6pX+mWch762mAwESpV\
        uogPlB9QSwMEFAAAAAgAAAAhWIMW3IwDAAAAAQAAAAkAAABwaG90by5wbmerAABQSwMEFAAAAAgAAAAh\
        WIMW3IwDAAAAAQAAAAkAAAAuRFNfU3RvcmWrAABQSwMEFAAAAAgAAAAhWISSX+8KAAAACAAAAAcAAABv\
        bGQueGxzu3Be8MHCjVIPAVBLAQIUAxQAAAAIAAAAIVhDR5jpQAAAAEMAAAAIAAAAAAAAAAAAAACAAQAA\
        AAAyMDI0LmNzdlBLAQIUAxQAAAAIAAAAIVgu9iQUVAAAAFIAAAALAAAAAAAAAAAAAACAAWYAAAAyMDIz\
        LmNzdi5nelBLAQIUAxQAAAAIAAAAIVggMnW6PwAAAEMAAAAIAAAAAAAAAAAAAACAAeMAAAAyMDIxLnRh\
        YlBLAQIUAxQAAAAIAAAAIVhPFnS0PwAAAEMAAAAEAAAAAAAAAAAAAACAAUgBAAAyMDIwUEsBAhQDFAAA\
        AAgAAAAhWIMW3IwDAAAAAQAAAAkAAAAAAAAAAAAAAIABqQEAAHBob3RvLnBuZ1BLAQIUAxQAAAAIAAAA\
        IViDFtyMAwAAAAEAAAAJAAAAAAAAAAAAAACAAdMBAAAuRFNfU3RvcmVQSwECFAMUAAAACAAAACFYhJJf\
        7woAAAAIAAAABwAAAAAAAAAAAAAAgAH9AQAAb2xkLnhsc1BLBQYAAAAABwAHAHoBAAAsAgAAAAA=
        """)
    let ended = try home.bitpal("import", zip)
    #expect(ended.status == 2)
    #expect(ended.output.hasSuffix("Added 4 transactions.\n"), "\(ended)")
    #expect(ended.standardError.contains("\(zip):photo.png was not read.\n"))
    #expect(ended.standardError.contains("\(zip):old.xls is a workbook of Excel 97 to 2003"))
    #expect(!ended.standardError.contains(".DS_Store"))
    #expect(ended.standardError.hasSuffix("1 file was not imported, as said above.\n"))
    let names = try home.done("files --csv --columns File").split(separator: "\n").dropFirst()
    #expect(
      names == ["years.zip:2024.csv", "years.zip:2023.csv", "years.zip:2021.tab", "years.zip:2020"])
  }

  @Test func `a file that cannot be read leaves the others alone`() throws {
    let home = try TestHome()
    let good = try home.file(
      "good.csv", "coin_id,type,amount,price,date,notes\nbitcoin,buy,1,44000,2024-01-01,\n")
    let statement = try home.file("statement.pdf", "%PDF-1.7\n1 0 obj")
    let ended = try home.bitpal("import", statement, "\(home.path)/missing.csv", good, home.path)
    #expect(ended.status == 2)
    #expect(ended.output.hasSuffix("Added 1 transaction.\n"), "\(ended)")
    for reason in ["\(statement) is a PDF", "No such file: ", "That is a folder: "] {
      #expect(ended.standardError.contains(reason), "\(ended)")
    }
    #expect(ended.standardError.hasSuffix("3 files were not imported, as said above.\n"))
    #expect(try home.bitpal("import", "\(home.path)/missing.csv").status == 74)
    let empty = try file(
      home, "empty.zip",
      base64: """
        UEsDBBQAAAAAAAAAIViDFtyMAQAAAAEAAAAHAAAALmhpZGRlbnhQSwECFAMUAAAAAAAAACFY\
        gxbcjAEAAAABAAAABwAAAAAAAAAAAAAAgAEAAAAALmhpZGRlblBLBQYAAAAAAQABADUAAAAm\
        AAAAAAA=
        """)
    let none = try home.bitpal("import", "\(home.path)/missing.csv", empty)
    #expect(none.standardError.contains("No such file: "))
    #expect(none.standardError.contains("\(empty) holds no file of rows"), "\(none)")
    #expect(try home.bitpal("import", good, statement, "--strict").status == 2)
  }

  @Test func `what is cut off damaged or a folder is named in one sentence`() throws {
    let home = try TestHome()
    let whole = """
      H4sIAAAAAAACA0vOz8yLz0zRKaksSNVJzM0vzSvRKSjKTE7VSUksSeVKLclILUotzdVJKq\
      3UMdYxMjAwABJGproGhroGxlwAq9Ekuj4AAAA=
      """
    let bytes = try #require(Data(base64Encoded: whole))
    let cut = try file(home, "cut.csv.gz", base64: bytes.dropLast(30).base64EncodedString())
    let next = "Download or copy it again"
    #expect(
      try home.bitpal("import", cut).standardError == "The archive is cut off: \(cut). \(next).\n")
    let short = try file(home, "short.zip", base64: Data("PK".utf8).base64EncodedString())
    #expect(
      try home.bitpal("import", short).standardError
        == "The archive is cut off: \(short). \(next).\n")
    var changed = bytes
    changed[bytes.count - 6] ^= 1
    let damaged = try file(home, "damaged.csv.gz", base64: changed.base64EncodedString())
    let ended = try home.bitpal("import", damaged)
    #expect(ended.status == 2)
    #expect(
      ended.standardError
        == "The archive is damaged (its checksum is wrong): \(damaged). \(next), or unpack it by "
        + "other means.\n")
    #expect(
      try home.bitpal("import", "\(home.path)/").standardError
        == "That is a folder: \(home.path)/. Name the files in it, such as \(home.path)/*.csv.\n")
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 1)
  }

  private let unknown = """
    Created,Side,Market,Qty,Total,Fee
    2025-01-02 10:00,buy,BTC/EUR,0.5,20000,10
    2025-02-03 11:00,sell,BTC/EUR,0.25,12000,6
    2025-02-04 11:00,sell,BTC/EUR,0.25,12100,6

    """

  @Test func `a proposed map with an apostrophe can be pasted into a shell`() throws {
    let home = try TestHome()
    let path = try home.file(
      "own.csv",
      "Date de l'operation;Type d'operation;Crypto;Quantite;Montant EUR\n"
        + "2024-01-15 10:00;Achat;BTC;0.01;400.00\n")
    let proposed = try home.bitpal("import", path)
    #expect(
      proposed.standardError.contains(
        "--map 'date=date de l'\\''operation,side=type d'\\''operation,coin=crypto,"))
  }

  @Test func `a map reads any file and is known again by its header`() throws {
    let home = try TestHome()
    let path = try home.file("own.csv", unknown)
    let proposed = try home.bitpal("import", path)
    #expect(proposed.status == 2)
    #expect(proposed.standardError.contains("They may be read with --map '"))
    let map = "date=Created,side=Side,pair=Market,amount=Qty,total=Total,fee=Fee,zone=Europe/Prague"
    let trial = try home.bitpal("import", path, "--map", map, "--save-map", "mine", "--dry-run")
    #expect(!trial.standardError.contains("now known as mine"))
    #expect(try home.bitpal("import", path, "--dry-run").status == 2)
    let kept = try home.bitpal("import", path, "--map", map, "--save-map", "mine")
    #expect(try home.bitpal("import", "--formats").output.contains("\nmine  "))
    #expect(kept.output.hasSuffix("Added 3 transactions.\n"))
    let shown = try home.bitpal("transactions", "--json").output
    #expect(shown.contains("2025-01-02T09:00:00Z"))
    let later = try home.file(
      "later.csv", "Created,Side,Market,Qty,Total,Fee\n2025-03-02 10:00,buy,BTC/EUR,1,50000,0\n")
    #expect(try home.bitpal("import", later).output.hasSuffix("Added 1 transaction.\n"))
    // An extra column makes it a different header; the named map still reads it.
    let wider = try home.file(
      "wider.csv",
      "Created,Side,Market,Qty,Total,Fee,Tags\n2025-04-02 10:00,buy,BTC/EUR,1,50000,0,x\n")
    let again = try home.bitpal("import", wider)
    #expect(again.status == 2 && again.standardError.contains("  not read: tags (x)\n"), "\(again)")
    #expect(
      try home.bitpal("import", wider, "--format", "mine").output.hasSuffix(
        "Added 1 transaction.\n"))
    let twice = try home.bitpal("import", wider, "--format", "mine", "--map", map)
    #expect(twice.status == 64)
    #expect(
      twice.standardError.contains("mine is one of your maps. Give --format or --map, not both."))
    let none = try home.bitpal("import", wider, "--format", "mime")
    #expect(none.status == 64)
    #expect(none.standardError.contains("\"mime\" is not a format that bitpal reads."))
  }

  @Test func `an amount that may be money is not proposed as coins`() throws {
    let home = try TestHome()
    let path = try home.file(
      "notice.csv",
      "Day,What,Token,Price,Currency,Amount\n2020-01-01,BUY,BTC,1000,EUR,1500.0\n")
    let told = try home.bitpal("import", path).standardError
    #expect(told.contains("does not know which column is amount"))
    #expect(told.contains("if it is coins, add amount=amount"))
  }

  @Test func `a proposal whose every row would be refused says so and how to name its words`()
    throws
  {
    let home = try TestHome()
    let path = try home.file(
      "shop.csv",
      "Date,Type,Coin,Amount,Total\n2025-02-01,Moon Trip,BTC,0.5,42000\n2025-02-02,Moon Trip,BTC,1,9\n"
    )
    let told = try home.bitpal("import", path).standardError
    #expect(told.contains("2 of 2 rows refused"))
    #expect(told.contains("such as buy=Moon Trip"))
    #expect(told.contains("If it is US dollars, add --map '"))
    let named =
      "date=Date,side=Type,coin=Coin,amount=Amount,total=Total,currency==USD,buy=Moon Trip"
    #expect(
      try home.bitpal("import", path, "--map", named).output.hasSuffix("Added 2 transactions.\n"))
  }

  @Test func `a terminal reads the proposed map back and asks`() async throws {
    let unknown = unknown
    try await onThread {
      let home = try TestHome()
      let path = try home.file("own.csv", unknown)
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      let asked = try terminal.wait(for: "Read it this way? [y/N, or a correction")
      #expect(asked.contains("0.5 BTC") && asked.contains("20000 EUR"))
      try terminal.type("y", "Enter")
      try terminal.wait(for: "Add 3 transactions? [y/N]")
      try terminal.type("y", "Enter")
      #expect(try terminal.wait(for: "left with 0").contains("Added 3 transactions."))
    }
  }

  @Test func `a terminal asks for what a map lacks and takes corrections`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "odd.csv", "When,What,Asset,Many,Each\n2025-02-01 10:00,Buy,BTC,0.5,42000\n")
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path); echo left with $?")
      let first = try terminal.wait(for: "Which column holds the amount?")
      #expect(first.contains("the first row: when: 2025-02-01 10:00 · what: Buy · asset: BTC"))
      try terminal.type("Menge", "Enter")
      try terminal.wait(for: "There is no column menge.")
      try terminal.type("Many", "Enter")
      try terminal.wait(for: "Which column holds the total or price?")
      try terminal.type("Each", "Enter")
      try terminal.wait(for: "the total paid, or the price per coin? [total/price]")
      try terminal.type("total", "Enter")
      try terminal.wait(for: "Which currency are the amounts in")
      try terminal.type("eur", "Enter")
      try terminal.wait(for: "bought 0.5 BTC for 42000 EUR")
      try terminal.type("total==", "Enter")
      try terminal.wait(for: "total= has no value")
      try terminal.wait(for: "Read it this way?")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 2")
      #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 1)
    }
  }

  @Test func `sales of one file are covered by purchases of another`() throws {
    let home = try TestHome()
    let header = "coin_id,type,amount,price,date\n"
    let sale = try home.file("a-sale.csv", header + "bitcoin,sell,1,50000,2025-02-03\n")
    let purchase = try home.file("b-purchase.csv", header + "bitcoin,buy,2,40000,2025-01-02\n")
    #expect(try home.bitpal("import", sale, "--strict").status == 2)
    #expect(try home.bitpal("import", sale, purchase).output.hasSuffix("Added 2 transactions.\n"))
  }

  @Test func `one unknown file among several keeps no other from coming in`() throws {
    let home = try TestHome()
    let header = "coin_id,type,amount,price,date\n"
    let first = try home.file("a.csv", header + "bitcoin,buy,1,50000,2025-02-03\n")
    let second = try home.file("b.csv", header + "bitcoin,buy,2,40000,2025-01-02\n")
    let notes = try home.file("notes.csv", "Thing,Remark\nbread,white\n")
    let strict = try home.bitpal("import", first, notes, second, "--strict")
    #expect(strict.status == 2 && strict.output == "", "\(strict)")
    let ended = try home.bitpal("import", first, notes, second)
    #expect(ended.status == 2)
    #expect(ended.output.hasSuffix("Added 2 transactions.\n"))
    #expect(ended.standardError.contains("\(notes): The file is not a table of transactions."))
    #expect(ended.standardError.hasSuffix("1 file was not imported, as said above.\n"))
    #expect(!(try home.bitpal("import", notes).standardError.contains("as said above")))
    // A misspelled name is an error, too.
    let third = try home.file("c.csv", header + "bitcoin,buy,3,40000,2025-01-03\n")
    let missing = try home.bitpal("import", "\(home.path)/none.csv", third)
    #expect(missing.status == 2 && missing.output.hasSuffix("Added 1 transaction.\n"))
    #expect(missing.standardError.hasPrefix("No such file: \(home.path)/none.csv."), "\(missing)")
  }
}
