import BuiltInPlugins
import Designs
import Foundation
import Perception
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The HTML page, JUnit XML and JSON of a run with every kind of result.
@Suite struct ReportTests {
  /// Returns a suite with two kinds of changes, and a missing, a failed and an unchanged snapshot,
  /// and its run.
  ///
  /// The names contain HTML and XML markup.
  private static func makeMixed() throws -> (TestSuite, SnapshotRun) {
    let suite = try TestSuite(
      """
      {"defaults": {"notes": ["Buy <b>milk</b> & \\"eggs\\"", "Call Ana ]]> </script>"]},
       "snapshots": [
        {"name": "words", "devices": ["iphonese3", "iphone15", "ipad10"]},
        {"name": "color", "devices": ["iphonese3"], "theme": "./mine.json", "pictures": "all"},
        {"name": "digest", "devices": ["iphone15"], "theme": "./mine.json", "pictures": "none"},
        {"name": "same", "devices": ["iphone15"], "theme": "fog"},
        {"name": "gone", "devices": ["iphone15"], "photo": "a.png"}]}
      """)
    let theme = Workspace.root + "/Templates/themes/paper.json"
    try suite.folder.write(try String(contentsOfFile: theme, encoding: .utf8), to: "mine.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let photo = try renderer.render(RenderRequest(template: "home", device: "iphonese3"))
    let bytes = try #require(photo.bytes)
    try suite.folder.write(bytes, to: "a.png")
    try suite.run(.all)
    // Damage that is detected only when the photo is decoded.
    try suite.folder.write(bytes.prefix(bytes.count / 2), to: "a.png")
    try suite.edit("snapshots.json", "Call Ana", "Call Ana about the long trip to the sea and")
    let color = try suite.folder.text("mine.json").firstMatch(of: /"ink": "(#[0-9a-f]{6})"/)
    let old = String(try #require(color).1)
    try suite.edit("mine.json", old, "#8a2be2")
    try FileManager.default.removeItem(
      atPath: suite.folder.file("references/words/iphonese3.txt"))
    return (suite, try suite.run())
  }

  /// Shared by all tests, because none modifies it.
  private static let mixed = Result { try makeMixed() }

  @Test(.tags(.web)) func theBrowserShowsWhatThePageSays() throws {
    let (suite, run) = try Self.mixed.get()
    #expect(run.count(.missing) == 1 && run.count(.failed) == 1 && run.count(.changed) == 5)
    let script = Workspace.root + "/Tests/SnapshotTests/open-report.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, suite.folder.file("results/report.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
    let passed = judge.text.firstMatch(of: /([0-9]+) checks passed/).flatMap { Int($0.1) } ?? 0
    #expect(passed >= 60, "\(judge.text)")
  }

  @Test(.tags(.web)) func aPageWithoutChangesOpensToo() throws {
    let suite = try TestSuite(
      #"{"snapshots": [{"devices": ["iphonese3"], "notes": ["Buy milk"]}]}"#)
    try suite.run(.all)
    try suite.run()
    let script = Workspace.root + "/Tests/SnapshotTests/open-report.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, suite.folder.file("results/report.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
  }

  @Test func junitAndJSONSayTheSameAndOthersReadThem() throws {
    let (suite, run) = try Self.mixed.get()
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      cases = root.findall('.//testcase')
      bad = {c.get('classname') + '/' + c.get('name'): (c.find('failure') if c.find('failure') is not
        None else c.find('error')) for c in cases if len(c)}
      data = json.load(open(sys.argv[2]))
      trouble = {s['name']: s for s in data['snapshots']
        if s['verdict'] in ('changed', 'missing', 'failed')}
      assert len(cases) == len(data['snapshots']) == int(root.get('tests')), (len(cases), data)
      assert set(bad) == set(trouble), (bad, trouble)
      for name, element in bad.items():
        assert element.get('type') == trouble[name]['label'], name
        assert all(word in element.text for word in trouble[name]['words']), name
      suites = root.findall('testsuite')
      assert sum(int(s.get('failures')) + int(s.get('errors')) for s in suites) == len(bad)
      print(len(bad))
      """
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        "-c", script, suite.folder.file("results/junit.xml"),
        suite.folder.file("results/results.json"),
      ],
      withErrors: true)
    #expect(judge.status == 0 && judge.text == "\(run.troubles.count)\n", "\(judge.text)")
  }

  @Test func thePicturesOfAResultAreExpectedDifferenceAndActual() throws {
    let (suite, run) = try Self.mixed.get()
    for result in run.results where result.pixels != nil && result.verdict == .changed {
      #expect(Set(result.files.keys) == Set(PictureRole.allCases), "\(result.name)")
      let sizes = try result.files.values.map { file in
        try #require(Tool.output(of: "identify", ["-format", "%wx%h", file]))
      }
      #expect(Set(sizes) == ["\(result.device.pixels.width)x\(result.device.pixels.height)"])
      // Saturated pixels mark the differences.
      let difference = try #require(result.files[.difference])
      let box = try #require(
        Tool.output(
          of: "convert",
          [
            difference, "-channel", "G", "-separate", "+channel", "-threshold", "58%", "-negate",
            "-trim",
            "-format", "%w %h %X %Y", "info:",
          ]))
      let found = box.split(separator: " ").compactMap { Int($0) }
      let told = try #require(result.pixels?.box)
      #expect(found == [told.width, told.height, told.x, told.y], "\(result.name): \(box)")
    }
    let digest = try #require(run.results.first { $0.name == "digest/iphone15" })
    #expect(Set(digest.files.keys) == [.actual] && digest.note != nil)
    #expect(suite.folder.names(in: "results").contains(".gitignore"))
  }

  @Test func changesOfOneKindAreOneGroupOverDevices() throws {
    let suite = try TestSuite(
      #"{"snapshots": [{"devices": "iphonese3,iphone15,iphone16promax,ipad10", "notes": ["Buy milk"], "pictures": "none", "theme": "./mine.json"}]}"#
    )
    let theme = Workspace.root + "/Templates/themes/fog.json"
    try suite.folder.write(try String(contentsOfFile: theme, encoding: .utf8), to: "mine.json")
    try suite.run(.all)
    let family = try #require(
      try suite.folder.text("mine.json").firstMatch(of: /"text": "([A-Z][A-Za-z ]+)"/))
    try suite.edit("mine.json", #""text": "\#(family.1)""#, #""text": "Inter""#)
    let run = try suite.run()
    #expect(run.groups.count == 1, "\(run.groups.map(\.headline))")
    #expect(run.groups.first?.members.count == 4 && run.groups.first?.outOf == 4)
    #expect(run.groups.first?.headline.contains("Inter") == true, "\(run.groups)")
  }
}
