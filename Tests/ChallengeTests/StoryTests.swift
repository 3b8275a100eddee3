import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests a complete challenge with the command-line program.
@Suite struct StoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let lake = FileManager.default.contents(atPath: Workspace.root + "/Flows/unwalk/lake.jpg")
    try folder.write(try #require(lake), to: "lake.jpg")
  }

  /// Writes a ZIP file in the format of an iPhone's export, with steps on each of the last ten days
  /// and `steps` steps from now on.
  private func export(_ steps: Int, to name: String, made later: Double) throws {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    var records: [String] = []
    func add(_ start: Date, _ minutes: Double, _ count: Int) {
      let end = start.addingTimeInterval(minutes * 60)
      records.append(
        Export.record(form.string(from: start), form.string(from: end), count: "\(count)"))
    }
    for day in 1...10 { add(Date().addingTimeInterval(Double(-day) * 86_400), 60, 5000) }
    var (left, start) = (steps, Date().addingTimeInterval(1))
    while left > 0 {
      add(start, 10, min(left, 1100))
      (left, start) = (left - 1100, start.addingTimeInterval(600))
    }
    let date = form.string(from: Date().addingTimeInterval(later))
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [ <!ELEMENT broken > ]
      <HealthData locale="en_CZ">
       <ExportDate value="\(date)"/>
       \(records.joined(separator: "\n "))
      </HealthData>

      """
    try FileManager.default.createDirectory(
      atPath: folder.file("apple_health_export"), withIntermediateDirectories: true)
    try folder.write(xml, to: "apple_health_export/export.xml")
    let packed = Tool.run(
      "/usr/bin/python3",
      ["-m", "zipfile", "-c", folder.file(name), folder.file("apple_health_export")],
      withErrors: true)
    try #require(packed.status == 0, "\(packed.text)")
    try FileManager.default.removeItem(atPath: folder.file("apple_health_export"))
  }

  @discardableResult
  private func challenge(_ words: String..., status: Int32 = 0) throws -> String {
    let done = try Program.run(["challenge"] + words + ["--state", "kept"], in: folder)
    #expect(done.status == status, "\(words): \(done.output) \(done.error)")
    return status == 0 ? done.output : done.error
  }

  /// The latest challenge in the list.
  private func latest() throws -> JSONNode? {
    try JSONNode(parsing: try challenge("list", "--json")).elements?.first
  }

  private func marks(_ lines: String) throws -> [Int] {
    try lines.split(separator: "\n").compactMap {
      try JSONNode(parsing: String($0))["mark"]?.whole
    }
  }

  @Test func fromThePhotoToTheSharedPicture() throws {
    let device = ["--device", "iphonese3"]
    let preview = try Program.run(
      ["challenge", "preview", "--goal", "5000", "--photo", "lake.jpg", "-o", "preview.png"]
        + device,
      in: folder)
    #expect(preview.status == 0, "\(preview.error)")
    #expect(try challenge("status", status: 65).contains("no-challenge"))
    try challenge("new", "--goal", "5000", "--photo", "lake.jpg")
    #expect(
      try challenge("new", "--goal", "5000", "--photo", "lake.jpg", status: 65)
        .contains("challenge-under-way"))
    var made: [[UInt8]] = [try folder.bytes("preview.png")]
    let steps: [(Int, [Int])] = [(1300, [25]), (4999, [50, 75, 99]), (5200, [100])]
    for (number, (walked, told)) in steps.enumerated() {
      try export(walked, to: "export-\(number).zip", made: Double(60 * number + 60))
      let said = try challenge("refresh", "--health", "export-\(number).zip")
      #expect(try marks(said) == told)
      #expect(try challenge("refresh", "--health", "export-\(number).zip").isEmpty)
      try challenge("render", "--device", "iphonese3", "-o", "lock-\(number).png")
      made.append(try folder.bytes("lock-\(number).png"))
      if walked < 5000 {
        #expect(
          try challenge(
            "render", "--device", "iphonese3", "--success", "-o", "no.png", status: 65
          ).contains("challenge-not-reached"))
        #expect(try challenge("finish", status: 65).contains("challenge-not-reached"))
      }
    }
    #expect(Set(made).count == made.count)
    for name in ["preview.png", "lock-0.png", "lock-2.png"] {
      #expect(
        Tool.output(of: "identify", ["-format", "%wx%h", folder.file(name)]) == "750x1334")
    }
    let status = try JSONNode(parsing: try challenge("status", "--json"))
    #expect(status["state"]?.string == "reached" && status["celebration"]?.bool == true)
    // The average is about 5,000. Around midnight, it may be lower, because an additional day with
    // few steps counts.
    let average = try #require(status["average"]?.number)
    #expect((4000...5100).contains(average))
    try challenge("render", "--device", "iphonese3", "--success", "-o", "unlocked.png")
    #expect(try challenge("finish", "--language", "ja").contains("5,000歩"))
    // The figures and the shared picture remain available after the challenge ends.
    try challenge("share", "--device", "iphonese3", "-o", "share.png")
    #expect(Tool.output(of: "identify", ["-format", "%w", folder.file("share.png")]) == "1080")
    let maker = Tool.output(of: "identify", ["-format", "%[Software]", folder.file("share.png")])
    #expect(maker?.hasPrefix("wallfarm") == true)
    let plain = """
      {"format": 1, "summary": "Gray letters on gray.", "background": {"plugin": "solid-color"},
       "colors": {"text": "#777777"}, "legibility": {"aids": []}}
      """
    try folder.write(plain, to: "plain.json")
    let shared = try Program.run(
      ["challenge", "share", "--theme", "plain.json", "-o", "plain.png", "--state", "kept"]
        + device, in: folder)
    #expect(shared.status == 0 && shared.error.contains("low-contrast"), "\(shared.error)")
    #expect(try latest()?["daysTaken"]?.number != nil)
    try challenge("new", "--goal", "easy", "--photo", "lake.jpg")
    try challenge("cancel", status: 64)
    try challenge("cancel", "--yes")
    #expect(try latest()?["state"]?.string == "cancelled")
  }

  /// The Unwalk flow with a real challenge: two days, with more steps on the second day.
  @Test func theStoryIsPlayedWithTheRealChallenge() throws {
    func play(_ answers: [String], _ steps: Int, made later: Double) throws -> String {
      try export(steps, to: "export.zip", made: later)
      try folder.write(answers.joined(separator: "\n") + "\n", to: "answers")
      return try challenge(
        "story", "--device", "iphonese3", "--photo", "lake.jpg", "--health", "export.zip", "-o",
        "out", "--answers", "answers")
    }
    let first = try play(
      [
        "", "next", "next", "connect", "", "goal", "easy", "next", "choose", "next", "start", "",
        "refresh",
      ],
      2600, made: 60)
    #expect(first.contains("walked: 2600"))
    #expect(try latest()?["state"]?.string == "under-way")
    let second = try play(
      ["refresh", "", "save", "share", "figures", "close", "done"], 5200, made: 120)
    #expect(second.contains("out/unlocked.png") && second.contains("out/share.png"))
    #expect(
      Tool.output(of: "identify", ["-format", "%w", folder.file("out/unlocked.png")]) == "750")
    #expect(try latest()?["daysTaken"]?.number != nil)
  }

  /// File names may look like options, and folder paths may end with a slash.
  @Test func oddNamesAreNames() throws {
    try challenge("new", "--goal", "5000", "--photo", "lake.jpg")
    try export(1300, to: "-e.zip", made: 60)
    #expect(try marks(try challenge("refresh", "--health=-e.zip")) == [25])
    let status = try Program.run(["challenge", "status", "--state", "kept/"], in: folder)
    #expect(status.status == 0 && status.output.contains("1300 of 5000"), "\(status.output)")
  }

  /// No file written before the goal is reached contains the photo, except the private copy in the
  /// store.
  @Test func thePhotoIsNowhereElse() throws {
    let photo = try folder.bytes("lake.jpg")
    try FileManager.default.moveItem(
      atPath: folder.file("lake.jpg"), toPath: folder.file("mine.jpg"))
    try challenge("new", "--goal", "5000", "--photo", "mine.jpg")
    try FileManager.default.removeItem(atPath: folder.file("mine.jpg"))
    try export(4999, to: "e.zip", made: 60)
    try challenge("refresh", "--health", "e.zip")
    for format in ["png", "jpg", "webp"] {
      try challenge("render", "--device", "iphonese3", "-o", "lock.\(format)")
    }
    try folder.write(try challenge("status", "--json"), to: "status.json")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }
      .filter { !FileManager.default.isFolder(folder.file($0)) }
    let digest = try #require(
      names.first { $0.hasPrefix("kept/") && ($0 as NSString).lastPathComponent.count == 64 })
    #expect(try folder.bytes(digest) == photo)
    // Sixteen compressed bytes with at least fourteen distinct values practically never match by
    // chance; uniform areas have fewer distinct bytes.
    let windows = stride(from: 1000, to: photo.count - 16, by: 31).map { photo[$0..<$0 + 16] }
      .filter { Set($0).count >= 14 }.map { Data($0) }
    #expect(windows.count > 100)
    for name in names where name != digest {
      let bytes = Data(try folder.bytes(name))
      for window in windows { #expect(bytes.range(of: window) == nil, "\(name)") }
    }
    #expect(names.count >= 8)
  }

  /// A run can be killed at any time, and the next run continues: no announcement is lost, and
  /// every file is readable.
  @Test(.tags(.torture)) func aKillLosesNothing() throws {
    var random = SeededGenerator()
    print("seed: \(random.seed)")
    try challenge("new", "--goal", "5000", "--photo", "lake.jpg")
    let rounds = Torture.isOn ? 150 : 12
    try folder.write("", to: "log")
    var steps = 0
    for round in 0..<rounds {
      steps = min(4990, steps + 4990 / rounds)
      try export(steps, to: "e.zip", made: Double(round + 2))
      let process = try Program.start(
        ["challenge", "refresh", "--health", "e.zip", "--state", "kept"], in: folder,
        log: folder.file("log"))
      usleep(UInt32.random(in: 0...60_000, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let status = try JSONNode(parsing: try challenge("status", "--json"))
      let kept = try #require(status["steps"]?.whole)
      #expect(kept <= steps)
    }
    try export(5000, to: "e.zip", made: Double(rounds + 10))
    let last = try challenge("refresh", "--health", "e.zip")
    let told = try marks(
      folder.text("log").split(separator: "\n").filter { $0.hasPrefix("{") }
        .joined(separator: "\n") + "\n" + last)
    #expect(Set(told) == [25, 50, 75, 99, 100])
    #expect(told.filter { $0 == 100 }.count == 1)
  }
}

extension FileManager {
  fileprivate func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
