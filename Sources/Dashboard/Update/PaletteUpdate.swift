import FoundationEssentials
import Portfolio

extension DashboardState {
  /// Types a character in the command line and selects the best match.
  mutating func type(command character: Character) -> [DashboardEffect] {
    palette?.text.append(character)
    palette?.selection = 0
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }

  /// Erases a character; closes the command line when it is empty.
  mutating func eraseCommand() -> [DashboardEffect] {
    guard palette?.text.isEmpty == false else {
      palette = nil
      return []
    }
    palette?.text.removeLast()
    palette?.selection = 0
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }

  mutating func moveInCommands(_ action: ActionID) {
    guard let selection = palette?.selection else { return }
    let step = action == .up ? -1 : action == .down ? 1 : 0
    let target = max(0, min(selection + step, commands.count - 1))
    palette?.selection = target
  }

  /// Requests all figures in the chosen currency and cost basis.
  private mutating func requestFigures() -> [DashboardEffect] {
    requested = []
    forgetFigures()
    if let data { pages[GainsPage.self].show(data) }
    return [.count(currency: currency, costBasis: costBasis)]
  }

  /// Discards figures in the former currency or cost basis.
  mutating func forgetFigures() {
    priceSeries = [:]
    rangeFigures = [:]
    candles = [:]
    requestedCandles = []
    details = [:]
    pages[GainsPage.self] = GainsPage()
  }

  /// Runs the selected command, or reports that nothing matches.
  mutating func runCommand(
    _ index: Int, now: Date, makeID: () -> UUID
  ) -> [DashboardEffect] {
    guard let palette else { return [] }
    let (commands, hint) = (commands, paletteHint)
    // The list says what to type.
    if commands.isEmpty, hint != nil { return [] }
    self.palette = nil
    guard commands.indices.contains(index) else {
      showMessage("No command or coin matches \(palette.text)", isError: false)
      return []
    }
    switch commands[index] {
    case .action(let action): return perform(action.id, now: now, makeID: makeID)
    case .row(let number): page.select(number - 1)
    case .coin(let id, _):
      openCoin(id)
      return []
    case .watch(let coin, _): return [.follow(coin.id, true)]
    case .sort(let number, _): page.sort(byColumn: number)
    case .sortPage(let tab, let number, _):
      go(to: tab)
      // Sorting by the present column would reverse its order.
      page.sort(byColumn: number == 0 ? 1 : 0)
      page.sort(byColumn: number)
    case .column(let number, _):
      page.hiddenColumns.formSymmetricDifference([number])
      // Keep the list open: users often change several columns.
      self.palette = palette
    case .view(let view): open(view)
    case .saveView(let view): save(view)
    case .forgetView(let name): forgetView(name)
    case .theme(let name): theme = name ?? PaletteEntry.terminal
    case .currency(let code):
      currency = code
      return requestFigures()
    case .costBasis(let method):
      costBasis = method
      return requestFigures()
    case .benchmark(_, ""): self.palette = Palette(text: PaletteEntry.comparing)
    case .benchmark(let subject, _): choose(benchmark: subject)
    case .alertCoin(let coin, _): return continueLine("\(AlertLine.word)\(coin.id) ")
    case .alertCondition(let condition, let coin):
      return continueLine("\(AlertLine.word)\(coin) \(condition.rawValue) ")
    case .job(let job) where job.isWaitingForFile:
      self.palette = Palette(text: "\(job.words) ")
    case .job(let job): return run(job)
    case .answer(let choice, _): ask(inbox.question(choice, nil))
    case .answerCoin(let coin, _): ask(inbox.question("coin \(coin.id)", nil))
    }
    return []
  }
}
