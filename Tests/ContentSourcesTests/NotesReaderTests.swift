import ContentSources
import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct NotesReaderTests {
  @Test(arguments: NotesCase.good)
  func readsNotesAsPeopleWriteThem(_ example: NotesCase) throws {
    #expect(try NotesReader.parse(example.bytes, file: example.file) == example.notes)
  }

  @Test(arguments: NotesCase.bad)
  func saysWhatIsWrongWithNotesAndWhere(_ example: NotesCase) throws {
    let error = try #require(throws: RenderError.self) {
      try NotesReader.parse(example.bytes, file: example.file)
    }

    #expect(error.code == example.code)
    #expect(error.message.names(example.values))
    #expect(error.origin?.description == example.origin)
    #expect(error.hint?.isEmpty == false)
  }

  /// If a file is not UTF-8 text, the error names the kind of file, and the hint names the option
  /// or tool for that kind, if any.
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE1, 0], "picture", "--photo"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], "picture", "--photo"),
      (Array("GIF89a\u{0}".utf8) + [0xFF], "picture", "--photo"),
      ([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0, 0xFF], "picture", "--photo"),
      ([0, 0, 0, 24] + Array("ftypqt  ".utf8) + [0, 0, 0, 0, 0xFF], "video", nil),
      (Array("%PDF-1.7\n".utf8) + [0xE2, 0xE3], "PDF", nil),
      (Array("PK\u{3}\u{4}".utf8) + [0xFF], "archive", nil),
      ([0x1F, 0x8B, 8, 0, 0xFF], "archive", nil),
      ([0x7F, 0x45, 0x4C, 0x46, 0, 0xFF], "not text", nil),
      (
        Array("Grüße".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0xFF, 0xD8],
        "not text", nil
      ),
      ([0x47, 0x72, 0xFC, 0xDF, 0x65], "not UTF-8", "iconv"),
      ([0xFF, 0xFE, 0x47, 0], "not UTF-8", "iconv"),
    ] as [([UInt8], String, String?)])
  func aFileThatIsNoTextIsNamed(_ bytes: [UInt8], _ kind: String, _ tool: String?) throws {
    let error = try #require(throws: RenderError.self) {
      try NotesReader.parse(bytes, file: "given.txt")
    }
    #expect(error.code == .invalidNotes && error.message.contains(kind), "\(error)")
    for other in ["--photo", "iconv"] {
      #expect(error.hint?.contains(other) == (other == tool), "\(error)")
    }
  }

  @Test func aTextThatIsANumberIsWrongAndNotMissing() throws {
    let error = try #require(throws: RenderError.self) {
      try NotesReader.parse(Array(#"[{"text": 5}]"#.utf8), file: "n.json")
    }

    #expect(error.code == .invalidNotes)
    #expect(error.message.contains("a number"))
    #expect(error.origin?.description == "n.json:1:11")
  }

  @Test func takes500NotesAnd20000CharactersAndNoMore() throws {
    let notes = Array(repeating: "a", count: 500).joined(separator: "\n")
    let long = String(repeating: "é", count: 20_000)
    #expect(try NotesReader.parse(Array(notes.utf8), file: "n.txt").count == 500)
    #expect(try NotesReader.parse(Array(long.utf8), file: "n.txt").map(\.text.count) == [20_000])

    let many = try #require(throws: RenderError.self) {
      try NotesReader.parse(Array((notes + "\na").utf8), file: "n.txt")
    }
    #expect(many.code == .invalidNotes)
    #expect(many.message.contains("500"))
    let longer = try #require(throws: RenderError.self) {
      try NotesReader.parse(Array((long + "é").utf8), file: "n.txt")
    }
    #expect(longer.message.names(["note 1", "20000"]))
    #expect(longer.origin?.description == "n.txt:1")
  }

  @Test func refusesAHugeFileBeforeReadingIt() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "huge.txt")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let error = try #require(throws: RenderError.self) { try NotesReader.read(path) }

    #expect(error.code == .fileTooLarge)
    #expect(error.message.names(["'\(path)'", "16777216"]))
  }

  @Test(arguments: [
    ("missing", "no such file or directory"), ("folder", "it is a folder"),
    ("pipe", "it is a named pipe; read it with '-' and '<'"),
  ])
  func saysWhyAFileCannotBeRead(name: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "folder/file")
    mkfifo(folder.file("pipe"), 0o600)
    let path = folder.file(name)
    let error = try #require(throws: RenderError.self) { try NotesReader.read(path) }

    #expect(error.code == .fileUnreadable)
    #expect(error.message.names(["'\(path)'", reason]))
    #expect(error.origin?.description == path)
  }

  @Test func readsAFileFromDisk() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[x] Buy milk\n".utf8, to: "n.txt")
    #expect(try NotesReader.read(path) == [Note("Buy milk", done: true)])
  }
}
