import Foundation
import Testing

/// The settings as a user meets them.
struct ConfigTests {
  @Test func aSettingIsKeptAndShownWithWhereItComesFrom() throws {
    let desk = try Desk()
    #expect(try desk.bitpal("config", "path").output == "\(desk.home)/.config/bitpal/config.toml\n")
    #expect(try desk.bitpal("config", "get", "palette").output == "default\n")
    #expect(try desk.bitpal("config", "set", "palette", "mono").status == 0)
    #expect(try desk.bitpal("config", "get", "palette").output == "mono\n")
    let listed = try desk.bitpal("config", "list", "--csv").output
    #expect(listed.contains("\npalette,mono,file\n"))
    #expect(listed.contains("\ncolor,auto,default\n"))
    #expect(try desk.bitpal("config", "unset", "palette").status == 0)
    #expect(try desk.bitpal("config", "get", "palette").output == "default\n")
  }

  @Test func aKeyIsTakenFromAPipeAndNeverFromTheCommandLineNorShown() throws {
    let desk = try Desk()
    let refused = try desk.bitpal("config", "set", "prices.key", "CG-secret")
    #expect(refused.status == 64)
    #expect(!refused.complaints.contains("CG-secret"))
    #expect(try desk.run(["config", "set", "prices.key"], input: "CG-secret\n").status == 0)
    let path = "\(desk.home)/.config/bitpal/config.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("key = \"CG-secret\""))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try desk.bitpal("config", "get", "prices.key").status == 2)
    let listed = try desk.bitpal("config")
    #expect(listed.output.contains("(hidden)"))
    #expect(!listed.output.contains("CG-secret"))
    #expect(try desk.bitpal("config", "get", "prices.tier").output == "demo\n")
  }

  @Test(
    "a file that is wrong stops everything with one sentence that names it",
    arguments: ["palette = ", "palette = \"pink\"", "colour = \"auto\""])
  func wrongFile(_ text: String) throws {
    let desk = try Desk()
    desk.environment["BITPAL_CONFIG"] = try desk.file("mine.toml", text)
    for arguments in [["--size", "line"], ["config", "get", "palette"], ["summary"]] {
      let ended = try desk.run(arguments)
      #expect(ended.status == 2)
      #expect(ended.output.isEmpty)
      #expect(ended.complaints.hasPrefix("\(desk.home)/mine.toml: "))
      #expect(ended.complaints.split(separator: "\n").count == 1)
    }
  }

  @Test func `a misspelled setting is named with its line and can be taken out`() throws {
    let desk = try Desk()
    let file = try desk.file("mine.toml", "color = \"never\"\npallete = \"mono\"\n")
    desk.environment["BITPAL_CONFIG"] = file
    let listed = try desk.bitpal("config")
    #expect(listed.status == 2)
    #expect(listed.output.contains("never"))
    #expect(
      listed.complaints.hasPrefix(
        "\(file): line 2: pallete is not a setting. Did you mean palette?"),
      "\(listed.complaints)")
    #expect(try desk.bitpal("config", "set", "palette", "mono").status == 0)
    #expect(try desk.bitpal("config", "unset", "colr").status == 2)
    #expect(try desk.bitpal("config", "unset", "pallete").status == 0)
    #expect(try desk.bitpal("config").status == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "color = \"never\"\npalette = \"mono\"\n")
  }

  @Test func `a setting that is there twice is named with its line, and setting it repairs it`()
    throws
  {
    let desk = try Desk()
    let file = try desk.file(
      "mine.toml", "palette = \"mono\" # mine\nprivate = true\npalette = \"default\"\n")
    desk.environment["BITPAL_CONFIG"] = file
    #expect(
      try desk.bitpal("summary").complaints
        == "\(file): line 3: palette is set a second time; remove one of the two lines "
        + "(`bitpal config edit`).\n")
    #expect(try desk.bitpal("config", "set", "color", "never").status == 2)
    #expect(try desk.bitpal("config", "set", "palette", "default").status == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "palette = \"default\" # mine\nprivate = true\n")
  }

  @Test func `a wrong value is blamed on what was typed`() throws {
    let desk = try Desk()
    let ended = try desk.bitpal("config", "set", "private", "yes")
    #expect(ended.status == 2)
    #expect(ended.complaints == "\"yes\" is not valid for private; use true or false.\n")
    #expect(try desk.bitpal("config", "set", "private", "TRUE").status == 0)
    #expect(try desk.bitpal("config", "get", "private").output == "true\n")
  }

  @Test func theDashboardsKeysAreListedAsTheyAreWished() throws {
    let desk = try Desk()
    #expect(try desk.bitpal("config", "keys").output.contains("\nrefresh"))
    desk.environment["BITPAL_CONFIG"] = try desk.file("keys.toml", "[keys]\nrefresh = \"F5\"\n")
    let wished = try desk.bitpal("config", "keys", "--csv")
    #expect(wished.status == 0)
    #expect(wished.output.contains("\nrefresh,F5,"))
    desk.environment["BITPAL_CONFIG"] = try desk.file("odd.toml", "[keys]\nfly = \"f\"\n")
    let odd = try desk.bitpal("config", "keys")
    #expect(odd.status == 2)
    #expect(odd.complaints.hasPrefix("No action is called \"fly\""))
  }

  @Test func aLinkedFileStaysALink() throws {
    let desk = try Desk()
    let real = try desk.file("dotfiles.toml", "# mine\npalette = \"mono\"\n")
    let link = "\(desk.home)/link.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    desk.environment["BITPAL_CONFIG"] = link
    #expect(try desk.bitpal("config", "set", "palette", "colour-blind").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(
      try String(contentsOfFile: real, encoding: .utf8) == "# mine\npalette = \"color-blind\"\n")
  }
}
