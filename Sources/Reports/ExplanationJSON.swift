public import Exact
public import FoundationEssentials
public import Portfolio
public import Widgets

extension CoinExplanation {
  /// Every figure of the explanation, unrounded, with its displayed value.
  ///
  /// - Parameters:
  ///   - format: The number format of the currency.
  ///   - lines: The source file and line of each transaction.
  public func json(
    _ format: NumberFormat = .usDollar, lines: [UUID: (file: String, line: Int)] = [:]
  ) -> JSONValue {
    let costed = holding.flatMap { $0.isCostKnown ? $0 : nil }
    return .object([
      "coinId": .string(coin.id),
      "symbol": .string(coin.symbol),
      "name": .string(coin.name),
      "costBasis": .string(costBasis.rawValue),
      "transactions": .array(steps.map { $0.json(from: lines[$0.transaction.id]) }),
      "lots": .array(
        lots.map {
          .object([
            "amount": .exact($0.amount),
            "pricePerCoin": .exact($0.isCostKnown ? $0.pricePerCoin.number : nil),
            "acquired": .instant($0.acquired),
            "account": $0.location?.account.map { .string($0) } ?? .null,
            "id": $0.id.map { .string($0.uuidString.lowercased()) } ?? .null,
          ])
        }),
      "totalAmount": .exact(holding?.totalAmount ?? 0),
      "totalCost": .exact(costed?.totalCost),
      "avgCost": .exact(costed?.avgCost),
      "currentPrice": .exact(coin.currentPrice),
      "priceLastUpdated": .instant(coin.lastUpdated),
      "currentValue": .exact(holding?.currentValue),
      "profitLoss": .exact(holding?.profitLoss),
      "profitLossPercentage": .exact(holding?.profitLossPercentage),
      "realizedPnL": .exact(holding.flatMap { $0.isRealizedKnown ? $0.realizedPnL : nil }),
      "soldCost": .exact(holding.flatMap { $0.isSoldCostKnown ? $0.soldCost : nil }),
      "sales": .array(
        sales.map { sale in
          .object([
            "id": .string(sale.transaction.id.uuidString.lowercased()),
            "received": .exact(sale.transaction.knownTotal),
            "cost": .exact(sale.isCostKnown && sale.isOfSome ? sale.cost : nil),
            "realizedPnL": .exact(sale.isGainKnown ? sale.realized : nil),
          ]).adding("gainOf", sale.counted?.figure)
        }),
      "closedPositions": .array(closedPositions.map(\.json)),
      "estimated": .bool(isEstimated),
      "shown": shown(format, avgCost: costed?.avgCost),
    ]).adding("costOf", holding?.costOf)
  }

  private func shown(_ format: NumberFormat, avgCost: ExactDecimal?) -> JSONValue {
    func text(_ value: ExactDecimal?, _ write: (ExactDecimal) -> String) -> JSONValue {
      .string(value.map(write) ?? Figures.unknown)
    }
    return .object([
      "totalAmount": text(holding?.totalAmount ?? 0, Figures.plainQuantity),
      "avgCost": text(avgCost, format.unitPrice),
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
      "amount": .exact(transaction.amount.number),
      "pricePerCoin": .exact(transaction.knownPricePerCoin?.number),
      "total": .exact(transaction.knownTotal),
      "estimated": .bool(transaction.isEstimated),
      "balance": .exact(balance),
      "cost": .exact(isCostKnown ? cost : nil),
      "kind": .string(transaction.kind.rawValue),
      "lots": FormattedValue.ids(transaction.lots).data,
      "cash": .exact(transaction.cash?.amount),
      "cashCurrency": transaction.cash.map { .string($0.currency) } ?? .null,
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
      "totalCost": .exact(isCostKnown ? totalCost : nil),
      "avgCostPrice": .exact(isCostKnown ? avgCostPrice : nil),
      "avgSellPrice": .exact(isSellPriceKnown ? avgSellPrice : nil),
      "realizedPnL": .exact(isResultKnown ? realizedPnL : nil),
      "realizedPnLPercentage": .exact(isResultKnown ? realizedPnLPercentage : nil),
    ]).adding("gainOf", gainOf)
  }
}

extension Positions {
  /// The terms of the totals, unrounded, and what they leave out.
  public func explanationJSON(_ costBasis: CostBasis, _ open: OpenItems) -> JSONValue {
    let members: JSONObject = [
      "costBasis": .string(costBasis.rawValue),
      "holdings": .array(
        holdings.map { holding in
          .object([
            "id": .string(holding.id), "isPriced": .bool(holding.currentValue != nil),
            "currentValue": .exact(holding.currentValue),
            "totalCost": .exact(holding.isCostKnown ? holding.totalCost : nil),
            "profitLoss": .exact(holding.profitLoss),
            "realizedPnL": .exact(holding.isRealizedKnown ? holding.realizedPnL : nil),
            "soldCost": .exact(holding.isSoldCostKnown ? holding.soldCost : nil),
          ]).adding("costOf", holding.costOf)
        }),
      "closedPositions": .array(closedPositions.map(\.json)),
      "totalValue": .exact(summary.totalValue),
      "totalOpenCost": .exact(summary.isCostKnown ? summary.totalOpenCost : nil),
      "unrealizedPnL": .exact(summary.unrealizedPnL),
      "unrealizedPnLPercentage": .exact(summary.unrealizedPnLPercentage),
      "realizedClosedPnL": .exact(summary.knownRealizedClosedPnL),
      "realizedPartialPnL": .exact(summary.knownRealizedPartialPnL),
      "realizedPnL": .exact(summary.knownRealizedPnL),
      "totalClosedCost": .exact(summary.isClosedCostKnown ? summary.totalClosedCost : nil),
      "totalPnL": .exact(summary.totalPnL),
      "totalPnLPercentage": .exact(summary.totalPnLPercentage),
    ]
    return .object(JSONObject(members.members + open.members))
  }
}

extension JSONValue {
  /// Adds the number of coins that a figure covers, if it does not cover all.
  fileprivate func adding(_ key: String, _ amount: ExactDecimal?) -> JSONValue {
    guard let amount, let object else { return self }
    return .object(JSONObject(object.members + [.init(key: key, value: .exact(amount))]))
  }
}
