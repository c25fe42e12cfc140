public import FoundationEssentials
public import Portfolio

/// Works out what a file would add to a ledger.
///
/// - Parameters:
///   - file: What was read.
///   - existing: Every transaction of the ledger, in ledger order.
///   - now: The present instant; no transaction may lie after it.
///   - newId: Makes the id of a new transaction. CSV carries none, and ids drawn from the row's
/// content would collide with those of transactions edited since.
///   - resolve: Says which coin a name is; asked once for each name, never about state money.
/// - Returns: The plan. Nothing of it may be applied when a row is refused.
public func planImport(
  _ file: ImportFile, existing: [Transaction], now: Date, newId: () -> UUID = { UUID() },
  resolve: (Asset) -> CoinResolution
) -> ImportPlan {
  var coins = CoinNames()
  var refused = file.refused
  var candidates: [PlannedRow] = []
  var ids: Set<UUID> = []
  for entry in file.entries {
    do throws(RefusalReason) {
      let coinId = try coins.id(of: entry.asset, resolve: resolve)
      if let id = entry.id, !ids.insert(id).inserted { throw .sameIdentity(id.uuidString) }
      let row = PlannedRow(entry, coinId: coinId, id: entry.id ?? newId())
      try validated(row.transaction, now: now)
      candidates.append(row)
    } catch {
      refused.append(RefusedRow(source: entry.source, reason: error))
    }
  }
  let new = rowsNotYetThere(candidates, existing: existing)
  let ordered = orderedForLedger(new, existing: existing)
  refused += ordered.uncovered
  return ImportPlan(
    format: file.format,
    additions: ordered.rows.map(\.transaction),
    alreadyThere: candidates.count - new.count,
    leftOut: file.leftOut,
    refused: refused.sorted { $0.source.line < $1.source.line },
    notices: (file.isNewestFirst ? [.newestFirst] : []) + coins.notices)
}

/// A row on its way into the ledger.
struct PlannedRow {
  let source: RowSource
  let transaction: Transaction

  init(_ entry: ImportedEntry, coinId: String, id: UUID) {
    source = entry.source
    transaction = Transaction(
      id: id, coinId: coinId, type: entry.type, amount: entry.amount,
      pricePerCoin: entry.pricePerCoin, date: entry.date, notes: entry.notes)
  }
}

private func validated(_ transaction: Transaction, now: Date) throws(RefusalReason) {
  guard transaction.type != .gift || transaction.pricePerCoin == 0 else { throw .pricedGift }
  do throws(PortfolioError) {
    try validateFields(of: transaction, now: now)
  } catch {
    throw .breaksRule(error)
  }
}

/// The names met in a file and the coins they are.
private struct CoinNames {
  private var known: [Asset: CoinResolution] = [:]
  private(set) var notices: [ImportNotice] = []

  mutating func id(
    of asset: Asset, resolve: (Asset) -> CoinResolution
  ) throws(RefusalReason) -> String {
    let resolution = known[asset] ?? (asset.name.isOneLine ? resolve(asset) : .unknown)
    if known.updateValue(resolution, forKey: asset) == nil { note(resolution, of: asset) }
    switch resolution {
    case .listed(let id), .bySymbol(let id), .unlisted(let id): return id
    case .unknown: throw .unknownCoin(asset.name)
    }
  }

  private mutating func note(_ resolution: CoinResolution, of asset: Asset) {
    switch resolution {
    case .bySymbol(let id): notices.append(.symbolRead(symbol: asset.name, coinId: id))
    case .unlisted(let id): notices.append(.unlistedCoin(id))
    case .listed, .unknown: break
    }
  }
}

extension String {
  /// Whether it can be a name: without line breaks and other control characters.
  fileprivate var isOneLine: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
