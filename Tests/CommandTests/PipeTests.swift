import Foundation
import Testing
import WallfarmTesting

/// `-`, `/dev/stdin`, `/dev/fd/N` and `<(…)` work for every file that is read or written once.
@Suite struct PipeTests {
  private static let photo = "/usr/share/backgrounds/mate/nature/Aqua.jpg"
  private static let render = #""$wallfarm" render -q -d iphone8 -n a"#

  private static func bash(_ line: String, in folder: TemporaryFolder) throws -> Finished {
    try Program.bash("photo=\(photo); \(line)", in: folder)
  }

  /// The picture that is rendered if the input and output files are given by name.
  private static let plain = Result {
    let folder = try TemporaryFolder()
    let made = try bash("\(render) --photo $photo -o plain.png", in: folder)
    try #require(made.status == 0, "\(made.error)")
    return try folder.bytes("plain.png")
  }

  /// Although the program reads a photo several times and a pipe can be read only once, a piped
  /// photo gives the same picture as a named file.
  @Test(
    arguments: [
      "cat $photo | \(render) --photo - -o x.png", "\(render) --photo - -o x.png < $photo",
      "\(render) --photo <(cat $photo) -o x.png", "\(render) --photo /dev/fd/7 -o x.png 7< $photo",
      "cat $photo | \(render) --photo /dev/stdin -o x.png",
      "cat $photo | \(render),iphone15 --photo - -o '{device}.png' && mv iphone8.png x.png",
      "\(render) --photo $photo -o - > x.png", "\(render) --photo $photo -o /dev/stdout > x.png",
      "\(render) --photo $photo -o /dev/fd/9 9> x.png",
      "\(render) --photo $photo -o - | cat > x.png",
    ].map { $0.replacing("-n a,iphone15", with: "-n a -d iphone15,iphone8") })
  func aPictureIsWhatItIsFromFiles(_ line: String) throws {
    let folder = try TemporaryFolder()
    let line = line.replacing(
      "-d iphone8 -n a -d iphone15,iphone8", with: "-n a -d iphone15,iphone8")
    let piped = try Self.bash(line, in: folder)
    #expect(piped.status == 0 && piped.output.isEmpty, "\(piped.error)")
    #expect(try folder.bytes("x.png") == Self.plain.get())
  }

  @Test(arguments: [
    (#"echo '["Buy milk"]' | "$wallfarm" render -q -d iphone8 --notes - -o x.png"#, ""),
    (#""$wallfarm" render -q -d iphone8 --notes <(echo Buy milk) -o x.png"#, ""),
    (
      #""$wallfarm" render -q -d iphone8 -n a --theme <(cat "$themes/fog.json") -o x.png"#, ""
    ),
    (
      #"echo '{"devices":"iphone8","notes":["a"]}' | "$wallfarm" render -q --request - -o x.png"#,
      ""
    ),
    (
      #""$wallfarm" render -q --request <(echo '{"devices":"iphone8","notes":["a"]}') -o x.png"#, ""
    ),
    (#""$wallfarm" check - < "$themes/fog.json""#, "-: valid (theme)\n"),
    (#""$wallfarm" theme check - < "$themes/fog.json""#, "-: valid (theme)\n"),
    (#"cat "$themes/fog.json" | \#(render) --theme - -o x.png"#, ""),
    (#"cat "$themes/../lock/template.json" | \#(render) --template - -o x.png"#, ""),
    (#"cat $photo | \#(render) --background photo --set file=/dev/stdin -o x.png"#, ""),
    (
      #"echo '["x"]' > n.json; echo '{"devices":"iphone8","notes":"n.json"}' | "$wallfarm" batch /dev/stdin -q -o out"#,
      ""
    ),
    (
      #"echo '["x"]' > n.json; "$wallfarm" render -q --request <(echo '{"devices":"iphone8","notes":"n.json"}') -o x.png"#,
      ""
    ),
    (#""$wallfarm" preset link 2 --qr /dev/fd/7 7> q.svg > said && head -c 4 q.svg"#, "<svg"),
    (
      #"cat $photo | "$wallfarm" bundle make -q -d iphone8 -n a --home - -o b.zip && ls"#, "b.zip\n"
    ),
    (
      #"\#(render) -o a.png && "$wallfarm" verify - -d iphone8 -n a < a.png"#,
      "- matches its inputs: identical file\n"
    ),
    (
      #"cat $photo | "$wallfarm" preview - -q -d iphone8 -o - | head -c 4 | tail -c 3"#, "PNG"
    ),
    (
      #""$wallfarm" theme gallery fog -q -d iphone8 --no-variants -o - | head -c 15"#,
      "<!DOCTYPE html>"
    ),
    (
      #"cat $photo | "$wallfarm" bundle make -q -d iphone8 -n a --photo - -o - > b.zip && python3 -m zipfile -t b.zip"#,
      "Done testing\n"
    ),
    (
      #"echo '{"devices":"iphone8","notes":["a"]}' | "$wallfarm" batch - -o out --report - 2> said | python3 -c 'import json,sys; print(json.load(sys.stdin)["summary"]["done"])'"#,
      "1\n"
    ),
    (
      #""$wallfarm" batch <(echo '{"devices":"iphone8","notes":["a"]}') -q -o out && ls out"#,
      "iphone8\n"
    ),
  ])
  func everyCommandTakesThem(_ line: String, output: String) throws {
    let folder = try TemporaryFolder()
    let finished = try Self.bash("themes=\(Workspace.root)/Templates/themes; \(line)", in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(finished.output == output || output == "iphone8\n" && !finished.output.isEmpty)
  }

  /// If descriptor 1 is closed, the next file that the program opens could get descriptor 1 and
  /// receive the output.
  @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-"])
  func closedDescriptorsAreNotFilesOfOurs(_ closed: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"id": "a", "devices": "iphone8", "notes": ["a"]}]"#, to: "jobs.json")
    for words in ["--json", ""] {
      let line = #""$wallfarm" batch jobs.json -o out\#(words) \#(words) \#(closed)"#
      #expect(try Self.bash(line, in: folder).status == 74, "\(words)")
      let said = Tool.run(
        "grep", ["-rl", "-e", "event", "-e", " pictures in ", folder.file("out\(words)")]
      ).text
      #expect(said.isEmpty, "\(said)")
    }
  }

  @Test(arguments: [
    ("cat $photo | \(render) --photo - --notes - -o x.png", "conflicting-options"),
    ("cat $photo | \(render) --photo - -o x.png --max-photo-bytes 1000", "file-too-large"),
    ("head -c 17000000 /dev/zero | \(render) --theme - -o x.png", "file-too-large"),
    ("\(render) --photo /dev/fd/9 -o x.png", "file-unreadable"),
    ("\(render) --photo - -o x.png < /dev/null", "photo-format"),
    ("\(render) -o /dev/fd/9", "output-failed"),
    ("\(render) -o /dev/fd/9 9< $photo", "output-failed"),
    ("\(render) -o - --json > x", "conflicting-options"),
    ("\(render) -d iphone8,iphone15 -o - > x", "repeated-option"),
    ("cat $photo | \(render) --photo - --watch", "conflicting-options"),
    (#""$wallfarm" preview $photo -d iphone8 -o /dev/fd/9"#, "output-failed"),
    (#"echo '[]' | "$wallfarm" batch - -o out --report - --json"#, "conflicting-options"),
    (#"echo '[]' | "$wallfarm" batch - -o out --metrics -"#, "conflicting-options"),
  ])
  func whatCannotBeIsSaid(_ line: String, code: String) throws {
    let folder = try TemporaryFolder()
    let finished = try Self.bash(line, in: folder)
    #expect(finished.problem.code == code, "\(finished.error)")
    #expect(finished.hasFailedAsDocumented, "\(finished.status)")
    #expect(!folder.names.contains("x.png"))
  }
}
