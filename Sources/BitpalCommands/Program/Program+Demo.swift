import AppGroup
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Glibc
import Portfolio
import SamplePortfolio
import WidgetTimeline

extension Program {
  /// Runs on the sample portfolio, in a container of its own that is gone afterwards.
  ///
  /// The demo's time starts when its prices were recorded and goes on from there, so that ages are
  /// true to what is shown.
  static func withDemo(_ body: (Program) throws -> Void) throws {
    let environment = ProcessInfo.processInfo.environment
    let parent = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/bitpal-demo.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        "No folder for the demo could be made in \(parent). Set TMPDIR to one that can be written.",
        .inputOutput)
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { removeFolder(folder) }
    let start = Date()
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: parent)
    let configuration = try ConfigurationPlace(environment)?.configuration() ?? Configuration()
    let program = Program(
      container: container, environment: environment, configuration: configuration
    ) {
      let passed = Date().timeIntervalSince(start)
      return Date(
        millisecondsSince1970: SamplePortfolio.recordedAt.addingTimeInterval(passed)
          .millisecondsSince1970)
    }
    try program.apply(.add(SamplePortfolio.transactions))
    _ = try program.demoRefresher().refresh(clock: program.clock)
    try body(program)
  }

  /// The refresher on the sample's recorded prices.
  func demoRefresher() throws -> PriceRefresher {
    refresher(recorded: try SamplePortfolio.prices())
  }

  private static func removeFolder(_ folder: String) {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Console.complain("The demo's folder \(folder) could not be removed.")
    }
  }
}

extension SamplePortfolio {
  /// The sample's recorded prices.
  static func prices() throws -> RecordedPriceSource {
    try RecordedPriceSource(bytes: Array(marketsAnswer.utf8), pricedAt: recordedAt)
  }

  /// What the sample's widgets show, computed without any file.
  static func widgetData(at refresh: Date = recordedAt) throws -> WidgetPortfolioData {
    positions(at: try prices()).widgetData(lastUpdated: refresh)
  }

  /// The sample at recorded prices; a coin that is not recorded has none.
  static func positions(at prices: RecordedPriceSource) -> Positions {
    Positions(
      transactions: transactions,
      currentPrices: prices.coins(namedAs: Positions.coins(of: transactions, prices: nil)))
  }
}
