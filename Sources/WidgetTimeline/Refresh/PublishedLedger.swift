public import FoundationEssentials
public import Portfolio

/// The ledger, as far as the widget files are made from it.
///
/// The files carry the ledger's version, so that every reader and refresh detects a change that was
/// recorded but never published, and makes up for it.
public protocol PublishedLedger: Sendable {
  /// The ISO 4217 code of the currency that the files count in.
  var currency: String { get }

  /// The newest day sure to have a rate for the currency: files at an older rate are outdated.
  var rateDay: UTCDay? { get }

  /// A word that changes with every change of the ledger; cheap, because every reader asks for it.
  ///
  /// - Returns: `nil` when there is no ledger.
  /// - Throws: Why the ledger could not be read.
  func version() throws -> String?

  /// What is held now.
  ///
  /// - Parameter prices: The last prices known.
  /// - Returns: The holdings at these prices, with the version they are of.
  /// - Throws: Why the ledger could not be read.
  func refreshData(at prices: PriceBook) throws -> WidgetRefreshData
}

extension PublishedLedger {
  /// US dollars, in which the ledger counts.
  public var currency: String { usDollarCode }

  /// No day, as there are no rates in US dollars.
  public var rateDay: UTCDay? { nil }
}

/// What came of publishing, as a value: a change that is recorded must not read as one that failed.
public enum Publication: Sendable {
  /// The files show the ledger.
  case done
  /// The files showed it already.
  case upToDate
  /// The files could not be written or the ledger not be read; the next reader tries again.
  case failed(any Error)
}

extension WidgetFiles {
  /// Whether the files show an older state of the ledger than that version or count in another
  /// currency, do not say how old their prices are, or cannot be read.
  ///
  /// - Parameters:
  ///   - version: The ledger's.
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
  ///   - now: Used as the time of the last refresh when there was none.
  /// - Throws: Why the ledger could not be read.
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
  /// Publishes the ledger; to be called when a change is recorded.
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
