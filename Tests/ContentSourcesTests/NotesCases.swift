import ContentSources
import Files
import Testing
import WallfarmPluginKit

// The cases that NotesReaderTests runs.

/// The bytes of a notes file, and the expected notes or error.
struct NotesCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  var file = "n.txt"
  var notes: [Note] = []
  var code = ErrorCode.invalidNotes
  /// The values that the error message must contain.
  var values: [String] = []
  var origin = ""

  /// Creates a case with a valid file.
  init(_ title: String, _ text: String, file: String = "n.txt", _ notes: [Note]) {
    (testDescription, bytes, self.file, self.notes) = (title, Array(text.utf8), file, notes)
  }

  /// Creates a case with an invalid file.
  init(
    _ title: String, _ bytes: some Sequence<UInt8>, file: String = "n.json",
    code: ErrorCode = .invalidNotes, _ values: String..., at place: String? = nil
  ) {
    (testDescription, self.bytes, self.file) = (title, Array(bytes), file)
    (self.code, self.values) = (code, values)
    origin = file + (place.map { ":" + $0 } ?? "")
  }

  private static let two = [Note("Buy milk"), Note("Call Ana", done: true)]

  static let good = json + lines

  private static let json = [
    NotesCase("JSON texts", #"["a", "b"]"#, [Note("a"), Note("b")]),
    NotesCase(
      "JSON objects", #"[{"text": "Buy milk"}, {"done": true, "text": "Call Ana"}]"#, two),
    NotesCase(
      "JSON texts and objects", #"["Buy milk", {"text": "Call Ana", "done": true}]"#,
      file: "n.json", two),
    NotesCase("a JSON line break", #"["a\nb"]"#, [Note("a\nb")]),
    NotesCase("JSON over lines", "\n [\r\n  \"a\"\r\n ]\n", [Note("a")]),
    NotesCase("an empty JSON list", "[ ]", []),
    NotesCase("JSON from standard input", #"["a"]"#, file: "standard input", [Note("a")]),
    NotesCase("JSON behind a byte order mark", "\u{FEFF}[\"a\"]", file: "n.json", [Note("a")]),
    NotesCase("JSON behind a byte order mark, of no name", "\u{FEFF}[\"a\"]", [Note("a")]),
  ]

  private static let lines = [
    NotesCase("a note a line", "a\nb\n", [Note("a"), Note("b")]),
    NotesCase("no line end at the end", "a\nb", [Note("a"), Note("b")]),
    NotesCase("line ends of Windows", "Buy milk\r\n[x] Call Ana\r\n", two),
    NotesCase("line ends of old Macs", "Buy milk\r[x] Call Ana\r", two),
    NotesCase("blank lines", "\n\na\n \t \n\nb\n\n", [Note("a"), Note("b")]),
    NotesCase("blanks round a note", "   a b \t\n", [Note("a b")]),
    NotesCase("a byte order mark", "\u{FEFF}Buy milk\n[x] Call Ana", two),
    NotesCase("a byte order mark before a box", "\u{FEFF}[x] a", [Note("a", done: true)]),
    NotesCase(
      "boxes", "[x] a\n[X] b\n[ ] c", [Note("a", done: true), Note("b", done: true), Note("c")]),
    NotesCase("a box without a blank behind it", "[x]a", [Note("a", done: true)]),
    NotesCase(
      "boxes in a Markdown list", "- [ ] Buy milk\n- [x] Call Ana\n", two),
    NotesCase("boxes in a list with stars", "* [ ] Buy milk\n  * [x] Call Ana", two),
    NotesCase("a time in brackets", "[10:00] Tea", [Note("[10:00] Tea")]),
    NotesCase("a time in brackets in a list", "- [10:00] Tea", [Note("[10:00] Tea")]),
    NotesCase("a word in brackets", "[xylophone] practice", [Note("[xylophone] practice")]),
    NotesCase("a box inside", "mark [x] here", [Note("mark [x] here")]),
    NotesCase("quotes", #""quoted""#, [Note(#""quoted""#)]),
    NotesCase("other scripts", "قهوة\nお茶 🍵", [Note("قهوة"), Note("お茶 🍵")]),
  ]

  static let bad = [
    NotesCase("nothing", "".utf8, file: "n.txt", code: .noNotes),
    NotesCase("only blanks", " \n\t\n".utf8, file: "n.txt", code: .noNotes),
    NotesCase("an object", #"{"notes": []}"#.utf8, "a list, not an object", at: "1:1"),
    NotesCase("a text", #" "a""#.utf8, "a list, not a string", at: "1:2"),
    NotesCase("a number", "[\n  \"a\",\n  5\n]".utf8, "note 2 is a number", at: "3:3"),
    NotesCase("true", "[true]".utf8, "note 1 is a Boolean value", at: "1:2"),
    NotesCase("null", "[null]".utf8, "note 1 is null", at: "1:2"),
    NotesCase("a list in the list", #"["a", ["b"]]"#.utf8, "note 2 is a list", at: "1:7"),
    NotesCase("no text", #"[{"done": true}]"#.utf8, #"note 1 has no "text""#, at: "1:2"),
    NotesCase(
      "text for done", "[\n{\"text\": \"a\", \"done\": \"yes\"}]".utf8,
      "'done' of note 1 is a string, not true or false", at: "2:23"),
    NotesCase(
      "a misspelt key", #"[{"text": "a", "dnoe": true}]"#.utf8, code: .unknownKey, "'dnoe'",
      at: "1:16"),
    NotesCase(
      "an unknown key", #"[{"text": "a", "when": "today"}]"#.utf8, code: .unknownKey,
      "an unknown key of 4 characters", at: "1:16"),
    NotesCase("an empty note", #"["a", ""]"#.utf8, "note 2 is empty", at: "1:7"),
    NotesCase("a blank note", #"[{"text": " \n\t"}]"#.utf8, "note 1 is empty", at: "1:2"),
    NotesCase(
      "JSON that never ends", #"["a""#.utf8, code: .invalidJSON, "line 1, column 1 is never closed",
      at: "1:5"),
    NotesCase(
      "a key twice", #"[{"text": "a", "text": "b"}]"#.utf8, code: .invalidJSON,
      "duplicate key '…', first at line 1, column 3", at: "1:16"),
    NotesCase(
      "lines in a JSON file", "Buy milk".utf8, code: .invalidJSON, "double quotes: '…'",
      at: "1:1"),
    NotesCase("bytes that are no UTF-8", [0x61, 0xFF, 0x62] as [UInt8], file: "n.txt", "UTF-8"),
    NotesCase(
      "text of Latin 1", [0x67, 0x72, 0xFC, 0x6E] as [UInt8], file: "standard input", "UTF-8"),
  ]
}
