import AppGroup
import Application
import CellGrid
import ConfigurationFile
import Dashboard
import Kraken
import NcursesScreen

/// Runs commands of the shell, in the background or on the dashboard's terminal.
extension DashboardSession {
  /// Gives the terminal to a command of the shell, and takes it over again.
  func stepAside(for job: DashboardJob) {
    removePicture()
    screen.close()
    job.runInTerminal(home: home)
    do throws(ScreenError) {
      screen = try NcursesScreen(terminal: terminal) { _ in .plain }
    } catch {
      failure = CommandFailure(error.message, .usage)
      isOver = true
      return
    }
    screen.setMouse(state.hasMouse)
    applyTheme(activeTheme)
    let size = screen.size
    send(.resize(columns: size.columns, rows: size.rows))
    ledger.ask(.read)
  }

  /// Reads a coin's candles on a thread of its own: where they are fetched, no list waits.
  func readCandles(of id: String) {
    send(.candlesRequested(id))
    let (context, ledger, asks) = (context, ledger, filling != nil)
    let currency = state.currency ?? context.configuration.currency
    onBackgroundThread {
      let known = context.candles(of: id, asking: asks)
      let shown = CoinCandles(
        known.converted(to: currency, context), source: KrakenAPI.sourceName,
        absence: known.absence)
      ledger.post([.event(.candlesRead(id, shown))])
    }
  }

  /// Says what came of copies; what no program took is sent to the terminal.
  func handleCopies() {
    for result in clipboard.nextResults() {
      switch result {
      case .taken: send(.copied(.copied))
      case .refused(let text): send(.copied(screen.copyToClipboard(text) ? .sent : .failed))
      }
    }
  }

  /// The portfolio's folder, which contains the container.
  private var home: String {
    let folder = context.container.folder
    return String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
  }

  /// Runs a command in the background, unless it would replace a file and must not.
  func run(_ job: DashboardJob, replaces: Bool) {
    guard replaces || !job.wouldReplace else { return send(.fileExists(job)) }
    let words = job.arguments(replaces: replaces, isPrivate: state.isPrivate)
    jobs.start(job, words, home: home)
  }
}
