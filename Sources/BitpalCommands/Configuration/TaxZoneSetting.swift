import Application
import CellGrid
import ConfigurationFile
import LedgerStore
import Portfolio
import Reports
import Widgets

extension AppContext {
  /// Changes the tax zone after showing the effect and, on a terminal, asking for confirmation.
  ///
  /// - Parameter name: The zone's name.
  /// - Throws: A refusal of a zone unknown to this machine.
  func setTaxZone(_ name: String) throws {
    guard let calendar = LocalCalendar.named(name) else {
      throw CommandFailure(
        "This machine has no time zone \"\(clipped(cleaned(name), to: 40))\".",
        help: "Write it as in Europe/London or "
          + "America/New_York.", .refused)
    }
    let old = try currentTaxCalendar()
    if old != calendar {
      let gains = try [old, calendar].map { try self.gains($0) }
      Console.print("Days by \(calendar.name) instead of \(old.name):")
      var style = style(isPrivate: configuration.isPrivate)
      style.format = NumberFormat(code: service.currency)
      for line in ZoneChange(from: gains[0], to: gains[1]).lines(style) {
        Console.print(line)
      }
      guard !Console.canAsk || Console.isConfirmed("Count days by \(calendar.name)? [y/N]") else {
        return Console.print("Nothing was changed.")
      }
    }
    try service.write(note: writeNote) {
      try ledger.set(taxZone: calendar.name)
    } recorded: {
      Console.print("tax.zone is \(calendar.name).")
    }
  }

  /// The current tax calendar; UTC if its zone is unknown to this machine.
  private func currentTaxCalendar() throws -> LocalCalendar {
    do { return try service.taxCalendar() } catch is UnknownTaxZone { return .utc }
  }

  private func gains(_ calendar: LocalCalendar) throws -> Gains {
    try service.gains(
      in: service.currency, costBasis: service.costBasis, calendar: calendar
    ).gains
  }
}
