import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests plugins on machines that lack certain features, and in processes that inherit file
/// descriptors.
@Suite struct LackingTests {
  /// A layout that reports its open descriptors.
  private static let plugin = """
    import json, os, sys
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "describe":
            print('{"type":"describe","contract":1,"id":"plain","version":1}', flush=True)
        else:
            found = sorted(int(name) for name in os.listdir("/proc/self/fd"))
            print(json.dumps({"type": "log", "line": f"descriptors: {found}"}))
            print('{"type":"done","layers":[]}', flush=True)
    """

  /// Makes a folder with the plugin, a template, and a launcher for wallfarm.
  private func folder() throws -> TemporaryFolder {
    let plugins = try PluginFolder()
    try plugins.write("plain")
    try plugins.folder.write(Self.plugin, to: "plugins/plain/plugin.py")
    try plugins.writeTemplate("plain", kind: "layout", to: "template")
    let source = "\(Workspace.root)/Tests/PluginHostTests/Launcher/launch.c"
    let (text, status) = Tool.run(
      "gcc", ["-Wall", "-O1", "-o", plugins.folder.file("launch"), source], withErrors: true)
    try #require(status == 0, "\(text)")
    return plugins.folder
  }

  private let render =
    "render --plugins plugins --template ./template --device iphone8,iphone15 -o '{device}.png'"

  @Test func aMissingFenceIsToldOnceAndRecorded() throws {
    let folder = try folder()
    let finished = try Program.bash(
      #"./launch deny:landlock_create_ruleset "$wallfarm" \#(render) --report report.json"#,
      in: folder)

    #expect(finished.status == 0, "\(finished.error)")
    let told = finished.error.split(separator: "\n").filter { $0.contains("[plugin-unfenced]") }
    #expect(told.count == 1, "\(finished.error)")
    #expect(told.first?.contains("files, lengths") == true, "\(finished.error)")
    let receipts = try #require(try JSONNode(parsing: folder.text("report.json")).elements)
    #expect(receipts.count == 2)
    for receipt in receipts {
      let fence = receipt["plugins"]?.elements?.first?["fence"]
      let missing = fence?["missing"]?.elements?.compactMap(\.string) ?? []
      #expect(missing.contains("files") && missing.contains("signals"), "\(missing)")
      let codes = receipt["warnings"]?.elements?.compactMap { $0["code"]?.string }
      #expect(codes == ["plugin-unfenced"])
    }
  }

  @Test func aBatchTellsOfAMissingFenceOnce() throws {
    let folder = try folder()
    try folder.write(
      #"{"jobs":[{"template":"./template","devices":["iphone8","iphone15"]}]}"#, to: "jobs.json")
    let finished = try Program.bash(
      """
      ./launch deny:landlock_create_ruleset "$wallfarm" batch jobs.json --output out \
        --plugins plugins
      """, in: folder)

    #expect(finished.status == 0, "\(finished.error)")
    #expect(finished.error.components(separatedBy: "[plugin-unfenced]").count == 2)
  }

  @Test func doctorKnowsWhatTheProgramsGet() throws {
    let folder = try folder()
    let finished = try Program.bash(
      #"./launch deny:landlock_create_ruleset "$wallfarm" doctor"#, in: folder)
    let line = finished.lines.first { $0.contains("fence") } ?? ""
    #expect(line.hasPrefix("note") && line.contains("does not support files"), "\(line)")
  }

  @Test(arguments: ["", "deny:close_range"])
  func aProgramHasNoDescriptorOfSomebodyElse(_ lack: String) throws {
    let folder = try folder()
    let finished = try Program.bash(
      """
      ./launch \(lack) descriptor:77 descriptor:1023 descriptor:1024 descriptor:1500 "$wallfarm" \
        \(render) --report report.json
      """, in: folder)

    #expect(finished.status == 0, "\(finished.error)")
    let receipt = try #require(try JSONNode(parsing: folder.text("report.json")).elements?.first)
    let said = receipt["plugins"]?.elements?.first?["said"]?.elements?.compactMap(\.string)
    // Descriptor 3 is the folder `/proc/self/fd`, which the plugin is listing.
    #expect(said == ["descriptors: [0, 1, 2, 3]"])
  }

  /// If the command is below the home folder, only the command itself is readable, because secrets
  /// may be next to it.
  @Test func aCommandBelowAHomeOpensOnlyItself() throws {
    let folder = try folder()
    try folder.write("secret", to: "home/.cargo/credentials.toml")
    try folder.write("secret", to: "home/.cargo/bin/other")
    try folder.write("#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n", to: "home/.cargo/bin/runner")
    let home = folder.file("home")
    try PluginFolder(folder: folder).write(
      "plain", ["carrier": ["program": "plugin.py", "runner": "runner"]])
    try folder.write(
      Self.plugin.replacing(
        "found = sorted(int(name) for name in os.listdir(\"/proc/self/fd\"))",
        with: """
          found = []
                  for name in ["bin/runner", "bin/other", "credentials.toml"]:
                      try: found.append(open("\(home)/.cargo/" + name).read()[:2])
                      except OSError: found.append("none")
          """), to: "plugins/plain/plugin.py")
    let finished = try Program.bash(
      """
      chmod +x home/.cargo/bin/runner
      HOME=\(home) PATH=\(home)/.cargo/bin:$PATH "$wallfarm" \(render) --report report.json
      """, in: folder)

    #expect(finished.status == 0, "\(finished.error)")
    let receipt = try #require(try JSONNode(parsing: folder.text("report.json")).elements?.first)
    let said = receipt["plugins"]?.elements?.first?["said"]?.elements?.compactMap(\.string)
    #expect(said == ["descriptors: ['#!', 'none', 'none']"], "\(finished.error)")
  }
}
