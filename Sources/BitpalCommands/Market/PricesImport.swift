import AppGroup
import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import MarketData
import Portfolio
import Reports

/// `bitpal prices import`.
struct PricesImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "import", abstract: "Import daily prices from a file.",
    discussion: """
      The file is CSV with the columns date,coin_id,usd in any order, or in this one without a \
      header: a UTC day, a coin id and its price in US dollars. Your prices take precedence over recorded and built-in ones. A \
      price given before for the same coin and day is replaced. If a line of the file cannot be \
      read, nothing is imported.


      """
        + examples(
          "bitpal prices import prices.csv", "bitpal prices import --dry-run prices.csv",
          "bitpal prices import - < prices.csv"))

  @Argument(help: "The file; - reads standard input.") var file: String
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false

  private static let maxNamed = 10

  func run() throws {
    let context = try AppContext()
    let added = try read(try AppContext.readInput(file), named: cleaned(file))
    try refuseDamaged(added)
    let plan = UserPricesPlan(try context.userPrices().prices, adding: added)
    Console.writeError(plan.preview(of: added, context.catalogue, today: UTCDay(context.now)))
    guard !dryRun else { return Console.print("Nothing was changed: only a preview.") }
    guard plan.changes > 0, isConfirmed(plan) else { return Console.print("Nothing was changed.") }
    try context.container.create()
    var made = plan
    try ContainerLock(context.container).withLock {
      // Another process may have changed the prices since the preview.
      let (known, isDamaged) = try context.userPrices()
      made = UserPricesPlan(known, adding: added)
      if isDamaged { try context.keepAside(context.container.userPrices) }
      try AtomicFile.write(made.bytes, to: context.container.userPrices)
    }
    Console.print(made.outcome)
  }

  private func read(_ bytes: [UInt8], named name: String) throws -> PriceFile {
    var reader = PriceFileReader(source: name)
    do throws(PriceFileError) {
      try reader.append(bytes)
      return try reader.finish()
    } catch {
      throw CommandFailure("\(name) cannot be read: \(cleaned(error.reason)).", .refused)
    }
  }

  private func refuseDamaged(_ file: PriceFile) throws {
    guard file.refusedCount > 0 else { return }
    for line in file.refused.prefix(Self.maxNamed) {
      Console.writeError("\(clipped(cleaned(line.reason), to: 200)).")
    }
    let more = file.refusedCount - Self.maxNamed
    if more > 0 { Console.writeError("and \(countOf(more, "line")) more.") }
    throw CommandFailure(
      "Nothing was imported: \(countOf(file.refusedCount, "line")) cannot be read.",
      help: "Fix the file "
        + "and import it again.", .refused)
  }

  private func isConfirmed(_ plan: UserPricesPlan) -> Bool {
    guard Console.canAsk, file != "-" else { return true }
    let answer = Console.ask("Go on? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}

/// The effect of adding prices to the user's own.
struct UserPricesPlan {
  private let merged: PriceFile
  private let new: Int
  private let replaced: Int

  init(_ known: PriceFile?, adding added: PriceFile) {
    merged = known?.merging(added) ?? added
    var (new, replaced) = (0, 0)
    added.forEach { coinId, day, price in
      switch known?.price(of: coinId, on: day)?.price {
      case nil: new += 1
      case price: break
      default: replaced += 1
      }
    }
    (self.new, self.replaced) = (new, replaced)
  }

  var changes: Int { new + replaced }

  /// The lines as stored: sorted, with each figure in canonical form.
  var bytes: [UInt8] {
    var text = SortedPriceLines.header
    merged.forEach { text += SortedPriceLines.line(coinId: $0, day: $1, price: $2) }
    return Array(text.utf8)
  }

  /// A one-line summary of the result.
  var outcome: String {
    var parts = ["Added \(countOf(new, "price"))"]
    if replaced > 0 { parts.append("replaced \(countOf(replaced, "price"))") }
    return parts.joined(separator: ", ") + ". You have \(countOf(merged.count, "price")) now."
  }

  /// A summary of the file, including unknown coins.
  func preview(
    of added: PriceFile, _ catalogue: CoinCatalogue, today: UTCDay
  ) -> String {
    let coins = added.coinIds
    let same = added.count - changes
    var lines = [
      "\(countOf(added.count, "price")) of \(countOf(coins.count, "coin")): \(new) new, "
        + "\(replaced) replaced, \(same) known already."
    ]
    let unlisted = coins.filter { catalogue.coin(id: $0) == nil }
    if !unlisted.isEmpty {
      let more = unlisted.count > 5 ? " and \(unlisted.count - 5) more" : ""
      lines.append("Not listed: \(unlisted.prefix(5).joined(separator: ", "))\(more).")
    }
    var future = 0
    added.forEach { _, day, _ in if day > today { future += 1 } }
    if future > 0 {
      let verb = future == 1 ? "is" : "are"
      lines.append("\(countOf(future, "price")) \(verb) of a day after today.")
    }
    return lines.joined(separator: "\n")
  }
}

extension AppContext {
  /// The user's own prices; `nil` if there are none, and the readable ones of a damaged file.
  func userPrices() throws -> (prices: PriceFile?, isDamaged: Bool) {
    let path = container.userPrices
    guard let file = try MappedFile(path) else { return (nil, false) }
    let prices = PriceFile(stored: file.bytes, source: path)
    guard let damage = FileDamage(prices, at: path) else { return (prices, false) }
    warnings.say(damage.sentence)
    return (prices, true)
  }
}
