import Exact
public import FoundationEssentials
public import Portfolio

/// The United States' form 8949 (i8949, 2025): a line for each part of a lot that was sold, in
/// whole cents of US dollars.
///
/// The gain of a line is that of its rounded amounts, and the totals are sums of lines, so that
/// everything adds up as written.
public struct Form8949: Sendable {
  /// What the brokers' forms 1099 reported, which decides the boxes.
  public enum Reported: String, CaseIterable, Sendable {
    /// No form was received.
    case nothing = "none"
    /// Proceeds without the cost.
    case proceeds
    /// Proceeds and cost.
    case basis
  }

  /// A line, or the totals of a box.
  public struct Line: Sendable {
    /// The part, I for short and II for long; `nil` where no purchase is named.
    public let part: String?
    /// The box: A to C and D to F for sales up to 2024, G to I and J to L from 2025 on.
    public let box: String?
    /// The coins, or nothing for totals.
    public let description: String
    /// The day of the purchase; `nil` for totals, and where none is named.
    public let acquired: UTCDay?
    /// The day of the sale; `nil` for totals.
    public let sold: UTCDay?
    /// Received, in cents; `nil` where a price is missing.
    public let proceeds: Decimal?
    /// Paid, in cents; `nil` where a price is missing.
    public let cost: Decimal?
    /// Which of the figures are estimated.
    public let estimated: EstimatedFigures
    /// ``proceeds`` less ``cost``.
    public var gain: Decimal? { proceeds.flatMap { got in cost.map { got - $0 } } }
  }

  /// The totals of each box, in the order of the lines.
  public let totals: [Line]
  private let rows: GainRows
  private let reported: Reported
  /// The places of the rows in the order of the lines.
  private let places: [Int]

  /// Fills the form in.
  ///
  /// - Parameters:
  ///   - gains: The gains of a range of days, in US dollars.
  ///   - reported: What the forms 1099 reported.
  public init(_ gains: Gains, reported: Reported = .nothing) {
    let rows = gains.rows
    let terms = rows.map(\.term)
    let places = [GainRow.Term.short, nil, .long].flatMap { term in
      terms.indices.filter { terms[$0] == term }
    }
    var boxes: [(box: String?, places: [Int])] = []
    for place in places {
      let box = Line(rows[place], reported).box
      if let number = boxes.firstIndex(where: { $0.box == box }) {
        boxes[number].places.append(place)
      } else {
        boxes.append((box, [place]))
      }
    }
    totals = boxes.map { box in Line(totalsOf: box.places.lazy.map { Line(rows[$0], reported) }) }
    (self.rows, self.reported, self.places) = (rows, reported, places)
  }

  /// The lines of part I, those without a part, and those of part II; each is made when it is
  /// looked at.
  public var lines: some Collection<Line> { places.lazy.map { Line(rows[$0], reported) } }

  /// What a reader must know of lines that are estimated, of parts that are empty, and of lines
  /// without one.
  ///
  /// - Parameter costBasis: How the cost of sales was chosen.
  public func notes(_ costBasis: CostBasis) -> [String] {
    let homeless = lines.count { $0.part == nil }
    var notes: [String] = []
    if homeless > 0 {
      notes.append(
        "\(countOf(homeless, "line")) in no part: the form asks when the coins were acquired, which "
          + (costBasis.namesLots
            ? "is unknown." : "\(costBasis.rawValue) does not say. Add --cost-basis fifo."))
    }
    notes += estimatedNote(lines.count(where: \.estimated.isGainEstimated), of: lines.count)
    guard homeless < lines.count || lines.isEmpty else { return notes }
    for (part, words) in [("I", "short-term"), ("II", "long-term")]
    where !lines.contains(where: { $0.part == part }) {
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
      for total in totals { write(total.csv(acquired: "")) }
    }
  }
}

extension Form8949.Line {
  fileprivate init(_ row: GainRow, _ reported: Form8949.Reported) {
    let isLong = row.term.map { $0 == .long }
    part = isLong.map { $0 ? "II" : "I" }
    box = isLong.map { Self.box(isLong: $0, year: row.soldDay.date.year, reported) }
    description = "\(row.amount.canonicalText) \(row.coinId)"
    acquired = row.acquiredDay
    sold = row.soldDay
    proceeds = row.proceeds?.rounded(toPlaces: 2)
    cost = row.cost?.rounded(toPlaces: 2)
    estimated = row.estimated
  }

  fileprivate init(totalsOf lines: some Collection<Self>) {
    func sum(_ values: [Decimal?]) -> Decimal? {
      values.reduce(Cost?.some(0)) { sum, value in
        sum.flatMap { sum in value.map { sum + Cost($0) } }
      }?.decimal
    }
    part = lines.first?.part
    box = lines.first?.box
    description = "Totals"
    (acquired, sold) = (nil, nil)
    proceeds = sum(lines.map(\.proceeds))
    cost = sum(lines.map(\.cost))
    estimated = lines.lazy.map(\.estimated).union
  }

  /// Sales of digital assets have boxes of their own since 2025.
  private static func box(isLong: Bool, year: Int, _ reported: Form8949.Reported) -> String {
    let letters = Array(year < 2025 ? isLong ? "DEF" : "ABC" : isLong ? "JKL" : "GHI")
    return switch reported {
    case .basis: String(letters[0])
    case .proceeds: String(letters[1])
    case .nothing: String(letters[2])
    }
  }

  fileprivate func csv(acquired: String) -> String {
    csvLine([
      part ?? "", box ?? "", description, acquired, sold?.american ?? "", Self.cents(proceeds),
      Self.cents(cost), "", "", Self.cents(gain),
    ])
  }

  private static func cents(_ value: Decimal?) -> String {
    guard let value else { return "" }
    let text = value.canonicalText
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
