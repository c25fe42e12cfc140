import AppGroup
import ArgumentParser
import CellGrid
import CoinCatalogue
import Dashboard
import FoundationEssentials
import Gallery
import Glibc
import Portfolio
import SamplePortfolio
import Widgets

/// `bitpal screenshot`.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "screenshot",
    abstract:
      "Draw a widget or the dashboard for review.",
    discussion: """
      Draws sample portfolios, never yours. --at sets the current time; the sample's prices are \
      from 2026-04-28T08:01:10Z.

      Review: record with `--all -o DIR`, commit DIR, and after a change run `--check DIR`. If \
      something differs, it exits with 1, names the changed cells and writes a page that shows old \
      and new: bitpal-check.html, or the file that -o names. A check that passes removes that \
      page. --accept records what was meant.


      """
        + examples(
          "bitpal screenshot --state offline --theme dusk --format svg -o .",
          "bitpal screenshot --check Tests/Goldens --summary check.md",
          "bitpal screenshot --check Tests/Goldens --accept large-fresh 'medium-*'",
          "bitpal screenshot --all -o . --ledger my.csv --prices p.json --at 2026-01-31"))

  @Option(
    name: .long,
    help: "small, medium, large (default) or line; COLUMNSxROWS, as 80x24, for the dashboard.")
  var size: ScreenshotSize?
  @Option(name: .long, help: "The dashboard's page (default: home).")
  var tab: DashboardTab?
  @Flag(name: .long, help: "Draw all pages of the dashboard as one animated SVG.")
  var recording = false
  @Option(name: .long, help: "The state to draw (default: fresh).")
  var state: ScreenshotState?
  @Flag(name: .long, help: "Draw every state at every size into the folder given with -o.")
  var all = false
  @Option(
    name: .long,
    help: .init("Compare the gallery recorded in a folder with a new one.", valueName: "dir"))
  var check: String?
  @Option(
    name: .shortAndLong,
    help: .init(
      "A file, or a folder for a file named after the picture.", valueName: "path"))
  var output: String?
  @Option(
    name: .long,
    help: .init(
      "The time to draw for, in UTC: 2026-01-31, 2026-01-31T14:05Z or yesterday.",
      valueName: "date"))
  var at: String?
  @Option(
    name: .long,
    help: "Output format (default: that of the file's ending, else text; with --all: snapshot)."
  )
  var format: ScreenshotFormat?
  @Option(name: .long, help: "The colors of everything, for ansi, svg and html.")
  var theme: ThemeChoice?
  @Option(name: .long, help: "The background.") var appearance: GroundChoice =
    .auto
  @Option(name: .long, help: "The colors of gains and losses.") var palette: Palette =
    .default
  @Option(
    name: .long,
    help: .init(
      "Use the prices in a file, in the format of `bitpal refresh --prices`.",
      valueName: "file"))
  var prices: String?
  @Option(
    name: .long,
    help: .init(
      "With --all or --check: draw a ledger file that `bitpal import` reads, at --prices.",
      valueName: "file"))
  var ledger: String?
  @Option(
    name: .long, parsing: .upToNextOption,
    help: .init(
      "With --check: accept the new version of these pictures, as in 'large-*', or of all.",
      valueName: "name"))
  var accept: [String] = []
  @Option(
    name: .long,
    help: .init("With --check: write a summary of the changes as Markdown.", valueName: "file"))
  var summary: String?
  @Flag(name: .long, help: "List the states and exit.") var list = false

  func validate() throws {
    if all || check != nil, size != nil || state != nil || tab != nil {
      throw ValidationError(
        "--all and --check draw every state at every size.",
        help: "Leave --size, --state and --tab out.")
    }
    if recording {
      guard case .dashboard = size, tab == nil, format == nil || format == .svg else {
        throw ValidationError(
          "--recording draws the dashboard's pages as SVG.",
          help: "Give --size 80x24, no --tab and no "
            + "other --format.")
      }
    }
    if case .dashboard = size {
      if state != nil || prices != nil {
        throw ValidationError(
          "The dashboard is drawn fresh.",
          help: "Leave --state and --prices out.")
      }
    } else if tab != nil {
      throw ValidationError("--tab needs the dashboard's size.", help: "Add --size 80x24.")
    }
    if all, check != nil { throw ValidationError("Use either --all or --check.") }
    if all, output == nil { throw ValidationError("--all needs a folder.", help: "Add -o DIR.") }
    if check == nil, !accept.isEmpty || summary != nil {
      throw ValidationError("--accept and --summary need --check DIR.")
    }
    if ledger != nil {
      guard all || check != nil, prices != nil, at != nil else {
        throw ValidationError(
          "--ledger draws a gallery.",
          help: "Add --all -o DIR or --check DIR, --prices FILE and --at DATE.")
      }
      return
    }
    if prices != nil, all || check != nil || state != nil {
      throw ValidationError(
        "--prices goes with a single picture in its fresh state.",
        help: "Leave --state, --all and "
          + "--check out.")
    }
    if check != nil, format != nil {
      throw ValidationError(
        "--check compares snapshots.",
        help: "Leave --format out.")
    }
  }

  func run() throws {
    if list {
      for state in ScreenshotState.allCases {
        Console.print("\(state.rawValue)  \(state.explanation)")
      }
      return
    }
    let now = try at.map(Self.instant)
    if let check {
      try compare(GalleryFolder(path: check), with: gallery(at: now))
    } else if all, let output {
      try record(GalleryFolder(path: output), at: now)
    } else if recording, case .dashboard(let columns, let rows) = size {
      let tabs = DashboardTab.allCases.filter { $0 != .inbox }
      let pages = try tabs.map { try GalleryPicture($0, columns: columns, rows: rows, at: now) }
      let names = tabs.map(\.title).joined(separator: ", ")
      var svg = SVGText(
        theme: look, title: "bitpal's dashboard, page by page",
        description: "Its pages, three seconds each: \(names). \(pages.first?.spoken ?? "")")
      svg.credit = pages.first?.credit
      try write(svg.text(of: pages.map(\.grid), seconds: 3), "dashboard", .svg)
    } else {
      try draw(picture(at: now))
    }
  }

  /// Parses a date in UTC, so that pictures for reviews don't depend on the time zone.
  private static func instant(_ text: String) throws -> Date {
    let now = AppContext.clock(ProcessInfo.processInfo.environment)()
    guard let date = LocalCalendar.utc.transactionDate(text, now: now) else {
      throw AppContext.notADate(text)
    }
    return date
  }

  private func gallery(at now: Date?) throws -> [GalleryPicture] {
    guard let ledger, let prices, let now else { return try GalleryPicture.all(at: now) }
    return try GalleryFixture(ledger: ledger, prices: prices, at: now).gallery
  }

  private func picture(at now: Date?) throws -> GalleryPicture {
    switch size ?? .widget(.large) {
    case .dashboard(let columns, let rows):
      return try GalleryPicture(tab ?? .home, columns: columns, rows: rows, at: now)
    case .widget(let size):
      if let prices {
        let recorded = try AppContext.recordedPrices(
          prices, pricedAt: SamplePortfolio.recordedAt)
        return GalleryPicture(size, prices: recorded, at: now)
      }
      return try GalleryPicture(size, state ?? .fresh, at: now)
    }
  }

  private var look: Theme {
    Theme(palette: palette, appearance: appearance.appearance, scheme: theme?.scheme)
  }

  private func draw(_ picture: GalleryPicture) throws {
    let format = format ?? output.flatMap(ScreenshotFormat.init(endingOf:)) ?? .text
    try write(format.text(of: picture, theme: look), picture.name, format)
  }

  private func write(_ text: String, _ name: String, _ format: ScreenshotFormat) throws {
    guard let output else { return Console.write(text) }
    let folder = GalleryFolder(path: output)
    if folder.isFolder {
      try folder.write([name: text], as: format)
    } else {
      try refuseOwnFile(output)
      try GalleryFolder.write(text, to: output)
    }
  }

  private func refuseOwnFile(_ path: String) throws {
    let container: AppGroupContainer
    do {
      container = try AppGroupContainer(
        environment: ProcessInfo.processInfo.environment,
        currentFolder: FileManager.default.currentDirectoryPath)
    } catch {
      // Without a home there are no files to protect.
      return
    }
    try container.refuseOwnFile(path)
  }

  private func record(_ folder: GalleryFolder, at now: Date?) throws {
    let format = format ?? .snapshot
    var texts: [String: String] = [:]
    for picture in try gallery(at: now) {
      texts[picture.name] = format.text(of: picture, theme: look)
    }
    try folder.write(texts, as: format)
    guard format == .snapshot else { return }
    for name in try folder.snapshots().keys.sorted() where texts[name] == nil {
      Console.writeError(
        "\(folder.file(name, .snapshot)) is of a state that no longer exists: delete it.")
    }
  }
}

extension Screenshot {
  /// Compares a recorded gallery with the current one, and records accepted changes.
  ///
  /// - Throws: A failed check if there are differences that were not accepted.
  func compare(_ folder: GalleryFolder, with drawn: [GalleryPicture]) throws {
    let recorded = try folder.snapshots()
    guard !recorded.isEmpty else {
      throw CommandFailure(
        "\(cleaned(folder.path)) has no snapshots to compare with.",
        help: "Record them: "
          + "bitpal screenshot --all -o \(cleaned(folder.path))", .refused)
    }
    var check = GalleryCheck(folder, recorded: recorded, drawn: drawn)
    if !accept.isEmpty {
      try record(check, drawn)
      check = GalleryCheck(folder, recorded: try folder.snapshots(), drawn: drawn)
    }
    if let summary { try GalleryFolder.write(check.markdown, to: summary) }
    let page = pagePath
    guard !check.differences.isEmpty else {
      // The page of an earlier check would be outdated.
      if try GalleryFolder.file(page, contains: GalleryCheck.pageMark) {
        try GalleryFolder.remove(page)
      }
      return Console.writeError(check.summary)
    }
    Console.write(check.text)
    do {
      try GalleryFolder.write(check.page, to: page)
    } catch let failure as CommandFailure {
      // The pictures still differ, so the exit code says so.
      throw CommandFailure("\(check.summary) \(failure.sentence)", .checkFailed)
    }
    throw CommandFailure("\(check.summary) Side by side: \(page)", .checkFailed)
  }

  /// Records accepted pictures, and removes files of pictures that are no longer drawn.
  private func record(_ check: GalleryCheck, _ drawn: [GalleryPicture]) throws {
    let known = Set(check.differences.map(\.name))
    var names: Set<String> = []
    for word in accept.flatMap({ $0.split(separator: ",").map(String.init) }) {
      let matching = word == "all" ? known : known.filter { fnmatch(word, $0, 0) == 0 }
      names.formUnion(matching.isEmpty && word != "all" ? [word] : matching)
    }
    if let other = names.subtracting(known).min() {
      let isDrawn = drawn.contains { fnmatch(other, $0.name, 0) == 0 }
      let nearest = nearestWord(to: other, among: known.sorted() + drawn.map(\.name))
      throw CommandFailure(
        isDrawn
          ? "\(other) is as recorded; nothing was accepted."
          : "There is no picture \(cleaned(other)); nothing was accepted.",
        help: isDrawn ? nil : nearest.map { "Did you mean \($0)?" }, .usage)
    }
    for difference in check.differences where names.contains(difference.name) {
      let path = check.folder.file(difference.name, .snapshot)
      if let new = difference.new {
        try GalleryFolder.write(new.text, to: path)
      } else {
        try GalleryFolder.remove(path)
      }
      Console.writeError("accepted \(cleaned(difference.name))")
    }
  }

  private var pagePath: String {
    let name = "bitpal-check.html"
    guard let output else { return name }
    return GalleryFolder(path: output).isFolder ? "\(output)/\(name)" : output
  }
}
