import Foundation
import SourceJSON
import Testing
import WallfarmTesting

@Suite struct VerifyTests {
  private static let options = ["-d", "iphone8", "-n", "Buy milk", "--theme", "paper"]

  /// The picture that is rendered with `options`, made once for all tests.
  private static let picture = Result {
    let folder = try TemporaryFolder()
    let made = try Program.run(["render", "-q", "-o", "a.png"] + options, in: folder)
    try #require(made.status == 0, "\(made.error)")
    return try folder.bytes("a.png")
  }

  private func folderWithPicture() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.picture.get(), to: "a.png")
    return folder
  }

  @Test(arguments: ["a.png", "a.jpg", "a.webp"])
  func aFileIsWhatItsInputsMake(_ name: String) throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(["render", "-q", "-o", name] + Self.options, in: folder)
    #expect(made.status == 0)
    let finished = try Program.run(["verify", name, "--json"] + Self.options, in: folder)
    #expect(finished.status == 0)
    #expect(try JSONNode(parsing: finished.output)["picture"]?.string == "same-file")
  }

  @Test func pixelsCountAndNotTheirEncoding() throws {
    let folder = try folderWithPicture()
    #expect(Tool.run("convert", [folder.file("a.png"), folder.file("b.png")]).status == 0)
    let finished = try Program.run(["verify", "b.png", "--json"] + Self.options, in: folder)
    #expect(try JSONNode(parsing: finished.output)["picture"]?.string == "same-pixels")
  }

  /// A command that changes the picture, the values that the message must name, and the cause that
  /// the hint must state.
  static let differences: [(line: String, values: [String], cause: String)] = [
    (
      "convert a.png -fill red -draw 'point 40,50' a.png", ["1 of 1000500", "40, 50"],
      "the file was changed after the render"
    ),
    ("convert a.png -strip -negate a.png", ["1000500 of 1000500"], "has no fingerprint"),
    (
      #""$wallfarm" render -q -d iphone8 -n 'Buy beer' --theme paper -o a.png"#, ["of 1000500"],
      "the fingerprints differ"
    ),
    (
      #""$wallfarm" render -q -d iphonese3 -n 'Buy milk' --theme fog -o a.png"#, ["of 1000500"],
      "the fingerprints differ"
    ),
    (
      #""$wallfarm" render -q -d iphone15 -n 'Buy milk' --theme paper -o a.png"#,
      ["1179 × 2556", "750 × 1334"], "the fingerprints differ"
    ),
  ]

  @Test(arguments: differences)
  func aDifferenceIsCountedAndExplained(
    _ line: String, _ values: [String], _ cause: String
  ) throws {
    let folder = try folderWithPicture()
    #expect(try Program.bash(line, in: folder).status == 0)
    let finished = try Program.run(["verify", "a.png"] + Self.options, in: folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "picture-differs")
    #expect(finished.problem.message.names(values), "\(finished.error)")
    #expect(finished.problem.hint?.contains(cause) == true, "\(finished.error)")
  }

  /// Without the key, every pixel is still compared; metadata that only the key can verify is
  /// reported as unchecked.
  @Test func withoutTheKeyItSaysThatNotesWereNotChecked() throws {
    let folder = try folderWithPicture()
    #expect(try Program.bash("umask 077; head -c 32 /dev/urandom > k", in: folder).status == 0)
    let other = ["verify", "a.png", "--key", "k"] + Self.options
    let finished = try Program.run(other, in: folder)
    #expect(finished.status == 1 && finished.lines.count == 2)
    #expect(finished.lines.last?.contains("--key") == true)
    let json = try Program.run(other + ["--json"], in: folder)
    #expect(json.status == 1)
    let differing = try Program.run(
      ["verify", "a.png", "-d", "iphone8", "-n", "another", "--json"], in: folder)
    #expect(
      differing.status == 2 && differing.output.contains(#""picture": "differs""#), "\(differing)")
    let said = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: String]
    #expect(
      said == [
        "file": "a.png", "picture": "same-pixels", "notes": "not-checked", "reason": "other-key",
      ])
    let whole = try Program.run(["verify", "a.png", "--json"] + Self.options, in: folder)
    #expect(whole.status == 0 && whole.output.contains(#""notes": "checked""#))
  }

  /// If the user has no home folder for a key, the picture is rendered without a key.
  @Test func withoutAHomeNotesAreLeftOutOfTheFingerprint() throws {
    let folder = try TemporaryFolder()
    let nowhere = ["WALLFARM_KEY_FILE": "", "HOME": "/proc/nowhere", "XDG_DATA_HOME": ""]
    let made = try Program.run(
      ["render", "-o", "a.png", "--report", "r.json"] + Self.options, in: folder,
      environment: nowhere)
    #expect(made.status == 0 && made.error == "", "\(made.error)")
    #expect(try folder.text("r.json").contains(#""notes": "left-out""#))
    let finished = try Program.run(
      ["verify", "a.png"] + Self.options, in: folder, environment: nowhere)
    #expect(finished.status == 1)
    #expect(finished.lines.last?.contains("no key was found") == true)
  }

  @Test func theUserGetsAKeyOnce() throws {
    let folder = try TemporaryFolder()
    let own = ["WALLFARM_KEY_FILE": "", "XDG_DATA_HOME": folder.file("data")]
    for name in ["a.png", "b.png"] {
      let made = try Program.run(
        ["render", "-q", "-o", name] + Self.options, in: folder, environment: own)
      #expect(made.status == 0, "\(made.error)")
    }
    #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    #expect(try folder.bytes("data/wallfarm/key").count == 32)
    let modes = Tool.run(
      "stat", ["-c", "%a", folder.file("data/wallfarm"), folder.file("data/wallfarm/key")])
    #expect(modes.text == "700\n600\n")
    // An invalid key is reported, and only the notes are left out of the fingerprint.
    let made = try Program.bash(
      """
      rm data/wallfarm/key; mkfifo data/wallfarm/key; unset WALLFARM_KEY_FILE
      XDG_DATA_HOME=$PWD/data "$wallfarm" render -d iphone8 -n 'Buy milk' --color=navy -o c.png
      """, in: folder)
    #expect(made.status == 0 && made.error.contains("is not a regular file"), "\(made.error)")
    let named = try Program.run(
      ["render", "-o", "d.png", "--key", "data/wallfarm/key"] + Self.options, in: folder)
    #expect(named.hasFailedAsDocumented && named.problem.code == "key-unusable")
    #expect(named.problem.origin == "--key" && !folder.names.contains("d.png"))
  }

  @Test func aDamagedFileIsAnError() throws {
    let folder = try folderWithPicture()
    try folder.write(Array(try folder.bytes("a.png").dropLast(500)), to: "a.png")
    let finished = try Program.run(["verify", "a.png"] + Self.options, in: folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "photo-unreadable")
  }
}
