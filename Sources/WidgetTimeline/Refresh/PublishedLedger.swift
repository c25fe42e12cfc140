public import FoundationEssentials
public import Portfolio

/// The part of the ledger that the widget files are made from.
///
/// The files carry the ledger's version, so every reader and refresh detects a change that was
/// recorded but never published, and publishes it.
public protocol PublishedLedger: Sendable {
  /// The ISO 4217 code of the currency that the files count in.
  var currency: String { get }

  /// The newest day certain to have a rate for the currency: files at an older rate are outdated.
  var rateDay: UTCDay? { get }

  /// A text that changes with every change of the ledger; cheap, because every reader requests it.
  ///
  /// - Returns: `nil` if there is no ledger.
  /// - Throws: An error if the ledger cannot be read.
  func version() throws -> String?

  /// Returns the present holdings.
  ///
  /// - Parameter prices: The last known prices.
  /// - Returns: The holdings at these prices, with their ledger version.
  /// - Throws: An error if the ledger cannot be read.
  func refreshData(at prices: PriceBook) throws -> WidgetRefreshData
}

extension PublishedLedger {
  /// US dollars, in which the ledger counts.
  public var currency: String { usDollarCode }

  /// `nil`, because US dollars need no rates.
  public var rateDay: UTCDay? { nil }
}

/// The outcome of publishing, not thrown so that a recorded change never looks like a failed one.
public enum Publication: Sendable {
  /// The files show the ledger.
  case done
  /// The files already showed it.
  case upToDate
  /// The files could not be written or the ledger could not be read; the next reader retries.
  case failed(any Error)
}

extension WidgetFiles {
  /// Whether the files show an older ledger version, count in another currency, lack the age of
  /// their prices, or cannot be read.
  ///
  /// - Parameters:
  ///   - version: The ledger's version.
  ///   - currency: The ISO 4217 code of the currency that files count in.
  ///   - rateDay: The day of a known rate; files at an older rate are outdated.
  public func isBehind(
    _ version: String?, currency: String = usDollarCode, rateDay: UTCDay? = nil
  ) -> Bool {
    guard let version else { return false }
    if let rateDay, let rate = refreshData?.rate, rate.day < rateDay { return true }
    return refreshData?.ledgerVersion != version || refreshData?.unreadable.isEmpty == false
      || portfolio?.ledgerVersion != version || refreshData?.currency != currency
      || portfolio?.currency != currency || portfolio?.isDated == false
  }

  /// Rebuilds the files from the ledger at the last known prices.
  ///
  /// - Parameters:
  ///   - ledger: The ledger, read while the container is locked.
  ///   - now: Used as the time of the last refresh if there was none.
  /// - Throws: An error if the ledger cannot be read.
  public mutating func publish(_ ledger: any PublishedLedger, now: Date) throws {
    let book = prices ?? PriceBook()
    var data = try ledger.refreshData(at: book)
    book.price(&data.holdings, at: now)
    data.lastUpdated = book.lastUpdated
    refreshData = data
    portfolio = data.portfolioData(now: now)
  }
}

extension WidgetDataStore {
  /// Publishes the ledger; call this after recording a change.
  public func publish(_ ledger: any PublishedLedger, clock: () -> Date) -> Publication {
    do {
      try update { try $0.publish(ledger, now: clock()) }
      return .done
    } catch {
      return .failed(error)
    }
  }

  /// Publishes the ledger if the files are outdated.
  public func repairFiles(from ledger: any PublishedLedger, clock: () -> Date) -> Publication {
    do {
      let version = try ledger.version()
      let files = WidgetFiles(portfolio: portfolio(), refreshData: refreshData())
      guard files.isBehind(version, currency: ledger.currency, rateDay: ledger.rateDay) else {
        return .upToDate
      }
      return publish(ledger, clock: clock)
    } catch {
      return .failed(error)
    }
  }
}
