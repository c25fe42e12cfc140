import Foundation
import Testing

/// The program on a system with fewer resources than usual.
struct BareSystemTests {
  @Test(.enabled(if: BareSystemTests.canUnshare))
  func `without proc`() throws {
    let home = try TestHome()
    let output = "\(home.path)/out"
    let script = "mount -t tmpfs none /proc && exec \(try TestHome.program) version"
    _ = try spawn(
      "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script], environment: home.environment,
      output: output)
    #expect(try String(contentsOfFile: output, encoding: .utf8).first?.isNumber == true)
  }

  @Test(.enabled(if: BareSystemTests.canUnshare))
  func `completion without proc`() throws {
    let home = try TestHome()
    let output = "\(home.path)/out"
    let folder = try TestHome.program.split(separator: "/").dropLast().joined(separator: "/")
    let script = """
      mount -t tmpfs none /proc; PATH=/\(folder):$PATH; eval "$(bitpal completions bash)"
      COMP_WORDS=(bitpal bu); COMP_CWORD=1; _bitpal; echo "${COMPREPLY[0]}"
      """
    _ = try spawn(
      "/usr/bin/unshare", ["-rm", "/bin/bash", "-c", script], environment: home.environment,
      output: output)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "buy\n")
  }

  @Test func `closed streams harm nothing`() throws {
    let home = try TestHome()
    try home.recordExample()
    let program = try TestHome.program
    let buy = "\(program) buy bitcoin 1 --price 5"
    func status(_ script: String) throws -> Int32 {
      try spawn("/bin/sh", ["-c", script], environment: home.environment, output: "/dev/null")
    }
    #expect(try status("\(buy) 2>&-") == 0)
    #expect(try status("\(buy) <&-") == 0)
    #expect(try status("\(program) summary >&-") == 74)
    #expect(try home.bitpal("verify").status == 0)
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 5)
  }

  @Test func `few descriptors end in a sentence`() throws {
    let home = try TestHome()
    try home.recordExample()
    let commands = [
      "verify", "summary", "transactions", "doctor", "export", "explain bitcoin", "refresh",
      "watch add bitcoin", "buy bitcoin 1 --price 5",
    ]
    let standardError = "\(home.path)/errors"
    for limit in [4, 5, 6, 7, 8, 20, 34, 35, 40] {
      for command in commands {
        let script = "ulimit -n \(limit); exec '\(try TestHome.program)' \(command)"
        let status = try spawn(
          "/bin/sh", ["-c", script], environment: home.environment, output: "/dev/null",
          standardError: standardError)
        let text = try String(contentsOfFile: standardError, encoding: .utf8)
        unlink(standardError)
        if limit < 35 {
          #expect(status == 74, "\(limit) \(command)")
          #expect(
            text
              == "error: Only \(limit - 3) more files may be open at once, and bitpal needs 32.\n"
              + "help: Raise the limit (ulimit -n 256) and try again.\n")
        } else {
          #expect([0, 1, 69].contains(status), "\(limit) \(command): \(text)")
        }
      }
    }
  }

  @Test(.enabled(if: BareSystemTests.canUnshare))
  func `verify works on read-only media`() throws {
    let home = try TestHome()
    try home.recordExample()
    let script = """
      mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ! touch "$0/here" 2>/dev/null \
        && exec "$1" verify
      """
    let output = "\(home.path)/out"
    let status = try spawn(
      "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script, "\(home.path)/home", TestHome.program],
      environment: home.environment, output: output, standardError: output)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(status == 0, "\(text)")
    #expect(text.contains("portfolio.json equals a fresh computation"))
  }

  private static var canUnshare: Bool {
    do {
      return try spawn(
        "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /proc"],
        environment: ["PATH": "/usr/bin:/bin"], output: "/dev/null") == 0
    } catch { return false }
  }
}
