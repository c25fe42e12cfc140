/// A help text that `bitpal help TOPIC` shows, about features of many commands.
enum HelpTopic {
  /// The topics that are not commands.
  static let names = ["dates", "environment", "exit-codes", "formats", "options"]

  /// The text of a topic; `nil` if unknown.
  static func text(_ name: String) -> String? {
    switch name {
    case "dates": dates
    case "environment": "Environment variables that bitpal reads.\n\n" + table(variables)
    case "exit-codes":
      "Exit codes of bitpal.\n\n"
        + table(ExitStatus.manual.map { (String($0.code), $0.meaning) })
    case "formats": formats
    case "options":
      "Options that every command takes, or every command that has a use for them.\n\n"
        + table(options)
    default: nil
    }
  }

  private static func table(_ rows: [(name: String, meaning: String)]) -> String {
    let indent = 2 + (rows.map(\.name.count).max() ?? 0) + 2
    return rows.map { row in
      "  " + row.name + String(repeating: " ", count: indent - 2 - row.name.count) + row.meaning
    }.joined(separator: "\n")
  }

  private static let dates = """
    A period, after -p:

      2025                     a year
      2025-Q1, 2025-03         a quarter, a month
      2025-03-01               a day
      30d, 2w, 6m, 1y          up to today
      ytd, all                 since January 1, since the first transaction
      2025-03-01..2025-06-30   both days included; a year or a month will do
      2025-03.., ..2024        open at one end

    A date, after --date and --at: 2025-01-31, today, yesterday, "3 days ago"; after --date with a \
    time as well: "2025-01-31 14:05" (your time zone) or 2025-01-31T14:05:00Z.

    A day begins and ends in the time zone of your taxes (bitpal config get tax.zone). History, \
    charts and `bitpal summary -p` count days of UTC, as the sources of past prices do.
    """

  private static let formats = """
    What bitpal reads: its own CSV and JSON, and exports of exchanges, wallets and other programs. \
    It recognizes the kind of file, or you name it with --format. `bitpal import --formats` lists \
    all kinds, and --map reads any other CSV.

    What bitpal writes:

      --json, -j          JSON for programs; amounts are strings with all their digits
      --csv               CSV with the same names; --csv-safe for spreadsheets
      export              the ledger as CSV, JSON or an hledger journal
      --size --format     a widget as ansi, text, svg, html, json or speech, or one line for \
    waybar, i3bar, tmux, polybar and ps1
      gains --format      form8949, as CSV

    The fields of each JSON document: docs/json.md and docs/schemas.
    """

  private static let options: [(String, String)] = [
    ("--private", "Mask amounts, but not percentages, market prices, JSON and CSV."),
    ("--color W", "When to use colors: auto, always or never."),
    ("-q, --quiet", "Print results and errors, but no notes."),
    ("-v, --verbose", "Show more, if there is more to show."),
    ("-h, --help", "Show the help of a command."),
    ("--version", "Show the version."),
    ("-p PERIOD", "Only these days; bitpal help dates."),
    ("-a ACCOUNT", "Only this exchange or wallet."),
    ("-c CURRENCY", "Amounts in another currency, such as EUR."),
    ("--cost-basis M", "average, buy-average, fifo, lifo, hifo or hmrc."),
    ("-n N", "At most this many rows."),
    ("-j, --json", "JSON; --csv for CSV, --csv-safe for spreadsheets."),
    ("--no-pager", "Do not open long output in $PAGER."),
    ("--theme NAME", "terminal, dark, light, high-contrast, solarized-dark, dusk, paper …"),
    ("--appearance W", "The terminal's background: auto, light or dark."),
    ("--palette P", "The colors of gains and losses: default, color-blind or mono."),
  ]

  /// The environment variables with their meaning.
  static let variables: [(name: String, meaning: String)] = [
    ("BITPAL_HOME", "The folder that holds the ledger, in place of ~/.local/share/bitpal."),
    ("BITPAL_CONFIG", "The configuration file, in place of ~/.config/bitpal/config.toml."),
    ("XDG_DATA_HOME", "The folder of all programs' data, in place of ~/.local/share."),
    ("XDG_CONFIG_HOME", "The folder of all programs' settings, in place of ~/.config."),
    ("NO_COLOR", "Any value turns colors off."),
    ("PAGER", "Shows tables that are longer than the terminal; empty for none."),
    ("VISUAL, EDITOR", "The editor of bitpal config edit."),
    ("TZ", "The time zone of days and hours, in place of the system's."),
    ("https_proxy, no_proxy", "The proxy for requests, and the hosts that are reached without it."),
    ("BITPAL_API_BASE_URL", "The address of the price source, in place of CoinGecko's."),
    ("BITPAL_DEFILLAMA_BASE_URL", "The address of DefiLlama, in place of its own."),
    ("BITPAL_KRAKEN_BASE_URL", "The address of Kraken, in place of its own."),
    ("BITPAL_RATES_URL", "The address of the exchange rates, in place of the ECB's."),
  ]
}
