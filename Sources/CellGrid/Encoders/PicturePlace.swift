/// A cell of a picture, shown in a screen cell by Kitty's protocol.
///
/// On the terminal it is a placeholder with two marks, for its row and column in the picture; its
/// text color is the picture's number. The picture is therefore redrawn with its cells. In a grid,
/// one private scalar represents all three; it cannot be confused with text, because cleaning
/// removes private characters.
public struct PicturePlace: Hashable, Sendable {
  /// The column in the picture, from 0.
  public let column: Int
  /// The row in the picture, from 0.
  public let row: Int

  /// The character that the terminal replaces with the picture.
  public static let placeholder: Unicode.Scalar = "\u{10EEEE}"
  /// The picture's number, a color of the 256-color palette.
  public static let picture = 201
  /// The maximum number of columns that marks can number.
  static let maxColumns = marks.count
  /// The maximum number of rows that scalars can encode.
  static let maxRows = 256
  private static let first: UInt32 = 0xF0000
  private static let rowLength: UInt32 = 512

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The picture cell that a scalar encodes; `nil` for other scalars.
  public init?(_ scalar: Unicode.Scalar) {
    guard scalar.value >= Self.first else { return nil }
    let number = scalar.value - Self.first
    column = Int(number % Self.rowLength)
    row = Int(number / Self.rowLength)
    guard column < Self.maxColumns, row < Self.maxRows else { return nil }
  }

  /// The scalar that encodes the picture cell in a grid.
  var scalar: Unicode.Scalar {
    Unicode.Scalar(Self.first + UInt32(row) * Self.rowLength + UInt32(column)) ?? " "
  }

  /// The marks after the placeholder: row, then column.
  public var marks: (row: UInt32, column: UInt32) { (Self.marks[row], Self.marks[column]) }

  /// The marks for numbers from 0: marks of Unicode 6 above a letter, without those that are parts
  /// of others or change the letter.
  private static let marks: [UInt32] =
    ([
      0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F,
      0x0346...0x0346, 0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B,
      0x0363...0x036F, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1,
      0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF, 0x05C4...0x05C4, 0x0610...0x0617,
      0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2, 0x06E4...0x06E4,
      0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
      0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745,
      0x0747...0x0747, 0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819,
      0x081B...0x0823, 0x0825...0x0827, 0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954,
      0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F, 0x17DD...0x17DD, 0x193A...0x193A,
      0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
      0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
      0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC,
      0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1,
      0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1,
      0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF, 0xAAC1...0xAAC1,
      0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
      0x1D242...0x1D244,
    ] as [ClosedRange<UInt32>]).flatMap { Array($0) }
}
