import Exact
public import Portfolio
import Widgets

extension ZoneChange {
  /// Describes the changes, line by line.
  ///
  /// - Parameter style: The reader.
  public func lines(_ style: ReportStyle) -> [String] {
    var lines = [
      "\(movedSaleCount) of \(countOf(saleCount, "sale")) and "
        + "\(countOf(movedRewardCount, "reward")) are on another day.",
      "\(changedTermCount) of the lots sold change between short-term and long-term.",
    ]
    func text(_ value: Cost?) -> String {
      FormattedValue.change(value?.figure, style.format).text(isPrivate: style.isPrivate)
    }
    for year in years {
      lines.append(
        "\(year.number): gain \(text(year.gainBefore)) → \(text(year.gainAfter)) · income "
          + "\(text(year.incomeBefore)) → \(text(year.incomeAfter))")
    }
    if years.isEmpty { lines.append("The totals of all years stay the same.") }
    return lines
  }
}
