import Application
import ArgumentParser
import CellGrid
import FoundationEssentials
import LedgerStore
import Portfolio
import Widgets

/// `bitpal holdings`.
struct Holdings: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is held, at the last prices.")

  @OptionGroup var positions: PositionOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let holdings = try context.service.positions(costBasis: positions.costBasis.method(context))
      .holdings
      .filter(try context.filter(positions.coin))
    Report(columns: Self.columns, rows: holdings.map(Self.row), emptyNote: "Nothing is held.")
      .write(report, OutputAppearance(context, report.appearance))
  }

  private static let columns: [Report.Column] = [
    .init(key: "id", title: "Id", isNumber: false),
    .init(key: "symbol", title: "Symbol", isNumber: false),
    .init(key: "name", title: "Name", isNumber: false),
    .init(key: "totalAmount", title: "Quantity", isNumber: true),
    .init(key: "avgCost", title: "Avg cost", isNumber: true),
    .init(key: "currentPrice", title: "Price", isNumber: true),
    .init(key: "currentValue", title: "Value", isNumber: true),
    .init(key: "profitLoss", title: "P&L", isNumber: true),
    .init(key: "profitLossPercentage", title: "P&L %", isNumber: true),
  ]

  private static func row(_ holding: Holding) -> [Report.Value] {
    [
      .text(holding.id), .text(holding.coin.symbol.uppercased()), .text(holding.coin.name),
      .figure(holding.totalAmount, Figures.quantity),
      .figure(holding.avgCost, Figures.unitPrice),
      .figure(holding.coin.currentPrice, Figures.unitPrice),
      .figure(holding.currentValue, Figures.usd),
      .change(holding.profitLoss, Figures.signedUSD),
      .change(holding.profitLossPercentage, Figures.percent),
    ]
  }
}

extension AppContext {
  /// A test for the rows of one coin, or for all.
  func filter<Row>(_ coin: String?) throws -> (Row) -> Bool where Row: OfCoin {
    guard let coin else { return { _ in true } }
    let owned = Set(try ledger.transactions().map(\.coinId))
    let id = try CoinChoice.id(of: coin, owned: owned, in: catalogue)
    return { $0.coinId == id }
  }
}

/// Something that belongs to one coin.
protocol OfCoin {
  var coinId: String { get }
}

extension Holding: OfCoin { var coinId: String { id } }
extension ClosedPosition: OfCoin {}
extension Transaction: OfCoin {}

extension Trend {
  /// The role a change is drawn in; an unknown one has no direction.
  static func role(of value: Decimal?) -> Role {
    switch value.map({ Trend($0) }) {
    case .gain: .gain
    case .loss: .loss
    case .neutral, nil: .neutral
    }
  }
}
