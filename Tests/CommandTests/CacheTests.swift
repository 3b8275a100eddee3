import Foundation
import Testing
import WallfarmTesting

/// Tests that `--cache` never changes a picture, regardless of what happens to the cache folder.
@Suite struct CacheTests {
  private static let render = [
    "render", "-q", "-d", "iphone8", "-n", "Buy milk", "--photo", "photo.jpg", "--cache", "cache",
  ]

  /// A folder with a photo, the picture `a.png` and its entry in the cache, created once for all
  /// tests.
  private static let filled = Result {
    let folder = try TemporaryFolder()
    let made = Tool.run(
      "convert", ["-size", "900x700", "plasma:tan-navy", folder.file("photo.jpg")])
    try #require(made.status == 0)
    let rendered = try Program.run(render + ["-o", "a.png"], in: folder)
    try #require(rendered.status == 0, "\(rendered.error)")
    return folder
  }

  private func folderWithPhoto() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(try Self.filled.get().bytes("photo.jpg"), to: "photo.jpg")
    return folder
  }

  private func folderWithEntry() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let copied = Tool.run("cp", ["-a", try Self.filled.get().path + "/.", folder.path])
    try #require(copied.status == 0)
    return folder
  }

  private func entries(_ folder: TemporaryFolder) throws -> [String] {
    folder.names(in: "cache").filter { $0 != "key" }
  }

  @Test func thePictureIsTheSameWithTheCacheAndWithoutIt() throws {
    let folder = try folderWithPhoto()
    let plain = Self.render.dropLast(2)
    for (name, arguments) in [("a", Array(plain)), ("b", Self.render), ("c", Self.render)] {
      #expect(try Program.run(arguments + ["-o", name + ".png"], in: folder).status == 0)
    }
    let files = try ["a.png", "b.png", "c.png"].map { try folder.bytes($0) }
    #expect(files[0] == files[1] && files[1] == files[2])
    #expect(try entries(folder).count == 1)
  }

  @Test func aKnownBackgroundIsNotMadeAgain() throws {
    let folder = try folderWithEntry()
    let name = "cache/" + (try #require(try entries(folder).first))
    let first = try folder.bytes(name)
    #expect(try Program.run(Self.render + ["-o", "b.png"], in: folder).status == 0)
    // A rewritten entry would have a different nonce.
    #expect(try folder.bytes(name) == first)
  }

  /// The attacker can write to the folder but cannot read the key.
  @Test(arguments: ["under another's name", "sealed with another key", "with another warning"])
  func anEntryThatSomebodyPutThereIsNeverShown(_ what: String) throws {
    let folder = try folderWithPhoto()
    var names: [String] = []
    for zoom in ["1", "2"] {
      let arguments = ["-s", "zoom=\(zoom)", "-o", zoom + ".png"]
      #expect(try Program.run(Self.render + arguments, in: folder).status == 0)
      names += try entries(folder).filter { !names.contains($0) }
    }
    let own = try folder.bytes("cache/" + names[0])
    switch what {
    case "under another's name":
      try folder.write(try folder.bytes("cache/" + names[1]), to: "cache/" + names[0])
    case "sealed with another key":
      // The program will create a new key, so the entry looks like one that an attacker made with
      // the same program in another folder.
      try FileManager.default.removeItem(atPath: folder.file("cache/key"))
    default:
      let end = try #require(own.firstIndex(of: 10))
      try folder.write(
        own[...end] + Array("warning look here\n".utf8) + own[(end + 1)...],
        to: "cache/" + names[0])
    }
    let before = try folder.bytes("cache/" + names[0])
    let finished = try Program.run(
      ["render"] + Self.render.dropFirst(2) + ["-s", "zoom=1", "-o", "3.png"], in: folder)
    #expect(finished.status == 0)
    #expect(!finished.error.contains("look here"))
    #expect(try folder.bytes("3.png") == folder.bytes("1.png"))
    #expect(try folder.bytes("cache/" + names[0]) != before)
  }

  @Test(arguments: [[UInt8](), Array(repeating: 7, count: 31), Array(repeating: 7, count: 33)])
  func aKeyThatIsCutOffIsMadeAnew(_ bytes: [UInt8]) throws {
    let folder = try folderWithEntry()
    try folder.write(bytes, to: "cache/key")
    chmod(folder.file("cache/key"), 0o600)
    for name in ["b.png", "c.png"] {
      #expect(try Program.run(Self.render + ["-o", name], in: folder).status == 0)
      #expect(try folder.bytes(name) == folder.bytes("a.png"))
      #expect(try folder.bytes("cache/key").count == 32)
    }
  }

  @Test(arguments: ["mkfifo", "mkdir", "ln -s /dev/zero"])
  func whatIsNoFileIsNoEntryAndNoKey(_ command: String) throws {
    let folder = try folderWithEntry()
    let name = try #require(try entries(folder).first)
    let made = Tool.run(
      "sh", ["-c", "cd '\(folder.path)/cache' && rm '\(name)' && \(command) '\(name)'"])
    #expect(made.status == 0)
    #expect(try Program.run(Self.render + ["-o", "b.png"], in: folder).status == 0)
    #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    let key = Tool.run("sh", ["-c", "cd '\(folder.path)/cache' && rm key && \(command) key"])
    #expect(key.status == 0)
    let finished = try Program.run(Self.render + ["-o", "c.png"], in: folder)
    #expect(finished.status == (command == "mkdir" ? 74 : 0), "\(finished.error)")
  }

  /// Ways to damage an entry.
  static let damages: [(title: String, damage: @Sendable ([UInt8]) -> [UInt8])] = [
    ("empty", { _ in [] }), ("cut in its first line", { Array($0.prefix(20)) }),
    ("cut in the pixels", { Array($0.prefix($0.count / 2)) }),
    ("one byte short", { Array($0.dropLast()) }),
    (
      "one wrong bit",
      {
        var bytes = $0; bytes[bytes.count / 2] ^= 4; return bytes
      }
    ),
    ("another size", { Array("wallfarm-ground-2 2 2 0\n\n".utf8) + $0 }),
    ("noise", { bytes in bytes.indices.map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) } }),
  ]

  @Test(arguments: damages.indices)
  func aDamagedEntryIsMadeAgain(_ index: Int) throws {
    let folder = try folderWithEntry()
    let name = try #require(try entries(folder).first)
    let whole = try folder.bytes("cache/" + name)
    try folder.write(Self.damages[index].damage(whole), to: "cache/" + name)
    var entries: [[UInt8]] = []
    for picture in ["b.png", "c.png"] {
      #expect(try Program.run(Self.render + ["-o", picture], in: folder).status == 0)
      #expect(try folder.bytes("a.png") == folder.bytes(picture))
      entries.append(try folder.bytes("cache/" + name))
    }
    // If the entry did not change, the second run accepted it.
    let isFound = entries[0] == entries[1] && entries[0].count == whole.count
    #expect(isFound, "\(Self.damages[index].title)")
  }

  @Test func manyProcessesShareIt() throws {
    let folder = try folderWithPhoto()
    let line = """
      for i in $(seq 12); do
        "$wallfarm" render -q -d iphone8 -n "Note $((i % 3))" --photo photo.jpg --cache cache \
          -o "$i.png" & jobs="$jobs $!"
      done
      for job in $jobs; do wait "$job" || exit 1; done
      """
    #expect(try Program.bash(line, in: folder).status == 0)
    for index in 1...12 {
      #expect(try folder.bytes("\(index).png") == folder.bytes("\((index - 1) % 3 + 1).png"))
    }
    let names = try entries(folder)
    #expect(names.count == 1)
    // All programs sealed the entry with the same stored key.
    let entry = try folder.bytes("cache/" + names[0])
    #expect(try Program.run(Self.render + ["-o", "last.png"], in: folder).status == 0)
    #expect(try folder.bytes("cache/" + names[0]) == entry)
  }

  @Test func theOldestGoWhenItIsFull() throws {
    let folder = try folderWithPhoto()
    // An entry for an iPhone 8 takes 4 MB, so only two entries fit.
    for (index, zoom) in ["1", "1.5", "2"].enumerated() {
      let arguments = ["--cache-bytes", "9000000", "-s", "zoom=\(zoom)", "-o", "\(index).png"]
      #expect(try Program.run(Self.render + arguments, in: folder).status == 0)
    }
    #expect(try entries(folder).count == 2)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "a disk of one's own needs user namespaces or root"))
  func aFullDiskIsAWarningAndThePictureIsThere() throws {
    let folder = try folderWithPhoto()
    try folder.write("", to: "disk/here")
    let finished = try Program.bash(
      SmallDisk.line(
        #""$wallfarm" render -d iphone8 -n x --photo ../photo.jpg --cache . -o ../a.png; echo $?; ls -A"#
      ),
      in: folder)
    // No part of the entry remains.
    #expect(finished.lines.suffix(2) == ["0", "key"], "\(finished.lines)")
    #expect(finished.error.contains("cache-failed"), "\(finished.error)")
    #expect(try !folder.bytes("a.png").isEmpty)
  }

  @Test func aPlaceThatIsNoFolderIsAnError() throws {
    let folder = try folderWithPhoto()
    try folder.write("", to: "cache")
    let finished = try Program.run(Self.render + ["-o", "a.png"], in: folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "output-failed")
    #expect(finished.problem.origin == "--cache")
    #expect(!folder.names.contains("a.png"))
  }
}
