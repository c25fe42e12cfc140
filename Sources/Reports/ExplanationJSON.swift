public import Exact
public import FoundationEssentials
public import Portfolio
public import Widgets

extension CoinExplanation {
  /// Every figure of the explanation, unrounded, and what is shown of those that are.
  ///
  /// - Parameters:
  ///   - format: How amounts of the currency it is in are written.
  ///   - lines: The file and the line that transactions come from.
  public func json(
    _ format: NumberFormat = .usDollar, lines: [UUID: (file: String, line: Int)] = [:]
  ) -> JSONValue {
    .object([
      "coinId": .string(coin.id),
      "symbol": .string(coin.symbol),
      "name": .string(coin.name),
      "costBasis": .string(costBasis.rawValue),
      "transactions": .array(steps.map { $0.json(from: lines[$0.transaction.id]) }),
      "lots": .array(
        lots.map {
          .object([
            "amount": .exact($0.amount), "pricePerCoin": .exact($0.pricePerCoin),
            "acquired": .instant($0.acquired),
            "account": $0.place?.account.map { .string($0) } ?? .null,
          ])
        }),
      "totalAmount": .exact(holding?.totalAmount),
      "totalCost": .exact(holding?.totalCost),
      "avgCost": .exact(holding?.avgCost),
      "currentPrice": .exact(coin.currentPrice),
      "priceLastUpdated": .instant(coin.lastUpdated),
      "currentValue": .exact(holding?.currentValue),
      "profitLoss": .exact(holding?.profitLoss),
      "profitLossPercentage": .exact(holding?.profitLossPercentage),
      "realizedPnL": .exact(holding?.realizedPnL),
      "soldCost": .exact(holding?.soldCost),
      "sales": .array(
        sales.map { sale in
          .object([
            "id": .string(sale.transaction.id.uuidString.lowercased()),
            "received": .exact(sale.transaction.total), "cost": .exact(sale.cost),
            "realizedPnL": .exact(sale.realized),
          ])
        }),
      "closedPositions": .array(closedPositions.map(\.json)),
      "estimated": .bool(isEstimated),
      "shown": shown(format),
    ])
  }

  private func shown(_ format: NumberFormat) -> JSONValue {
    func text(_ value: Decimal?, _ write: (Decimal) -> String) -> JSONValue {
      .string(value.map(write) ?? Figures.unknown)
    }
    return .object([
      "totalAmount": text(holding?.totalAmount, Figures.plainQuantity),
      "avgCost": text(holding?.avgCost, format.unitPrice),
      "currentPrice": text(coin.currentPrice, format.unitPrice),
      "currentValue": text(holding?.currentValue, format.money),
      "profitLoss": text(holding?.profitLoss, format.signedMoney),
      "profitLossPercentage": text(holding?.profitLossPercentage, Figures.percent),
    ])
  }
}

extension CoinExplanation.Step {
  fileprivate func json(from line: (file: String, line: Int)?) -> JSONValue {
    .object([
      "id": .string(transaction.id.uuidString.lowercased()),
      "date": .string(transaction.date.utcText),
      "type": .string(transaction.type.rawValue),
      "amount": .exact(transaction.amount),
      "pricePerCoin": .exact(transaction.knownPricePerCoin ?? 0),
      "total": .exact(transaction.total),
      "estimated": .bool(transaction.isEstimated),
      "balance": .exact(balance),
      "cost": .exact(cost),
      "kind": .string(transaction.kind.rawValue),
      "file": line.map { .string($0.file) } ?? .null,
      "line": line.map { .number("\($0.line)") } ?? .null,
    ])
  }
}

extension ClosedPosition {
  fileprivate var json: JSONValue {
    .object([
      "coinId": .string(coinId),
      "closedDate": .string(closedDate.utcText),
      "totalQuantity": .exact(totalQuantity),
      "totalCost": .exact(totalCost),
      "avgCostPrice": .exact(avgCostPrice),
      "avgSellPrice": .exact(avgSellPrice),
      "realizedPnL": .exact(realizedPnL),
      "realizedPnLPercentage": .exact(realizedPnLPercentage),
    ])
  }
}

extension Positions {
  /// The terms of the totals, unrounded, and what they miss.
  public func explanationJSON(_ costBasis: CostBasis, _ open: OpenItems) -> JSONValue {
    let members: JSONObject = [
      "costBasis": .string(costBasis.rawValue),
      "holdings": .array(
        holdings.map { holding in
          .object([
            "id": .string(holding.id), "isPriced": .bool(holding.currentValue != nil),
            "currentValue": .exact(holding.currentValue),
            "totalCost": .exact(holding.isCostKnown ? holding.totalCost : nil),
            "profitLoss": .exact(holding.profitLoss), "realizedPnL": .exact(holding.realizedPnL),
            "soldCost": .exact(holding.soldCost),
          ])
        }),
      "closedPositions": .array(closedPositions.map(\.json)),
      "totalValue": .exact(summary.totalValue),
      "totalOpenCost": .exact(summary.totalOpenCost),
      "unrealizedPnL": .exact(summary.unrealizedPnL),
      "unrealizedPnLPercentage": .exact(summary.unrealizedPnLPercentage),
      "realizedClosedPnL": .exact(summary.realizedClosedPnL),
      "realizedPartialPnL": .exact(summary.realizedPartialPnL),
      "realizedPnL": .exact(summary.realizedPnL),
      "totalClosedCost": .exact(summary.totalClosedCost),
      "totalPnL": .exact(summary.totalPnL),
      "totalPnLPercentage": .exact(summary.totalPnLPercentage),
    ]
    return .object(JSONObject(members.members + open.members))
  }
}
