// A few styled cells, rendered for a terminal and as a picture.
import CellGrid

var grid = Grid(columns: 24, rows: 3)
grid.write("Hello, 世界", column: 2, row: 1, style: Style(Role("greeting")))

let theme = Theme(roles: [Role("greeting"): RoleLook(.green, isBold: true)])
print(PlainText.text(of: grid))
print(ANSIText(theme: theme, depth: .ansi16).text(of: grid))
print(SVGText(theme: theme, title: "A greeting").text(of: grid))
