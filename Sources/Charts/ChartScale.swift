import Exact

/// A vertical axis with a round figure in the middle of every few rows.
struct ChartScale: Equatable {
  /// Value of the middle of the last row, or its binary logarithm.
  private let low: Double
  /// Value per row, or the binary logarithm of the factor per row.
  let perRow: Double
  /// Whether the axis is logarithmic.
  let isLogarithmic: Bool
  /// Rows of the plot.
  let rows: Int
  /// Round figures and the rows, from the top, whose middle they mark.
  private(set) var ticks: [Tick] = []

  /// A round figure of the axis.
  struct Tick: Equatable {
    let value: ExactDecimal
    let row: Int
  }

  /// Creates the tightest axis that contains a range.
  ///
  /// A range narrower than `leastSpan` is widened to it, so that an insignificant change looks
  /// flat.
  ///
  /// - Parameters:
  ///   - range: The figures to contain.
  ///   - rows: Rows of the plot, at least 1.
  ///   - leastSpan: The minimum span, as a fraction of the greatest figure.
  init(_ range: ClosedRange<ExactDecimal>, rows: Int, leastSpan: ExactDecimal) {
    let range = range.widened(to: leastSpan)
    let spacings = rows >= 24 ? 2...6 : rows >= 12 ? 2...4 : rows >= 6 ? 2...3 : 1...2
    let candidates = spacings.map { Candidate(range, rows: max(2, rows), rowsPerTick: $0) }
    // The tightest; on a tie, the one with more figures.
    let best = candidates.min { $0.perRow < $1.perRow } ?? candidates[0]
    low = Double(nearest: best.low)
    perRow = Double(nearest: best.perRow)
    isLogarithmic = false
    self.rows = rows
    ticks = stride(from: rows - 1, through: 0, by: -best.rowsPerTick).map { row in
      let steps = (rows - 1 - row) / best.rowsPerTick
      return Tick(value: best.low + best.step * ExactDecimal(steps), row: row)
    }
  }

  /// Creates a logarithmic axis with round figures in the nearest rows.
  ///
  /// - Returns: `nil` for a range that includes zero or negative figures.
  init?(logarithmic range: ClosedRange<ExactDecimal>, rows: Int, leastSpan: ExactDecimal) {
    let range = range.widened(to: leastSpan)
    guard range.lowerBound > 0 else { return nil }
    low = Self.logarithm(of: Double(nearest: range.lowerBound))
    self.rows = rows
    isLogarithmic = true
    let span = Self.logarithm(of: Double(nearest: range.upperBound)) - low
    perRow = span / Double(max(1, rows - 1))
    // If the range has too few such figures, use those of a linear axis.
    let wanted = max(2, min(rows / 3, 6))
    for digits in [[1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7]] where ticks.count < wanted {
      ticks = ticks(of: digits, in: range)
    }
    guard ticks.count < wanted else { return }
    ticks = []
    for tick in Self(range, rows: rows, leastSpan: leastSpan).ticks {
      if let tick = self.tick(tick.value, in: range), ticks.last.map({ $0.row > tick.row }) ?? true
      {
        ticks.append(tick)
      }
    }
  }

  /// Round figures that start with the given digits, as far as rows can separate them.
  private func ticks(of digits: [Int], in range: ClosedRange<ExactDecimal>) -> [Tick] {
    var ticks: [Tick] = []
    for exponent in -30...30 {
      for digit in digits {
        let value = ExactDecimal(digit, exponent: exponent)
        guard let tick = tick(value, in: range) else { continue }
        if let last = ticks.last, last.row - tick.row < 2 { continue }
        ticks.append(tick)
      }
    }
    return ticks
  }

  private func tick(_ value: ExactDecimal, in range: ClosedRange<ExactDecimal>) -> Tick? {
    guard range.contains(value) else { return nil }
    let position = position(of: ChartFigure(value))
    return Tick(value: value, row: max(0, min(rows - 1, Int(position))))
  }

  /// The position of a figure in rows from the top, for drawing only.
  func position(of figure: ChartFigure) -> Double {
    let number = isLogarithmic ? Self.logarithm(of: figure.number) : figure.number
    return Double(rows) - 0.5 - (number - low) / perRow
  }

  /// The binary logarithm of a positive number, as precise as drawing requires.
  private static func logarithm(of number: Double) -> Double {
    guard number > 0 else { return 0 }
    // ln s = 2 (y + y³/3 + y⁵/5 + …) with y = (s − 1) ÷ (s + 1), which is 1/3 at most.
    let part = (number.significand - 1) / (number.significand + 1)
    var (sum, power) = (0.0, part)
    for step in 0..<10 {
      sum += power / Double(2 * step + 1)
      power *= part * part
    }
    return Double(number.exponent) + 2 * sum / 0.693_147_180_559_945_3
  }

  /// An axis with a tick every few rows.
  private struct Candidate {
    let low: ExactDecimal
    let step: ExactDecimal
    let rowsPerTick: Int
    let perRow: ExactDecimal

    init(_ range: ClosedRange<ExactDecimal>, rows: Int, rowsPerTick: Int) {
      self.rowsPerTick = rowsPerTick
      let span = range.upperBound - range.lowerBound
      // Figures may lie between the middle and the edge of the first and last row.
      let edge = ExactDecimal(375, exponent: -3)
      let edgeOfTick = edge.quotient(by: ExactDecimal(rowsPerTick))
      for exponent in Self.firstExponent(range, rows: rows)...30 {
        // Decimal division is slow, so each step is paired with its inverse in tenths.
        for (digit, inverse) in [(1, 10), (2, 5), (5, 2)] as [(ExactDecimal, ExactDecimal)] {
          let step = digit.scaled(byPowerOfTen: exponent)
          // Skip steps that are far too small before the costly check.
          guard step * ExactDecimal(rows) >= span else { continue }
          let inverse = inverse.scaled(byPowerOfTen: -exponent - 1)
          let low = ExactDecimal(wholePart(of: range.lowerBound * inverse + edgeOfTick)) * step
          if step * (ExactDecimal(rows - 1) + edge) >= (range.upperBound - low)
            * ExactDecimal(rowsPerTick)
          {
            (self.low, self.step, perRow) = (
              low, step, step.quotient(by: ExactDecimal(rowsPerTick))
            )
            return
          }
        }
      }
      // With two rows, a range across zero has no round step.
      (low, step) = (
        range.lowerBound, (span * ExactDecimal(rowsPerTick)).quotient(by: ExactDecimal(rows - 1))
      )
      perRow = step.quotient(by: ExactDecimal(rowsPerTick))
    }

    /// A power of ten below which steps are far too small.
    private static func firstExponent(_ range: ClosedRange<ExactDecimal>, rows: Int) -> Int {
      let least = Double(nearest: range.upperBound - range.lowerBound) / Double(rows)
      var (exponent, power) = (-30, 1e-30)
      while exponent < 30, power * 100 < least { (exponent, power) = (exponent + 1, power * 10) }
      return exponent
    }
  }
}

extension ClosedRange<ExactDecimal> {
  /// Widens the range around its middle to a minimum fraction of its greatest figure.
  func widened(to leastSpan: ExactDecimal) -> ClosedRange<ExactDecimal> {
    let greatest = Swift.max(lowerBound.magnitude, upperBound.magnitude)
    let least = greatest == 0 ? 1 : greatest * leastSpan
    guard upperBound - lowerBound < least else { return self }
    let half = ExactDecimal(5, exponent: -1)
    let (middle, reach) = ((lowerBound + upperBound) * half, least * half)
    let isNeverNegative = lowerBound >= 0 && middle < reach
    return isNeverNegative ? 0...least : (middle - reach)...(middle + reach)
  }
}

/// The quotient, rounded down.
private func wholePart(of quotient: ExactDecimal) -> Int {
  let digits = quotient.description.split(separator: ".").first ?? "0"
  let whole = Int(digits) ?? 0
  return quotient < 0 && ExactDecimal(whole) != quotient ? whole - 1 : whole
}
