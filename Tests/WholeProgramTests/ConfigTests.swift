import Foundation
import Testing

/// The settings as a user sees them.
struct ConfigTests {
  @Test func `a setting is kept and shown with where it comes from`() throws {
    let home = try TestHome()
    #expect(try home.bitpal("config", "path").output == "\(home.path)/.config/bitpal/config.toml\n")
    #expect(try home.bitpal("config", "get", "palette").output == "default\n")
    #expect(try home.bitpal("config", "set", "palette", "mono").status == 0)
    #expect(try home.bitpal("config", "get", "palette").output == "mono\n")
    let listed = try home.bitpal("config", "list", "--csv").output
    #expect(listed.contains("\npalette,mono,file\n"))
    #expect(listed.contains("\ncolor,auto,default\n"))
    #expect(try home.bitpal("config", "unset", "palette").status == 0)
    #expect(try home.bitpal("config", "get", "palette").output == "default\n")
  }

  @Test func `a key is taken from a pipe and never from the command line nor shown`() throws {
    let home = try TestHome()
    let refused = try home.bitpal("config", "set", "prices.key", "CG-secret")
    #expect(refused.status == 64)
    #expect(!refused.standardError.contains("CG-secret"))
    #expect(try home.run(["config", "set", "prices.key"], input: "CG-secret\n").status == 0)
    let path = "\(home.path)/.config/bitpal/config.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("key = \"CG-secret\""))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try home.bitpal("config", "get", "prices.key").status == 2)
    let listed = try home.bitpal("config")
    #expect(listed.output.contains("(hidden)"))
    #expect(!listed.output.contains("CG-secret"))
    #expect(try home.bitpal("config", "get", "prices.tier").output == "demo\n")
  }

  @Test(arguments: [
    "config set prices.key CG-s3cret", "config set prices.key=CG-s3cret",
    "config set prices.Key=CG-s3cret", "config set key=s3cret", "config set prices.key= s3cret",
    "config set prices.key: s3cret", "config set prices key s3cret",
    "config set prices.key --s3cret", "config set prices.key one s3cret",
    "config set CG-s3cret", "config prices.key=s3cret", "config get prices.key=s3cret",
    "config unset prices.key=s3cret", "config unset key=s3cret", "prices.key=s3cret",
    "set prices.key=s3cret",
  ])
  func `a key on the command line is refused, however it is written, and not repeated`(
    _ line: String
  ) throws {
    let home = try TestHome()
    let refused = try home.run(line.split(separator: " ").map(String.init))
    #expect(refused.status == (line.contains("unset") ? 2 : 64))
    #expect(refused.output.isEmpty && !refused.standardError.contains("s3cret"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/.config/bitpal/config.toml"))
  }

  @Test(arguments: ["CG-one\nCG-two\n", "CG-one\r\n\r\nCG-two", "\nCG-one\n \n CG-two\n\n"])
  func `of a key with several lines none is taken`(_ input: String) throws {
    let home = try TestHome()
    let refused = try home.run(["config", "set", "prices.key"], input: input)
    #expect(refused.status == 2)
    #expect(
      refused.standardError.hasPrefix("That has more than one line, and nothing was written."))
    #expect(!refused.standardError.contains("CG-"))
    #expect(try home.run(["config", "set", "prices.key"], input: "\n CG-one \n\n").status == 0)
    let path = "\(home.path)/.config/bitpal/config.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("key = \"CG-one\"\n"))
  }

  @Test func `a password in an address is shown nowhere`() throws {
    let home = try TestHome()
    home.environment["BITPAL_API_BASE_URL"] = nil
    home.environment["BITPAL_CONFIG"] = try home.file(
      "mine.toml", "[prices]\nbase-url = \"http://user:s3cret@proxy.example/api\"\n")
    var said = ""
    for arguments in [
      ["config"], ["config", "--json"], ["config", "get", "prices.base-url"], ["doctor"],
      ["refresh"], ["config", "set", "prices.base-url", "http://user:s3cret@proxy.example/"],
      ["config", "set", "prices.base-url", "http://user:s3cret@proxy.example/\u{7}"],
    ] {
      let ended = try home.run(arguments)
      said += ended.output + ended.standardError
    }
    #expect(said.contains("http://(hidden)@proxy.example/api"))
    #expect(!said.contains("s3cret"), "\(said)")
  }

  @Test func `a deep file ends no command`() throws {
    let home = try TestHome()
    let file = try home.file("mine.toml", String(repeating: "a.", count: 140_000) + "b=1\n")
    home.environment["BITPAL_CONFIG"] = file
    #expect(try home.bitpal("--version").status == 0)
    for arguments in [["summary"], ["config"], ["config", "set", "theme", "dusk"]] {
      let ended = try home.run(arguments)
      #expect(ended.status == 2)
      #expect(
        ended.standardError
          == "The file is larger than 64 KiB (\(file)). Keep only settings in it "
          + "(`bitpal config edit`).\n")
    }
    home.environment["BITPAL_CONFIG"] = try home.file(
      "deep.toml", "\na" + String(repeating: ".a", count: 40))
    #expect(
      try home.bitpal("summary").standardError.hasSuffix(
        "Line 2 has more than 32 levels of names, tables and lists (\(home.path)/deep.toml). "
          + "Correct it with `bitpal config edit`.\n"))
  }

  @Test func `ten at once are all kept`() throws {
    let home = try TestHome()
    let settings = [
      ("theme", "dusk"), ("palette", "mono"), ("private", "true"), ("color", "never"),
      ("appearance", "dark"), ("cost-basis", "fifo"), ("dashboard.mouse", "false"),
      ("currency", "EUR"), ("import.stable", "USDT"), ("prices.calls-per-minute", "7"),
    ]
    let processes = try settings.map { name, value in
      try start(
        try TestHome.program, ["config", "set", name, value], environment: home.environment,
        output: "\(home.path)/\(name).out")
    }
    for process in processes {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      #expect(status == 0)
    }
    for (name, value) in settings {
      #expect(try home.bitpal("config", "get", name).output == "\(value)\n")
    }
  }

  @Test(arguments: [false, true])
  func `a file that root replaces stays its owner's`(isThere: Bool) throws {
    let home = try TestHome()
    let config = "\(home.path)/.config"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: false)
    // Only root can give a file away; other users test with their own ids.
    let (user, group) = geteuid() == 0 ? (1234, 2345) : (geteuid(), getegid())
    if isThere { try home.bitpal("config", "set", "theme", "dusk") }
    let paths = ["", "/bitpal", "/bitpal/config.toml"].map { config + $0 }
    for path in paths where FileManager.default.fileExists(atPath: path) {
      try #require(chown(path, user, group) == 0)
    }
    #expect(try home.bitpal("config", "set", "palette", "mono").status == 0)
    for path in paths {
      var found = stat()
      try #require(stat(path, &found) == 0)
      #expect(found.st_uid == user && found.st_gid == group, "\(path)")
    }
  }

  @Test(arguments: ["palette = ", "palette = \"pink\"", "colour = \"auto\""])
  func `a file that is wrong stops everything with one sentence that names it`(_ text: String)
    throws
  {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file("mine.toml", text)
    for arguments in [["--size", "line"], ["config", "get", "palette"], ["summary"]] {
      let ended = try home.run(arguments)
      #expect(ended.status == 2)
      #expect(ended.output.isEmpty)
      #expect(ended.standardError.contains("\(home.path)/mine.toml)."))
      #expect(!ended.standardError.hasPrefix(home.path))
      #expect(ended.standardError.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: [
    ("cost-basis = fifo", "a text needs quotation marks, such as \"fifo\" ("),
    ("\ncurrency = \"XYZ\"", "currency \"XYZ\" is not known (line 2 of "),
    (
      "[prices]\nkey = CG-s3cret",
      "Line 2, column 7 is not valid TOML: a text needs quotation marks"
    ),
  ])
  func `a wrong value is named with its line and what it lacks`(text: String, reason: String) throws
  {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file("mine.toml", text)
    for words in [["summary"], ["config"]] {
      let said = try home.run(words).standardError
      #expect(said.contains(reason) && !said.contains("s3cret"), "\(said)")
    }
  }

  @Test func `a setting without a value, and one that cannot be written, have a way on`() throws {
    let home = try TestHome()
    #expect(
      try home.bitpal("config", "set", "tax.zone").labeled.hasSuffix(
        "\nhelp: Name one: bitpal config set tax.zone VALUE\n"))
    home.environment["BITPAL_CONFIG"] = "/proc/bitpal.toml"
    let refused = try home.bitpal("config", "set", "currency", "EUR")
    #expect(refused.status == 74 && !refused.standardError.contains("BITPAL_HOME"), "\(refused)")
  }

  @Test func `a misspelled setting is named with its line and can be taken out`() throws {
    let home = try TestHome()
    let file = try home.file("mine.toml", "color = \"never\"\npallete = \"mono\"\n")
    home.environment["BITPAL_CONFIG"] = file
    let listed = try home.bitpal("config")
    #expect(listed.status == 2)
    #expect(listed.output.contains("never"))
    #expect(
      listed.standardError.hasPrefix(
        "pallete is not a setting (line 2 of \(file)). Did you mean palette?"),
      "\(listed.standardError)")
    #expect(try home.bitpal("config", "set", "palette", "mono").status == 0)
    #expect(try home.bitpal("config", "unset", "colr").status == 2)
    #expect(try home.bitpal("config", "unset", "pallete").status == 0)
    #expect(try home.bitpal("config").status == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "color = \"never\"\npalette = \"mono\"\n")
  }

  @Test func `a setting that is there twice is named with its line, and setting it repairs it`()
    throws
  {
    let home = try TestHome()
    let file = try home.file(
      "mine.toml", "palette = \"mono\" # mine\nprivate = true\npalette = \"default\"\n")
    home.environment["BITPAL_CONFIG"] = file
    #expect(
      try home.bitpal("summary").standardError
        == "Line 3: palette is set a second time (\(file)). Remove one of the two lines "
        + "(`bitpal config edit`).\n")
    #expect(try home.bitpal("config", "set", "color", "never").status == 2)
    #expect(try home.bitpal("config", "set", "palette", "default").status == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "palette = \"default\" # mine\nprivate = true\n")
  }

  @Test func `a wrong value is blamed on what was typed`() throws {
    let home = try TestHome()
    let ended = try home.bitpal("config", "set", "private", "yes")
    #expect(ended.status == 2)
    #expect(ended.standardError == "\"yes\" is not valid for private. Use true or false.\n")
    #expect(try home.bitpal("config", "set", "private", "TRUE").status == 0)
    #expect(try home.bitpal("config", "get", "private").output == "true\n")
  }

  @Test func `the dashboard's keys are listed as they are wished`() throws {
    let home = try TestHome()
    #expect(try home.bitpal("config", "keys").output.contains("\nrefresh"))
    home.environment["BITPAL_CONFIG"] = try home.file("keys.toml", "[keys]\nrefresh = \"F5\"\n")
    let wished = try home.bitpal("config", "keys", "--csv")
    #expect(wished.status == 0)
    #expect(wished.output.contains("\nrefresh,F5,"))
    home.environment["BITPAL_CONFIG"] = try home.file("odd.toml", "[keys]\nfly = \"f\"\n")
    let odd = try home.bitpal("config", "keys")
    #expect(odd.status == 2)
    #expect(odd.standardError.hasPrefix("No action is called \"fly\""))
  }

  @Test func `a link to a file that is not there yet stays a link`() throws {
    let home = try TestHome()
    let link = "\(home.path)/link.toml"
    for (target, command) in [
      ("dot/files/b.toml", ["set", "palette", "mono"]), ("c.toml", ["edit"]),
    ] {
      _ = unlink(link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      home.environment["BITPAL_CONFIG"] = link
      home.environment["EDITOR"] = "true"
      #expect(try home.run(["config"] + command).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(FileManager.default.fileExists(atPath: "\(home.path)/\(target)"))
    }
    _ = unlink(link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "link.toml")
    let refused = try home.bitpal("config", "set", "palette", "mono")
    #expect(refused.status == 74)
    #expect(refused.standardError.hasPrefix("\(link) is a link that leads to itself."))
  }

  @Test func `a linked file stays a link`() throws {
    let home = try TestHome()
    let real = try home.file("dotfiles.toml", "# mine\npalette = \"mono\"\n")
    let link = "\(home.path)/link.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    home.environment["BITPAL_CONFIG"] = link
    #expect(try home.bitpal("config", "set", "palette", "colour-blind").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(
      try String(contentsOfFile: real, encoding: .utf8) == "# mine\npalette = \"color-blind\"\n")
  }
}
