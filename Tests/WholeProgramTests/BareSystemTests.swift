import Foundation
import Testing

/// The program where the system gives it less than usual.
struct BareSystemTests {
  @Test("arguments are read without /proc", .enabled(if: BareSystemTests.canUnshare))
  func withoutProc() throws {
    let desk = try Desk()
    let output = "\(desk.home)/out"
    let script = "mount -t tmpfs none /proc && exec \(try Desk.program) version"
    _ = try spawn(
      "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script], environment: desk.environment,
      output: output)
    #expect(try String(contentsOfFile: output, encoding: .utf8).first?.isNumber == true)
  }

  @Test("bash completes without /dev/fd", .enabled(if: BareSystemTests.canUnshare))
  func completionWithoutProc() throws {
    let desk = try Desk()
    let output = "\(desk.home)/out"
    let folder = try Desk.program.split(separator: "/").dropLast().joined(separator: "/")
    let script = """
      mount -t tmpfs none /proc; PATH=/\(folder):$PATH; eval "$(bitpal completions bash)"
      COMP_WORDS=(bitpal bu); COMP_CWORD=1; _bitpal; echo "${COMPREPLY[0]}"
      """
    _ = try spawn(
      "/usr/bin/unshare", ["-rm", "/bin/bash", "-c", script], environment: desk.environment,
      output: output)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "buy\n")
  }

  @Test func closedStreamsHarmNothing() throws {
    let desk = try Desk()
    try desk.recordExample()
    let program = try Desk.program
    let buy = "\(program) buy bitcoin 1 --price 5"
    func status(_ script: String) throws -> Int32 {
      try spawn("/bin/sh", ["-c", script], environment: desk.environment, output: "/dev/null")
    }
    #expect(try status("\(buy) 2>&-") == 0)
    #expect(try status("\(buy) <&-") == 0)
    #expect(try status("\(program) summary >&-") == 74)
    #expect(try desk.bitpal("verify").status == 0)
    #expect(try desk.bitpal("transactions", "--csv").output.split(separator: "\n").count == 5)
  }

  private static var canUnshare: Bool {
    do {
      return try spawn(
        "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /proc"],
        environment: ["PATH": "/usr/bin:/bin"], output: "/dev/null") == 0
    } catch { return false }
  }
}
