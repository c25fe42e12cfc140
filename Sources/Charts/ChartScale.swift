import Exact

/// A vertical axis: a round figure in the middle of every few rows.
struct ChartScale: Equatable {
  /// What the middle of the last row stands for: a figure, or the binary logarithm of one.
  private let low: Double
  /// What a row is worth; where figures that are so many times as great are equally far apart, the
  /// binary logarithm of what it multiplies by.
  let perRow: Double
  /// Whether figures that are so many times as great are equally far apart.
  let isLogarithmic: Bool
  /// Rows of the plot.
  let rows: Int
  /// Round figures and the rows, from the top, that they lie in the middle of.
  private(set) var ticks: [Tick] = []

  /// A round figure of the axis.
  struct Tick: Equatable {
    let value: ExactDecimal
    let row: Int
  }

  /// Makes the tightest axis that holds a range.
  ///
  /// A range narrower than `leastSpan` of its greatest figure is drawn within that span: a change
  /// too small to matter looks flat, not like a crash.
  ///
  /// - Parameters:
  ///   - range: The figures it must hold.
  ///   - rows: Rows of the plot, at least 1.
  ///   - leastSpan: The narrowest span, as a part of the greatest figure.
  init(_ range: ClosedRange<ExactDecimal>, rows: Int, leastSpan: ExactDecimal) {
    let range = range.widened(to: leastSpan)
    let spacings = rows >= 24 ? 2...6 : rows >= 12 ? 2...4 : rows >= 6 ? 2...3 : 1...2
    let candidates = spacings.map { Candidate(range, rows: max(2, rows), rowsPerTick: $0) }
    // The tightest; of equals the one with more figures.
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

  /// Makes a logarithmic axis, with round figures in the rows nearest to them.
  ///
  /// - Returns: `nil` for a range that is not above zero.
  init?(logarithmic range: ClosedRange<ExactDecimal>, rows: Int, leastSpan: ExactDecimal) {
    let range = range.widened(to: leastSpan)
    guard range.lowerBound > 0 else { return nil }
    low = Self.logarithm(of: Double(nearest: range.lowerBound))
    self.rows = rows
    isLogarithmic = true
    let span = Self.logarithm(of: Double(nearest: range.upperBound)) - low
    perRow = span / Double(max(1, rows - 1))
    // Where a range has too few round figures of its own, those of an even axis.
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

  /// The figures that begin with some digits, as far as there are rows between them.
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

  /// Where a figure lies, in rows from the top; a position on the screen, no amount.
  func position(of figure: ChartFigure) -> Double {
    let number = isLogarithmic ? Self.logarithm(of: figure.number) : figure.number
    return Double(rows) - 0.5 - (number - low) / perRow
  }

  /// The binary logarithm of a figure above zero, as exact as a screen needs.
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

  /// An axis with a tick every so many rows.
  private struct Candidate {
    let low: ExactDecimal
    let step: ExactDecimal
    let rowsPerTick: Int
    let perRow: ExactDecimal

    init(_ range: ClosedRange<ExactDecimal>, rows: Int, rowsPerTick: Int) {
      self.rowsPerTick = rowsPerTick
      let span = range.upperBound - range.lowerBound
      // A figure may lie above the middle of the first row or below that of the last, within it.
      let edge = ExactDecimal(375, exponent: -3)
      let edgeOfTick = edge.quotient(by: ExactDecimal(rowsPerTick))
      for exponent in Self.firstExponent(range, rows: rows)...30 {
        // Divisions of decimals are slow: each step stands with its inverse in tenths.
        for (digit, inverse) in [(1, 10), (2, 5), (5, 2)] as [(ExactDecimal, ExactDecimal)] {
          let step = digit.scaled(byPowerOfTen: exponent)
          // Steps far too small would not even count to the range.
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
      // Two rows cannot have round figures on both sides of zero.
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
  /// The range, or one around its middle that spans a part of its greatest figure.
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

/// The greatest whole number that is not above a quotient.
private func wholePart(of quotient: ExactDecimal) -> Int {
  let digits = quotient.description.split(separator: ".").first ?? "0"
  let whole = Int(digits) ?? 0
  return quotient < 0 && ExactDecimal(whole) != quotient ? whole - 1 : whole
}
