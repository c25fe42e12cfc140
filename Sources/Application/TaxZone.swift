import LedgerStore
public import Portfolio

/// A zone in the ledger that this machine does not know.
public struct UnknownTaxZone: Error, Equatable {
  /// The zone's name.
  public let name: String

  /// What is wrong, and how to fix it.
  public var message: ErrorMessage {
    ErrorMessage(
      "This machine has no time zone \"\(name)\", whose days the ledger counts by.",
      help: "Install its time zone database (tzdata), or name another zone: "
        + "bitpal config set tax.zone UTC")
  }
}

extension PortfolioService {
  /// The calendar whose days count for gains (SPEC §3.15): that of the ledger's zone.
  ///
  /// The first call stores the system's zone; if the ledger cannot be written, the zone is used
  /// without being stored.
  ///
  /// - Throws: ``UnknownTaxZone``, or an error if the ledger cannot be read.
  public func taxCalendar() throws -> LocalCalendar {
    if let kept = try ledger.taxZone() { return try Self.calendar(named: kept) }
    let own = LocalCalendar.system
    do { return try Self.calendar(named: ledger.storeIfMissing(taxZone: own.name)) } catch {
      return own
    }
  }

  /// The calendar that some methods need for the cost of sales: only ``CostBasis/hmrc`` depends on
  /// days.
  ///
  /// - Throws: As ``taxCalendar()``.
  public func calendar(for methods: [CostBasis]) throws -> LocalCalendar {
    try methods.contains(.hmrc) ? taxCalendar() : .utc
  }

  private static func calendar(named name: String) throws(UnknownTaxZone) -> LocalCalendar {
    guard let calendar = LocalCalendar.named(name) else { throw UnknownTaxZone(name: name) }
    return calendar
  }
}
