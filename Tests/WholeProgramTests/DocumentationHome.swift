import Foundation
import Testing

/// The machine that runs a page's commands: one shell, `bitpal` on its path, the sample files in
/// `~/Downloads` and a local price server.
struct DocumentationHome {
  private let home: TestHome

  init(priceServer: String) throws {
    home = try TestHome()
    let files = FileManager.default
    let bin = home.path + "/bin"
    try files.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: bin + "/bitpal", withDestinationPath: try TestHome.program)
    try files.copyItem(
      atPath: DocumentationPage.root + "/docs/samples", toPath: home.path + "/Downloads")
    // Use the default location, as for a user without settings.
    home.environment["BITPAL_HOME"] = nil
    home.environment["BITPAL_API_BASE_URL"] = priceServer
    home.environment["PATH"] = bin + ":/usr/local/bin:/usr/bin:/bin"
  }

  /// Runs the commands in one bash, one after another.
  ///
  /// - Returns: A line for each command whose exit code or output differs from the page, starting
  ///   with the command's location.
  func failures(of commands: [DocumentationPage.Command]) throws -> [String] {
    var script = "cd \"$HOME\"\n"
    for (index, command) in commands.enumerated() {
      try command.text.write(
        toFile: "\(home.path)/.command-\(index)", atomically: true, encoding: .utf8)
      try command.shown.map { $0 + "\n" }.joined().write(
        toFile: "\(home.path)/.shown-\(index)", atomically: true, encoding: .utf8)
      script += """
        . "$HOME/.command-\(index)" >"$HOME/.said" 2>&1 </dev/null; status=$?
        [ $status -eq \(command.status) ] || {
          echo "\(command.line): exit code $status instead of \(command.status):"
          cat "$HOME/.command-\(index)"; echo; head -c 600 "$HOME/.said"; echo; }
        sed 's/ *$//' "$HOME/.said" | LC_ALL=C grep -vxFf - "$HOME/.shown-\(index)" |
          sed 's/^/\(command.line): not printed: /'
        printf '\\0'

        """
    }
    let output = home.path + "/.failures"
    let ended = try spawn(
      "/bin/bash", ["-c", script], environment: home.environment, output: output,
      standardError: home.path + "/.standardError")
    let reports = try String(contentsOfFile: output, encoding: .utf8)
      .components(separatedBy: "\0")
    #expect(ended == 0 && reports.count == commands.count + 1, "the shell ended early")
    return reports.filter { !$0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
  }
}
