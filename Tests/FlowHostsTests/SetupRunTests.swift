import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Runs `wallfarm setup` with dates, on several devices, and again after it is finished.
@Suite struct SetupRunTests {
  /// Answers for a complete setup; the lines of `notes` and `dates` are entries of the lists.
  private static func answers(
    notes: [String] = ["1. Buy milk", "- Call Ana", ""], dates: [String] = []
  ) -> [String] {
    ["start", "next", "next", "have"] + notes + ["next"] + dates
      + ["next", "next", "next", "2", "next", "open", "ok", "yes", "granted", "next", "", "start"]
  }

  /// Answers for a complete setup of an Android phone.
  private static let androidAnswers = [
    "start", "1. Buy milk", "- Call Ana", "", "next", "next", "next", "next", "start",
  ]

  private static func setUp(
    _ lines: [String], on device: String = "iphonese3", in folder: TemporaryFolder,
    _ options: [String] = []
  ) throws -> Finished {
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "answers.txt")
    return try Program.run(
      ["setup", "-d", device, "--state", "state.json", "--answers", "answers.txt", "-q"]
        + options, in: folder)
  }

  private static let lock = "wallfarm-setup/LockScreen/lock.png"

  private func facts(
    _ name: String, in file: String, _ folder: TemporaryFolder
  ) throws -> [String]? {
    try JSONNode(parsing: try folder.text(file))["facts"]?[name]?.elements?.compactMap(\.string)
  }

  /// Setup ends with the steps that bring the files to the device, in each language.
  @Test(arguments: [
    ("iphonese3", "en", ["AirDrop", "iCloud Drive", "On My iPhone", "1. Copy LockScreen and "]),
    ("iphonese3", "ja", ["AirDrop", "iCloud Drive", "「ファイル」アプリ", "instruction.png"]),
    ("iphonese3", "ar", ["AirDrop", "iCloud Drive", "instruction.png"]),
    ("pixel9", "en", ["USB cable", "Quick Share", "cloud drive", "1. Copy LockScreen from"]),
  ])
  func theEndSaysHowToCopyTheFiles(
    _ device: String, _ language: String, _ expected: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let done = try Self.setUp(
      device == "pixel9" ? Self.androidAnswers : Self.answers(), on: device, in: folder,
      ["--language", language])
    #expect(done.status == 0 && done.error.isEmpty, "\(done.error)")
    let end = String(decoding: done.bytes, as: UTF8.self).split(separator: "\n").suffix(14)
      .joined(separator: "\n")
    for words in expected + [folder.file("wallfarm-setup/setup.html")] {
      #expect(end.contains(words), "\(words) is missing in:\n\(end)")
    }
    #expect(end.contains("AirDrop") == (device != "pixel9"))
    #expect(try facts("notes", in: "state.json", folder) == ["Buy milk", "Call Ana"])
  }

  /// The setup of an Android phone mentions no shortcut, Safari or iPhone, also when it is run again.
  @Test func anAndroidPhoneNeedsNoShortcut() throws {
    let folder = try TemporaryFolder()
    let done = try Self.setUp(Self.androidAnswers, on: "pixel9", in: folder)
    let again = try Self.setUp(
      ["notes", "Bread", "", "picture", "make", "done", "settings", "done", "help", "close", "q"],
      on: "pixel9", in: folder)
    #expect(try facts("notes", in: "notewall-daily.json", folder)?.count == 3)
    for finished in [done, again] {
      #expect(finished.status == 0 && finished.error.isEmpty, "\(finished.error)")
      let text = String(decoding: finished.bytes, as: UTF8.self)
      for word in ["shortcut", "Safari", "iPhone", "Wallpaper number", "AirDrop"] {
        #expect(!text.localizedCaseInsensitiveContains(word), "\(word): \(text)")
      }
      #expect(text.contains(folder.file(Self.lock)))
    }
    #expect(String(decoding: again.bytes, as: UTF8.self).contains("set it as your wallpaper again"))
    #expect(try Program.run(["bundle", "verify", "wallfarm-setup"], in: folder).status == 0)
  }

  /// The picture counts the days until dates, in every accepted notation, and says when it expires.
  @Test func datesAreCounted() throws {
    let folder = try TemporaryFolder()
    let plain = try TemporaryFolder()
    _ = try Self.setUp(Self.answers(), in: plain)
    let dates = [
      "- 2099-06-01 Exam", "Ana’s birthday 05-03", "24 December 2098: Christmas Eve",
      "2099年7月2日 旅行", "",
    ]
    let done = try Self.setUp(Self.answers(dates: dates), in: folder)
    #expect(done.status == 0 && done.error.isEmpty, "\(done.error)")
    #expect(
      try facts("dates", in: "state.json", folder)
        == [
          "2099-06-01 Exam", "05-03 Ana’s birthday", "2098-12-24 Christmas Eve", "2099-07-02 旅行",
        ])
    #expect(try folder.bytes(Self.lock) != plain.bytes(Self.lock))
    let manifest = try JSONNode(parsing: try folder.text("wallfarm-setup/bundle.json"))
    let expires = try #require(manifest["expires"]?.string)
    #expect(manifest["interval"]?.string == "day")
    let time = expires.prefix(16).replacing("T", with: " ")
    #expect(String(decoding: done.bytes, as: UTF8.self).contains("correct until \(time)"))
    // Notes without dates never expire.
    let other = try JSONNode(parsing: try plain.text("wallfarm-setup/bundle.json"))
    #expect(other["expires"] == nil && other["interval"] == nil)
    #expect(try Program.run(["bundle", "verify", "wallfarm-setup"], in: folder).status == 0)
    // The daily flow knows the dates.
    #expect(try facts("dates", in: "notewall-daily.json", folder)?.count == 4)
  }

  /// An entry without a date or title, with an ambiguous date, or with a past date is refused.
  @Test(arguments: [
    "Christmas", "2099-06-01", "3/4 Party", "03/04/2099 Party", "2001-01-01 Gone", "42 Answers",
    "2099-13-01 Never",
  ])
  func aDateThatCannotBeCountedIsRefused(_ entry: String) throws {
    let folder = try TemporaryFolder()
    let done = try Self.setUp(Array(Self.answers(dates: [entry]).prefix(9)), in: folder)
    #expect(done.status == 0, "\(done.error)")
    #expect(try facts("dates", in: "state.json", folder)?.isEmpty ?? true)
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(text.contains("needs a date") || text.contains("is over"), "\(text.suffix(600))")
  }

  /// After a change, setup makes a new picture even if the user only leaves, and says where it is;
  /// without a change, the picture stays as it is.
  @Test func leavingMakesANewPicture() throws {
    let folder = try TemporaryFolder()
    _ = try Self.setUp(Self.answers(), in: folder)
    let before = try folder.bytes(Self.lock)
    let idle = try Self.setUp(["notes", "done", "q"], in: folder)
    #expect(try folder.bytes(Self.lock) == before)
    #expect(!String(decoding: idle.bytes, as: UTF8.self).contains("Making the pictures"))
    let changes = [["notes", "Water the plants", "done", "q"], ["dates", "2099-06-01 Exam"]]
    for lines in changes {
      let before = try folder.bytes(Self.lock)
      let changed = try Self.setUp(lines, in: folder)
      #expect(changed.status == 0 && changed.error.isEmpty, "\(changed.error)")
      let text = String(decoding: changed.bytes, as: UTF8.self)
      #expect(text.contains("Your new picture is here: \(folder.file(Self.lock))"), "\(text)")
      #expect(text.contains("Copy it to your iPhone"))
      #expect(try folder.bytes(Self.lock) != before)
      #expect(try facts("notes", in: "notewall-daily.json", folder)?.count == 3)
    }
    #expect(try Program.run(["bundle", "verify", "wallfarm-setup"], in: folder).status == 0)
    // A picture that has expired is made again, although nothing has changed.
    let manifest = try folder.text("wallfarm-setup/bundle.json")
    let expires = try #require(try JSONNode(parsing: manifest)["expires"]?.string)
    try folder.write(
      manifest.replacing(expires, with: "2026-01-01T00:00:00Z"), to: "wallfarm-setup/bundle.json")
    let expired = try Self.setUp(["q"], in: folder)
    #expect(String(decoding: expired.bytes, as: UTF8.self).contains("out of date"))
    let renewed = try JSONNode(parsing: try folder.text("wallfarm-setup/bundle.json"))
    #expect(renewed["expires"]?.string == expires)
  }

  /// A picture that cannot be made when the user leaves is reported, and the changes are kept.
  @Test func aPictureThatCannotBeMadeOnLeavingIsReported() throws {
    let folder = try TemporaryFolder()
    _ = try Self.setUp(Self.answers(), in: folder)
    let before = try folder.bytes(Self.lock)
    let done = try Self.setUp(
      ["notes", "Bread", "done", "settings", "look", "lock", "photo", "q"], in: folder)
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(done.status == 64 && done.error.contains("no photo was given"), "\(done.error)")
    #expect(text.contains("The new picture was not made") && text.contains("To come back"))
    #expect(!text.contains("Your new picture is here"))
    #expect(try folder.bytes(Self.lock) == before)
    #expect(try facts("notes", in: "notewall-daily.json", folder)?.count == 3)
  }

  /// A rehearsal says after each effect that nothing was made, and which command makes pictures.
  @Test(arguments: ["ok", "1", "It worked"]) func aRehearsalMakesNothing(_ outcome: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("picture\nmake\n\(outcome)\n", to: "answers.txt")
    let done = try Program.run(
      ["flow", "play", "notewall-daily", "--state", "s.json", "--answers", "answers.txt"],
      in: folder)
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(done.status == 0 && text.contains("To make real pictures, run: wallfarm setup"))
    let lines = text.split(separator: "\n")
    let asked = try #require(lines.lastIndex { $0.hasPrefix("How did it end > ") })
    #expect(lines[asked + 1].hasPrefix("This is a rehearsal: nothing was made"))
    #expect(Set(folder.names(in: "")) == ["answers.txt", "s.json"])
  }
}
