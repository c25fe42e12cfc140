import CellGrid
import Exact
import FoundationEssentials
import Gallery
import Testing
import Widgets
import WidgetTimeline
import BitpalCommands

/// What `private` guarantees: no encoder shows an amount, or anything derived from one.
struct ScreenshotPrivacyTests {
  @Test(arguments: ScreenshotFormat.allCases)
  func `shows no amount of the sample`(_ format: ScreenshotFormat) throws {
    let (entry, now) = try ScreenshotState.private.entry()
    let data = try #require(entry.data)
    let amounts =
      [data.totalValue, data.unrealizedPnL, data.realizedPnL, data.totalPnL].compactMap { $0 }
      + data.holdings.flatMap { [$0.currentValue, $0.pnlAmount].compactMap { $0 } }
    #expect(amounts.count == 14)
    for size in PreviewSize.allCases {
      let open = size.grid(entry, isPrivate: false, now: now)
      let openText = PlainText.text(of: open)
      let masked = format.text(of: try GalleryPicture(size, .private))
      for amount in amounts {
        let figure = Figures.usd(amount.magnitude).dropFirst()
        #expect(!masked.contains(figure) && !masked.contains(figure.filter { $0 != "," }))
        #expect(!masked.contains(figure.prefix { $0 != "." }) || !figure.contains(","))
      }
      #expect(masked.contains("%") == openText.contains("%"), "percentages stay")
    }
  }

  @Test(arguments: ScreenshotState.allCases, ScreenshotFormat.allCases)
  func `does not depend on amounts`(_ state: ScreenshotState, _ format: ScreenshotFormat) throws {
    let (entry, now) = try state.entry()
    let other = PortfolioEntry(
      date: entry.date, data: entry.data.map(multiplied), failure: entry.failure,
      recentValues: entry.recentValues.map { recent in
        RecentValues(recent.values.map { $0.map { $0 * 7 } }, count: recent.count)
      })
    for size in PreviewSize.allCases {
      let texts = try [entry, other].map {
        let grid = size.grid($0, isPrivate: true, now: now)
        return format.text(of: try GalleryPicture(size, state).showing(grid))
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test func `without privacy the same comparison finds a difference`() throws {
    let (entry, now) = try ScreenshotState.fresh.entry()
    let other = PortfolioEntry(date: entry.date, data: entry.data.map(multiplied))
    #expect(
      PreviewSize.large.grid(entry, isPrivate: false, now: now)
        != PreviewSize.large.grid(other, isPrivate: false, now: now))
  }

  /// The same portfolio with sevenfold amounts and unchanged percentages.
  private func multiplied(_ data: WidgetPortfolioData) -> WidgetPortfolioData {
    var data = data
    func seven(_ amount: ExactDecimal?) -> ExactDecimal? { amount.map { $0 * 7 } }
    data.totalValue = seven(data.totalValue)
    data.unrealizedPnL = seven(data.unrealizedPnL)
    data.realizedPnL = seven(data.realizedPnL)
    data.totalPnL = seven(data.totalPnL)
    for index in data.holdings.indices {
      data.holdings[index].currentValue = seven(data.holdings[index].currentValue)
      data.holdings[index].pnlAmount = seven(data.holdings[index].pnlAmount)
    }
    return data
  }
}

extension GalleryPicture {
  fileprivate func showing(_ grid: Grid) -> GalleryPicture {
    var picture = self
    picture.snapshot = Snapshot(name: snapshot.name, grid: grid)
    (picture.spoken, picture.credit) = ("", nil)
    return picture
  }
}
