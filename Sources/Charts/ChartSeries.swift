public import CellGrid
public import Exact
public import FoundationEssentials

/// A figure as a label says it, and the number that it is drawn by, worked out once: a figure is
/// drawn more often than it is read.
public struct ChartFigure: Hashable, Comparable, Sendable {
  /// The figure itself.
  public let exact: ExactDecimal
  /// A position on the screen, no amount.
  let number: Double

  /// Makes a figure.
  public init(_ exact: ExactDecimal) {
    self.exact = exact
    number = Double(nearest: exact)
  }

  /// Whether a figure is less than another, to the last digit.
  public static func < (left: ChartFigure, right: ChartFigure) -> Bool {
    left.number == right.number ? left.exact < right.exact : left.number < right.number
  }
}

/// One instant of a series; without a value it is a gap, which no line crosses.
public struct ChartPoint: Hashable, Sendable {
  /// The instant.
  public var date: Date
  /// The figure, nil where none is known.
  public var figure: ChartFigure?
  /// When the figure was known, where that is not the instant at which it is drawn.
  public var knownDate: Date?

  /// Makes a point.
  public init(_ date: Date, _ value: ExactDecimal?, knownAt knownDate: Date? = nil) {
    self.init(date, figure: value.map(ChartFigure.init), knownAt: knownDate)
  }

  /// Makes a point of a figure that is drawn again.
  public init(_ date: Date, figure: ChartFigure?, knownAt knownDate: Date? = nil) {
    self.date = date
    self.figure = figure
    self.knownDate = knownDate
  }

  /// The figure as it is said, nil where none is known.
  public var value: ExactDecimal? {
    get { figure?.exact }
    set { figure = newValue.map(ChartFigure.init) }
  }

  /// The day of the figure.
  var day: CivilDay { CivilDay(second: DateAxis.second(of: knownDate ?? date)) }
}

/// A line of a chart.
public struct ChartSeries: Hashable, Sendable {
  /// What it shows, such as `Value`; clean and short.
  public var name: String
  /// Its points, oldest first.
  public var points: [ChartPoint]
  /// The role of its line.
  public var role: Role

  /// Makes a series.
  public init(_ name: String, _ points: [ChartPoint], role: Role = Role("accent")) {
    self.name = name
    self.points = points
    self.role = role
  }
}

/// Something that happened at an instant, drawn as a letter on the first line.
public struct ChartMarker: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A purchase, `B`.
    case buy
    /// A sale, `S`.
    case sell
  }

  /// The instant.
  public var date: Date
  /// What happened.
  public var kind: Kind

  /// Makes a marker.
  public init(_ date: Date, _ kind: Kind) {
    self.date = date
    self.kind = kind
  }
}

/// What the first line of a chart is held against; the area between is filled, in one color and
/// densely where the line lies above, in another and thinly where it lies below.
public enum ChartArea: Hashable, Sendable {
  /// The second line.
  case secondLine
  /// The first figure of the line.
  case opening
}

/// The roles of a chart's parts; the program's theme decides what they look like.
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
  /// The area where the first line lies above what it is held against.
  public var above = Role("gain")
  /// The area where it lies below.
  public var below = Role("loss")

  /// Makes the usual roles.
  public init() {}
}
