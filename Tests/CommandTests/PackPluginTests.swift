import Foundation
import Testing
import WallfarmTesting

/// The files of a pack can use the plugins of the pack, which run only after a confirmation.
@Suite struct PackPluginTests {
  private static let rings = #"{"plugin": "rings", "parameters": {"count": 7}}"#

  /// Writes a pack with the plugin `rings`, whose program draws rings or fails.
  private func writePack(
    _ name: String = "harbour", fails: Bool = false, in folder: TemporaryFolder
  ) throws {
    try Harbour.writePack(in: folder, name)
    let example = "\(Workspace.root)/Plugins/Examples/rings"
    for file in ["plugin.json", "rings.py"] {
      try folder.write(
        Data(contentsOf: URL(fileURLWithPath: "\(example)/\(file)")),
        to: "\(name)/plugins/rings/\(file)")
    }
    if fails { try folder.write("raise SystemExit(3)\n", to: "\(name)/plugins/rings/rings.py") }
    try folder.write(
      Harbour.template(theme: "dusk", background: Self.rings),
      to: "\(name)/templates/board/template.json")
  }

  private func run(_ words: String..., in folder: TemporaryFolder) throws -> Finished {
    try Program.run(words, in: folder, environment: ["XDG_DATA_HOME": folder.file("home")])
  }

  private func picture(_ words: [String], in folder: TemporaryFolder) throws -> String {
    let drawn = try Program.run(
      ["render", "--device", "iphone8", "--note", "Buy milk", "--quiet", "--output", "a.png"]
        + words, in: folder, environment: ["XDG_DATA_HOME": folder.file("home")])
    #expect(drawn.status == 0, "\(drawn.error)")
    return try Pictures.pixels(of: folder.file("a.png"))
  }

  @Test func aTemplateUsesThePluginOfItsPack() throws {
    let folder = try TemporaryFolder()
    for name in ["harbour", "coast"] { try writePack(name, in: folder) }
    // Two packs can have a plugin with the same id, and each uses its own.
    let manifest = try folder.text("coast/plugins/rings/plugin.json")
    try folder.write(
      manifest.replacing("#ff8266", with: "#22ccff"), to: "coast/plugins/rings/plugin.json")
    for name in ["harbour", "coast"] {
      let made = try run("pack", "make", name, "--output", "\(name).zip", in: folder)
      #expect(made.status == 0, "\(made.error)")
      let checked = try run("pack", "check", "\(name).zip", in: folder)
      #expect(checked.status == 0 && checked.output.contains("rings"), "\(checked.error)")
      let refused = try run("pack", "add", "\(name).zip", in: folder)
      #expect(refused.error.contains("error[pack-has-plugins]"), "\(refused.error)")
      let added = try run("pack", "add", "\(name).zip", "--plugins", in: folder)
      #expect(added.status == 0 && added.output.contains("plugins: \(name)/rings"))
    }
    let own = try picture(["--template", "harbour/board"], in: folder)
    let other = try picture(["--template", "coast/board"], in: folder)
    #expect(own != other)
    // Outside a pack, the id is qualified or, with --plugins, that of the folder.
    let named = try ["harbour", "coast"].map { name in
      try picture(
        ["--background", "\(name)/rings", "--set", "rings.count=7"], in: folder)
    }
    #expect(named[0] != named[1])
    let full = try picture(
      ["--background", "harbour/rings", "--set", "harbour/rings.count=7"], in: folder)
    #expect(full == named[0])
    let author = try picture(
      ["--template", "./harbour/templates/board", "--plugins", "harbour/plugins"], in: folder)
    #expect(author == own)
    let plain = try run(
      "render", "--background", "rings", "--device", "iphone8", "--note", "a", in: folder)
    #expect(plain.error.contains("error[unknown-plugin]"), "\(plain.error)")
    let listed = try run("plugin", "list", "--names", in: folder)
    #expect(Set(listed.lines).isSuperset(of: ["harbour/rings", "coast/rings"]))
    let described = try run("plugin", "describe", "harbour/rings", in: folder)
    #expect(described.status == 0 && described.output.contains("Rings"), "\(described.error)")
    // A worker draws the same picture.
    try folder.write(
      #"[{"id": "a", "template": "harbour/board", "devices": "iphone8", "notes": ["Buy milk"]}]"#,
      to: "jobs.json")
    let batch = try run("batch", "jobs.json", "--output", "out", in: folder)
    #expect(batch.status == 0, "\(batch.error)")
    #expect(try Pictures.pixels(of: folder.file("out/a/harbour-board-iphone8.png")) == own)
  }

  /// A plugin that fails if it runs does not run while its pack is checked, made or listed.
  @Test func nothingRunsWithoutAConfirmation() throws {
    let folder = try TemporaryFolder()
    try writePack(fails: true, in: folder)
    let path = "harbour/templates/board/template.json"
    #expect(try run("check", "--strict", path, in: folder).status == 0)
    let made = try run("pack", "make", "harbour", "--output", "a.zip", in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(try run("pack", "check", "a.zip", in: folder).status == 0)
    // The preview of a theme with this background would run the plugin.
    try folder.write(
      Harbour.theme([Harbour.fontFile], background: Self.rings), to: "harbour/themes/tide.json")
    #expect(try run("check", "harbour/themes/tide.json", in: folder).status == 0)
    let refused = try run("pack", "make", "harbour", "--output", "b.zip", in: folder)
    #expect(refused.error.contains("error[pack-has-plugins]"), "\(refused.error)")
    #expect(refused.error.contains("--plugins") && !folder.names.contains("b.zip"))
    let failed = try run("pack", "make", "harbour", "--plugins", "--output", "b.zip", in: folder)
    #expect(failed.error.contains("error[plugin-"), "\(failed.error)")
    try writePack(in: folder)
    let drawn = try run("pack", "make", "harbour", "--plugins", "--output", "b.zip", in: folder)
    #expect(drawn.status == 0, "\(drawn.error)")
  }

  @Test func pluginsOfAPackHaveTheirOwnNames() throws {
    let folder = try TemporaryFolder()
    try writePack(in: folder)
    let manifest = try folder.text("harbour/plugins/rings/plugin.json")
    for (id, words) in [("gradient", "built-in"), ("waves", "rename the folder to 'waves'")] {
      try folder.write(
        manifest.replacing("\"id\": \"rings\"", with: "\"id\": \"\(id)\""),
        to: "harbour/plugins/rings/plugin.json")
      let made = try run("pack", "make", "harbour", in: folder)
      #expect(made.status == 1 && made.error.contains(words), "\(made.error)")
    }
  }
}
