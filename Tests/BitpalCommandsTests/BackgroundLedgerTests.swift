import AppGroup
import Application
import BitpalTesting
import ConfigurationFile
import Dashboard
import Foundation
import LedgerStore
import Portfolio
import Testing

@testable import BitpalCommands

/// What the dashboard asks of the ledger, and what it hears.
struct BackgroundLedgerTests {
  private let folder: TemporaryFolder
  private let context: AppContext

  init() throws {
    folder = try TemporaryFolder()
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder.path], currentFolder: "/")
    context = AppContext(
      container: container, environment: [:], configuration: Configuration(),
      clock: { utc("2026-04-28T12:00:00Z") })
  }

  @Test func aChangeThatWasConfirmedIsUndoneOnlyWhileItIsNext() throws {
    try record(ledger("buy 1 at 10", "buy 2 at 10"))
    let asked = try responses(to: .step(.undo, confirmed: nil))
    guard case .previewed(.undo, let preview) = try #require(asked.last) else {
      return #expect(Bool(false), "\(asked)")
    }
    #expect(preview.added == 2)
    try record(ledger("buy 3 at 10"))
    #expect(
      try responses(to: .step(.undo, confirmed: preview.mark)).last
        == .notStepped(LedgerStoreError.changedMeanwhile.sentence))
    #expect(try context.ledger.count() == 3)
    guard case .stepped(.undo, let step?) = try responses(to: .step(.undo, confirmed: nil)).last
    else { return #expect(Bool(false)) }
    #expect(step.rows.first?.before?.amount == 3)
    guard
      case .stepped(.undo, .some) = try responses(
        to: .step(.undo, confirmed: preview.mark)
      ).last
    else { return #expect(Bool(false)) }
    #expect(try responses(to: .step(.undo, confirmed: nil)) == [.stepped(.undo, nil)])
  }

  @Test func aRowThatChangedIsNeitherDeletedNorOverwritten() throws {
    let rows = ledger("buy 1 at 10")
    try record(rows)
    let shown = try #require(try context.ledger.transactions().first)
    try context.ledger.edit(shown.id, clock: context.clock) { $0[0].notes = "mine" }
    var edited = shown
    edited.amount = 7
    for change in [LedgerChange.edit(edited), .delete(shown.id)] {
      #expect(
        try responses(to: .apply(change, shown: shown))
          == [.notApplied(change, LedgerStoreError.changedMeanwhile.sentence)])
    }
    #expect(try context.ledger.transactions().map(\.notes) == ["mine"])
  }

  @Test func aChangeIsShownWhileTheWidgetFilesAreLocked() throws {
    try context.container.create()
    let change = LedgerChange.add(ledger("buy 1 at 10"))
    let background = try BackgroundLedger(context)
    try ContainerLock(context.container).withLock {
      background.ask(.apply(change, shown: nil))
      var events: [DashboardEvent] = []
      while !events.contains(.applied(change)) {
        background.wait(milliseconds: 30_000)
        events += background.nextResponses().compactMap(\.event)
      }
      guard case .portfolioChanged(let data) = events.first else {
        return #expect(Bool(false), "\(events)")
      }
      #expect(data.ledger.rowCount == 1)
    }
    #expect(background.close {}.isEmpty)
  }

  private func record(_ rows: [Transaction]) throws {
    try context.service.apply(.add(rows), note: writeNote) {}
  }

  /// What a job is answered with, the ledger's new data aside.
  private func responses(to job: BackgroundLedger.Job) throws -> [DashboardEvent] {
    let background = try BackgroundLedger(context)
    background.ask(job)
    return background.close {}.compactMap(\.event).filter { event in
      if case .portfolioChanged = event { false } else { true }
    }
  }
}

extension BackgroundLedger.Response {
  fileprivate var event: DashboardEvent? {
    if case .event(let event) = self { event } else { nil }
  }
}
