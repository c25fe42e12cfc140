public import Exact
import FoundationEssentials
public import Portfolio

/// The IRS form 8949 (i8949, 2025): one line per part of a lot sold, in whole US dollar cents.
///
/// A line's gain is computed from its rounded amounts, and totals are sums of lines, so that the
/// form adds up as written.
public struct Form8949: Sendable {
  /// What brokers reported on forms 1099, which determines the boxes.
  public enum Reported: String, CaseIterable, Sendable {
    /// No form 1099 was received.
    case nothing = "none"
    /// Proceeds without cost basis.
    case proceeds
    /// Proceeds and cost basis.
    case basis
  }

  /// A line of the form, or the totals of a box.
  public struct Line: Sendable {
    /// The part, I for short-term and II for long-term; `nil` if no purchase is identified.
    public let part: String?
    /// The box: A to C and D to F for sales up to 2024, G to I and J to L from 2025 on.
    public let box: String?
    /// The coins sold; `nil` for totals.
    fileprivate let coins: (amount: ExactDecimal, coinId: String)?
    /// The day of purchase; `nil` for totals and if no purchase is identified.
    public let acquired: UTCDay?
    /// The day of the sale; `nil` for totals.
    public let sold: UTCDay?
    /// Proceeds, in cents; `nil` if a price is missing.
    public let proceeds: ExactDecimal?
    /// Cost, in cents; `nil` if a price is missing.
    public let cost: ExactDecimal?
    /// The figures that are estimated.
    public let estimated: EstimatedFigures
    /// Whether cost or proceeds are unknown, which excludes the line from totals.
    fileprivate let isUnvalued: Bool
    /// The amount and coin, or a label for totals.
    public var description: String {
      coins.map { "\($0.amount.description) \($0.coinId)" } ?? "Totals"
    }
    /// ``proceeds`` minus ``cost``.
    public var gain: ExactDecimal? { proceeds.flatMap { got in cost.map { got - $0 } } }
  }

  /// A box with its totals.
  public struct Box: Sendable {
    /// The totals of the box, or of the lines in no part.
    public fileprivate(set) var totals: Line
    /// The number of lines.
    public fileprivate(set) var lineCount = 1
    fileprivate var estimatedCount: Int
    fileprivate let term: GainRow.Term?
  }

  /// The boxes that have lines, in line order.
  public let boxes: [Box]
  private let rows: GainRows
  private let reported: Reported
  /// The row indexes in line order.
  private let lineOrder: [Int32]

  /// Line order: short-term sales, sales without a purchase date, long-term sales.
  private static let terms: [GainRow.Term?] = [.short, nil, .long]

  /// Fills in the form.
  ///
  /// - Parameters:
  ///   - gains: The gains of a range of days, in US dollars.
  ///   - reported: What brokers reported on forms 1099.
  public init(_ gains: Gains, reported: Reported = .nothing) {
    rows = gains.rows
    self.reported = reported
    var boxes: [Box] = []
    var indices = Self.terms.map { _ in [Int32]() }
    for (number, row) in rows.enumerated() {
      let line = Line(row, reported)
      for (index, term) in Self.terms.enumerated() where term == row.term {
        indices[index].append(Int32(number))
      }
      if let index = boxes.firstIndex(where: { $0.totals.box == line.box }) {
        boxes[index].add(line)
      } else {
        boxes.append(Box(line, row.term))
      }
    }
    self.boxes = Self.terms.flatMap { term in boxes.filter { $0.term == term } }
    lineOrder = indices.flatMap(\.self)
  }

  /// The lines of part I, those in no part, and those of part II, each made on access.
  public var lines: some Collection<Line> { lineOrder.lazy.map { Line(rows[Int($0)], reported) } }

  /// Notes on estimated lines, empty parts and lines in no part.
  ///
  /// - Parameter costBasis: How the cost of sales was chosen.
  public func notes(_ costBasis: CostBasis) -> [String] {
    let homeless = boxes.first { $0.totals.part == nil }?.lineCount ?? 0
    var notes: [String] = []
    if homeless > 0 {
      notes.append(
        "\(countOf(homeless, "line")) in no part: the form asks when the coins were acquired, which "
          + (costBasis.namesLots
            ? "is unknown." : "\(costBasis.rawValue) does not say. Add --cost-basis fifo."))
    }
    notes += estimatedNote(boxes.reduce(0) { $0 + $1.estimatedCount }, of: lineOrder.count)
    guard homeless < lineOrder.count || lineOrder.isEmpty else { return notes }
    for (part, words) in [("I", "short-term"), ("II", "long-term")]
    where !boxes.contains(where: { $0.totals.part == part }) {
      notes.append("Part \(part) is empty: no \(words) sales.")
    }
    return notes
  }

  /// Writes the form as CSV, the totals of each box last.
  ///
  /// - Parameter write: Receives the text piece by piece.
  public func writeCSV(_ write: (String) -> Void) {
    batched(write) { write in
      write(
        "Part,Box,Description of property,Date acquired,Date sold or disposed of,Proceeds,"
          + "Cost or other basis,Code,Amount of adjustment,Gain or (loss)\n")
      for line in lines { write(line.csv(acquired: line.acquired?.american ?? "VARIOUS")) }
      for box in boxes { write(box.totals.csv(acquired: "")) }
    }
  }
}

extension Form8949.Box {
  fileprivate init(_ line: Form8949.Line, _ term: GainRow.Term?) {
    totals = Form8949.Line(
      part: line.part, box: line.box, coins: nil, acquired: nil, sold: nil,
      proceeds: line.isUnvalued ? nil : line.proceeds, cost: line.isUnvalued ? nil : line.cost,
      estimated: line.isUnvalued ? [] : line.estimated, isUnvalued: line.isUnvalued)
    estimatedCount = line.estimated.isGainEstimated ? 1 : 0
    self.term = term
  }

  fileprivate mutating func add(_ line: Form8949.Line) {
    if totals.isUnvalued {
      totals = Self(line, term).totals
    } else if !line.isUnvalued {
      totals = totals.adding(line)
    }
    lineCount += 1
    if line.estimated.isGainEstimated { estimatedCount += 1 }
  }
}

extension Form8949.Line {
  fileprivate init(_ row: GainRow, _ reported: Form8949.Reported) {
    let isLong = row.term.map { $0 == .long }
    part = isLong.map { $0 ? "II" : "I" }
    box = isLong.map { Self.box(isLong: $0, year: row.soldDay.date.year, reported) }
    coins = (row.amount, row.coinId)
    acquired = row.acquiredDay
    sold = row.soldDay
    proceeds = row.proceeds?.rounded(places: 2)
    cost = row.cost?.rounded(places: 2)
    estimated = row.estimated
    isUnvalued = row.isUnvalued
  }

  /// The sums of both lines; `nil` where either value is unknown.
  fileprivate func adding(_ line: Self) -> Self {
    func sum(_ first: ExactDecimal?, _ second: ExactDecimal?) -> ExactDecimal? {
      first.flatMap { first in second.map { (Cost(first) + Cost($0)).figure } }
    }
    return Self(
      part: part, box: box, coins: nil, acquired: nil, sold: nil,
      proceeds: sum(proceeds, line.proceeds), cost: sum(cost, line.cost),
      estimated: estimated.union(line.estimated), isUnvalued: false)
  }

  /// Digital assets have had separate boxes since 2025.
  private static func box(isLong: Bool, year: Int, _ reported: Form8949.Reported) -> String {
    let boxes =
      year < 2025
      ? isLong ? ("D", "E", "F") : ("A", "B", "C") : isLong ? ("J", "K", "L") : ("G", "H", "I")
    return switch reported {
    case .basis: boxes.0
    case .proceeds: boxes.1
    case .nothing: boxes.2
    }
  }

  fileprivate func csv(acquired: String) -> String {
    csvLine([
      part ?? "", box ?? "", description, acquired, sold?.american ?? "", Self.cents(proceeds),
      Self.cents(cost), "", "", Self.cents(gain),
    ])
  }

  private static func cents(_ value: ExactDecimal?) -> String {
    guard let value else { return "" }
    let text = value.description
    let places = text.firstIndex(of: ".").map { text[$0...].dropFirst().count } ?? 0
    return text + (places == 0 ? ".00" : places == 1 ? "0" : "")
  }
}

extension UTCDay {
  /// `04/28/2026`.
  fileprivate var american: String {
    let parts = text.split(separator: "-")
    return "\(parts[1])/\(parts[2])/\(parts[0])"
  }
}
