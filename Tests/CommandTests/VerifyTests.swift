import Foundation
import Testing
import WallfarmTesting

@Suite struct VerifyTests {
  private static let options = ["-d", "iphone8", "-n", "Buy milk", "--theme", "paper"]

  @Test(arguments: ["a.png", "a.jpg", "a.webp"])
  func aFileIsWhatItsInputsMake(_ name: String) throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(["render", "-q", "-o", name] + Self.options, in: folder)
    #expect(made.status == 0)
    let finished = try Program.run(["verify", name] + Self.options, in: folder)
    #expect(finished.status == 0)
    #expect(finished.lines == ["\(name) is what these inputs make: the same file"])
  }

  @Test func pixelsCountAndNotTheirEncoding() throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(["render", "-q", "-o", "a.png"] + Self.options, in: folder)
    #expect(Tool.run("convert", [folder.file("a.png"), folder.file("b.png")]).status == 0)
    let finished = try Program.run(["verify", "b.png"] + Self.options, in: folder)
    #expect(
      finished.lines == ["b.png is what these inputs make: the same pixels, encoded otherwise"])
  }

  /// What was done, what the message says of it, and what the hint does.
  static let differences: [(line: String, message: String, hint: String)] = [
    (
      "convert a.png -fill red -draw 'point 40,50' a.png",
      "1 of 1000500 pixels differ, the first at 40, 50,", "the file was changed after it was made"
    ),
    (
      "convert a.png -strip -negate a.png", "1000500 of 1000500 pixels differ", "has no fingerprint"
    ),
    (
      #""$wallfarm" render -q -d iphone8 -n 'Buy beer' --theme paper -o a.png"#, "pixels differ",
      "the fingerprints differ"
    ),
    (
      #""$wallfarm" render -q -d iphonese3 -n 'Buy milk' --theme fog -o a.png"#, "pixels differ",
      "the fingerprints differ"
    ),
    (
      #""$wallfarm" render -q -d iphone15 -n 'Buy milk' --theme paper -o a.png"#,
      "it has 1179 × 2556 pixels instead of 750 × 1334", "the fingerprints differ"
    ),
  ]

  @Test(arguments: differences)
  func aDifferenceIsCountedAndExplained(
    _ difference: (line: String, message: String, hint: String)
  ) throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(["render", "-q", "-o", "a.png"] + Self.options, in: folder)
    #expect(try Program.bash(difference.line, in: folder).status == 0)
    let finished = try Program.run(["verify", "a.png"] + Self.options, in: folder)
    #expect(finished.status == 1)
    #expect(finished.problem.code == "picture-differs")
    #expect(finished.problem.message.contains(difference.message), "\(finished.problem.message)")
    #expect(finished.problem.hint?.contains(difference.hint) == true)
  }

  @Test func aDamagedFileIsAnError() throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(["render", "-q", "-o", "a.png"] + Self.options, in: folder)
    try folder.write(Array(try folder.bytes("a.png").dropLast(500)), to: "a.png")
    let finished = try Program.run(["verify", "a.png"] + Self.options, in: folder)
    #expect(finished.status == 1)
    #expect(finished.problem.code == "photo-unreadable")
  }
}
