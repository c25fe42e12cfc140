import BitpalTesting
import Foundation
import Testing

/// The texts of `--help`, compared with recordings, and their examples, which are run.
struct HelpTests {
  private typealias Help = (words: [String], text: String)

  /// The help of every command and subcommand, with the words that name it; `[]` is bitpal itself.
  private static let helps = Result { try helps(below: [], try TestHome()) }

  private static func helps(below words: [String], _ home: TestHome) throws -> [Help] {
    let help = try home.run(["help"] + words).output
    let names = help.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasSuffix("SUBCOMMANDS:") }.prefix { $0 != "EXAMPLES:" }
      .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
      .compactMap { $0.split { " ,".contains($0) }.first.map(String.init) }
    return try [(words, help)] + names.flatMap { try helps(below: words + [$0], home) }
  }

  /// The commands in the examples block at the end of a help text's first part.
  private static func examples(_ help: String) -> [String] {
    let lines = help.components(separatedBy: "\n").drop { $0 != "EXAMPLES:" }.dropFirst()
    let examples = lines.prefix { $0.hasPrefix("  ") }
    // Nothing follows the examples.
    guard lines.count == examples.count + 1 else { return [] }
    return examples.map { String($0.dropFirst(2)) }
  }

  /// `Tests/Goldens/help/NAME.txt`; `BITPAL_RECORD_HELP=1` records them again.
  @Test func `help texts are those that were looked at`() throws {
    let folder = "\(DocumentationPage.root)/Tests/Goldens/help"
    let isRecording = ProcessInfo.processInfo.environment["BITPAL_RECORD_HELP"] != nil
    let home = try TestHome()
    for (words, _) in try Self.helps.get() {
      let path = "\(folder)/\((["bitpal"] + words).joined(separator: "-")).txt"
      let help = try home.run(words + ["--help"]).output
      if isRecording { try help.write(toFile: path, atomically: true, encoding: .utf8) }
      let recorded = try? String(contentsOfFile: path, encoding: .utf8)
      #expect(help == recorded, "\(path)")
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("bitpal ") })
    }
  }

  @Test func `every help ends with two to four examples, and each of them runs`() async throws {
    let helps = try Self.helps.get()
    _ = try await withPrices(presentPricesOfAll) { server in
      let home = try ExampleHome(priceServer: server)
      for (words, help) in helps {
        let examples = Self.examples(help)
        #expect((2...4).contains(examples.count), "\(words): \(examples)")
        for example in examples {
          let ended = try home.run(example)
          let expected: Set<Int32> = ExampleHome.endings[example] ?? [0]
          #expect(
            expected.contains(ended.status), "\(example): \(ended.output)\(ended.standardError)")
        }
      }
    }
  }
}

/// The machine that runs examples: a ledger with every kind of entry, and the files that examples
/// use.
///
/// Each example starts from a fresh copy.
private struct ExampleHome {
  let home: TestHome
  private let ids: [String: [String]]

  /// Examples that exit with a nonzero code here, and why.
  static let endings: [String: Set<Int32>] = [
    // The European Central Bank is unreachable here, and the fake CoinGecko has no coin list.
    "bitpal rates update": [69], "bitpal coins update": [69],
    // No source of past prices is reachable here.
    "bitpal prices fetch": [69], "bitpal prices fetch -p 2024": [69],
    "bitpal prices fetch bitcoin --period all": [69],
    "bitpal prices fetch bitcoin sol --period all": [69],
    "bitpal prices fetch bitcoin sol -p all": [69],
    "bitpal prices fetch -p 2024-01-01..2024-12-31": [69],
    // There is no terminal for a dashboard.
    "bitpal open": [64], "bitpal open bitpal://portfolio": [64],
    "bitpal open bitpal://portfolio/": [64],
    // The cost basis here is the average, which has no lots to name.
    "bitpal sell bitcoin 0.5 --price 70000 --lots 1f0c2a3b": [2],
    // There is no such answer here.
    "bitpal inbox revoke 5d27c0be": [2],
    // No row of its files repeats another.
    "bitpal inbox keep 2 17 --dry-run": [2], "bitpal inbox keep 2 17": [2],
    // The recorded pictures belong to another portfolio.
    "bitpal screenshot --check Tests/Goldens --summary check.md": [1],
  ]

  init(priceServer: String) throws {
    home = try TestHome()
    let bin = "\(home.path)/bin"
    let files = FileManager.default
    try files.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(bin)/bitpal", withDestinationPath: try TestHome.program)
    for name in ["nano", "xdg-open"] {
      try files.createSymbolicLink(atPath: "\(bin)/\(name)", withDestinationPath: "/bin/true")
    }
    home.environment["BITPAL_HOME"] = nil
    home.environment["BITPAL_API_BASE_URL"] = priceServer
    home.environment["BITPAL_RATES_URL"] = "http://127.0.0.1:1/"
    home.environment["EDITOR"] = "true"
    home.environment["PATH"] = "\(bin):/usr/local/bin:/usr/bin:/bin"
    let samples = "\(DocumentationPage.root)/docs/samples"
    try files.copyItem(atPath: samples, toPath: "\(home.path)/Downloads")
    let made = try home.execute("/bin/bash", ["-ec", Self.preparation])
    var ids: [String: [String]] = [:]
    for line in made.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if let kind = words.first { ids[kind] = Array(words.dropFirst()) }
    }
    self.ids = ids
  }

  /// Runs an example in a copy of the prepared home, with placeholder ids replaced by real ones.
  func run(_ example: String) throws -> Ended {
    let isOfMoves = example.hasPrefix("bitpal moves")
    let names = isOfMoves ? ids["moves"] ?? [] : ids["transactions"] ?? []
    var text = example
    // The withdrawal is older.
    for (name, id) in zip(["1f0c2a3b", "77e0d1c2"], isOfMoves ? names.reversed() : names) {
      text = text.replacing(name, with: id)
    }
    for (name, id) in zip(["5d27c0be"], ids["questions"] ?? []) {
      text = text.replacing(name, with: id)
    }
    for (name, id) in zip(["3f2a"], ids["alerts"] ?? []) { text = text.replacing(name, with: id) }
    let before =
      example.contains("moves unpair") ? "bitpal moves pair \(names.joined(separator: " "))" : ":"
    // Copy the gallery only when needed, since it has hundreds of files.
    let gallery = example.contains("Tests/Goldens") ? "gallery/." : ""
    let script = """
      cd; rm -rf w; mkdir w; cp -a prepared/. \(gallery) Downloads w; cp Downloads/*.csv w
      export HOME="$HOME/w"
      cd; (\(before)) >/dev/null; \(text)
      """
    let output = "\(home.path)/said"
    let standardError = "\(home.path)/errors"
    for path in [output, standardError] { try Data().write(to: URL(fileURLWithPath: path)) }
    let status = try spawn(
      "/bin/bash", ["-c", script], environment: home.environment, output: output,
      standardError: standardError)
    return Ended(
      status: status, output: try String(contentsOfFile: output, encoding: .utf8),
      standardError: try String(contentsOfFile: standardError, encoding: .utf8))
  }

  private static let preparation = """
    exec 3>&1 >/dev/null; cd; mkdir -p gallery/Tests prepared; export HOME="$HOME/prepared"; cd
    mkdir -p .zfunc .local/share/bash-completion/completions .config/fish/completions backups \\
      Backups binance
    bitpal backup old.sqlite || :
    cat >open.csv <<'END'
    Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
    2025-03-03T10:00:00Z,Sell,ADA,100,USD,0.7,70,69,1,
    END
    bitpal import open.csv
    bitpal buy bitcoin 1 --price 40000 --date 2025-01-02 --account Kraken
    bitpal buy ethereum 5 --price 2000 --date 2025-01-03 --account Ledger
    bitpal buy matic-network 100 --price 1 --date 2023-01-05
    bitpal sell bitcoin 0.25 --price 90000 --date 2025-06-03 --account Kraken
    bitpal backup old.sqlite --force
    cp old.sqlite Backups/BitpalShared-2025-01-31.sqlite
    cat >moves.csv <<'END'
    "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
    "L1","D1","2025-07-01 08:00:00","withdrawal","","currency","XXBT","spot / main",-0.2,0,0.3
    END
    bitpal import moves.csv
    sed -i 's/L1","D1","2025-07-01/L2","D2","2025-07-02/; s/withdrawal/deposit/; s/-0.2/0.15/' moves.csv
    bitpal import moves.csv --account Ledger
    bitpal watch add ethereum solana bitcoin
    bitpal alert add bitcoin above 100000
    bitpal refresh
    printf 'date,coin_id,usd\\n2025-01-02,bitcoin,97000\\n' >prices.csv
    printf '{"bitcoin": "55000"}' >p.json; cp p.json prices.json
    printf 'CG-key\\n' >key.txt
    printf 'Day,Side,Pair,N,Sum\\n2025-02-03,buy,BTC/USD,0.1,9000\\n' >old.csv
    printf 'coin_id,type,amount,price,date\\nbitcoin,buy,1,10,2025-01-02\\n' | tee my.csv >binance/a.csv
    (cd ../gallery; bitpal screenshot --all -o Tests/Goldens; cd Tests/Goldens
    sed -i 's/gain/loss/' large-fresh.snapshot medium-fresh.snapshot)
    bitpal buy solana 1 --price 10; bitpal buy solana 2 --price 11; bitpal undo; bitpal undo
    printf "coin_id,type,amount,price,date\\nbitcoin,buy,1,10,2025-01-02\\n" >kucoin.csv
    exec >&3
    echo transactions $(bitpal transactions --json --coin ethereum | sed -n 's/.*"id": "\\(........\\).*/\\1/p')
    echo moves $(bitpal moves list --all --json | sed -n 's/.*"id": "\\(........\\).*/\\1/p')
    echo questions $(bitpal inbox --json | sed -n 's/.*"id": "\\(........\\).*/\\1/p')
    echo alerts $(bitpal alert list --json | sed -n 's/.*"id": "\\(....\\).*/\\1/p')
    """
}
