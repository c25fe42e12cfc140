import FoundationEssentials
import Portfolio

extension DashboardState {
  /// Copies the selected row to the clipboard.
  func copy() -> [DashboardEffect] {
    selectedText.map { [.copy($0)] } ?? []
  }

  /// Reports the outcome of a copy, which is not visible otherwise.
  mutating func reportCopied(_ outcome: CopyOutcome) {
    switch outcome {
    case .copied: showMessage("Row copied", isError: false)
    case .sent: showMessage("Row sent to the terminal", isError: false)
    case .failed:
      showMessage(
        "This terminal has no clipboard; install wl-copy, xclip or xsel", isError: true)
    }
  }

  /// The selected row's visible fields, separated by tabs.
  var selectedText: String? {
    if let transaction = selectedTransaction { return text(of: transaction) }
    return coin == nil ? page.copiedText(in: self) : nil
  }

  private func text(of transaction: Transaction) -> String {
    let counted = coin?.counted ?? transactions.window.counted
    let figures = counted.figures(of: transaction)
    let texts = [figures.amount, figures.price, figures.total].map { $0.text(isPrivate: isPrivate) }
    let symbol = transactions.book[transaction.coinId].symbol
    return ([days.day(transaction.date), transaction.kind.displayName, symbol] + texts)
      .joined(separator: "\t")
  }
}
