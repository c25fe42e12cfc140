public import CellGrid
public import Exact
public import FoundationEssentials

/// An exact figure with a floating-point value for drawing, converted once because figures are
/// drawn more often than they are read.
public struct ChartFigure: Hashable, Comparable, Sendable {
  /// The exact figure.
  public let exact: ExactDecimal
  /// The value for drawing only; never an amount.
  let number: Double

  /// Creates a figure.
  public init(_ exact: ExactDecimal) {
    self.exact = exact
    number = Double(nearest: exact)
  }

  /// Compares exactly.
  public static func < (left: ChartFigure, right: ChartFigure) -> Bool {
    left.number == right.number ? left.exact < right.exact : left.number < right.number
  }
}

/// A point of a series; without a value it is a gap, which lines do not cross.
public struct ChartPoint: Hashable, Sendable {
  /// The time of the point.
  public var date: Date
  /// The figure; nil if unknown.
  public var figure: ChartFigure?
  /// When the figure was known, if it is drawn at a different time.
  public var knownDate: Date?
  /// Whether the figure is partly an estimate, which text marks with `~`.
  public var isEstimated: Bool

  /// Creates a point.
  public init(
    _ date: Date, _ value: ExactDecimal?, knownAt knownDate: Date? = nil, isEstimated: Bool = false
  ) {
    self.init(
      date, figure: value.map(ChartFigure.init), knownAt: knownDate, isEstimated: isEstimated)
  }

  /// Creates a point with an existing figure.
  public init(
    _ date: Date, figure: ChartFigure?, knownAt knownDate: Date? = nil, isEstimated: Bool = false
  ) {
    self.date = date
    self.figure = figure
    self.knownDate = knownDate
    self.isEstimated = isEstimated
  }

  /// The exact value; nil if unknown.
  public var value: ExactDecimal? {
    get { figure?.exact }
    set { figure = newValue.map(ChartFigure.init) }
  }

  /// The day of the figure.
  var day: CivilDay { CivilDay(second: DateAxis.second(of: knownDate ?? date)) }
}

/// A line of a chart.
public struct ChartSeries: Hashable, Sendable {
  /// The line's label, such as `Value`; clean and short.
  public var name: String
  /// The points, oldest first.
  public var points: [ChartPoint]
  /// The line's role.
  public var role: Role

  /// Creates a series.
  public init(_ name: String, _ points: [ChartPoint], role: Role = Role("accent")) {
    self.name = name
    self.points = points
    self.role = role
  }

  /// The points with a figure.
  var known: [ChartPoint] { points.filter { $0.figure != nil } }
}

/// An event, drawn as a letter on the first line.
public struct ChartMarker: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A purchase, `B`.
    case buy
    /// A sale, `S`.
    case sell
  }

  /// The time.
  public var date: Date
  /// The kind.
  public var kind: Kind

  /// Creates a marker.
  public init(_ date: Date, _ kind: Kind) {
    self.date = date
    self.kind = kind
  }
}

/// What the first line is compared with.
///
/// The area between them is filled: densely in one color where the line is above, sparsely in
/// another where it is below.
public enum ChartArea: Hashable, Sendable {
  /// The second line.
  case secondLine
  /// The first figure of the line.
  case opening
}

/// Roles of a chart's parts, which the theme maps to an appearance.
public struct ChartRoles: Hashable, Sendable {
  /// Axes and the zero line.
  public var axis = Role("border")
  /// Figures and dates next to the axes, and words.
  public var label = Role("secondary")
  /// The figure under the cursor.
  public var cursor = Role("prominent")
  /// A purchase.
  public var buy = Role("gain")
  /// A sale.
  public var sell = Role("loss")
  /// The area where the first line is above its reference.
  public var above = Role("gain")
  /// The area where it is below.
  public var below = Role("loss")

  /// Creates the default roles.
  public init() {}
}
