import BitpalCommands
import CArguments

@main
enum Main {
  static func main() {
    let words = (0..<bitpal_argument_count()).compactMap { bitpal_argument($0) }
    BitpalCommand.run(words.dropFirst().map { String(cString: $0) })
  }
}
