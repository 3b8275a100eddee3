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
    #expect(error.message == example.message)
    #expect(error.origin?.description == example.origin)
    #expect(error.hint?.isEmpty == false)
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
    #expect(many.message == "there are more than 500 notes")
    let longer = try #require(throws: RenderError.self) {
      try NotesReader.parse(Array((long + "é").utf8), file: "n.txt")
    }
    #expect(longer.message == "note 1 has more than 20000 characters")
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
    #expect(error.message == "'\(path)' has more than 16777216 bytes, the limit for it")
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
    #expect(error.message == "'\(path)' cannot be read: \(reason)")
    #expect(error.origin?.description == path)
  }

  @Test func readsAFileFromDisk() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[x] Buy milk\n".utf8, to: "n.txt")
    #expect(try NotesReader.read(path) == [Note("Buy milk", done: true)])
  }
}
