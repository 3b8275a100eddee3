import Foundation
import Stores
import Testing
import WallfarmTesting

/// A farm renders the content of packs on machines that do not have the packs.
@Suite(.tags(.farm)) struct FarmPackTests {
  @Test func machinesDoNotNeedThePack() throws {
    let packs = try PackNameTests.installed()
    let farm = try FarmTests.Farm()
    let jobs = """
      {"version": 1, "defaults": {"devices": "iphonese3", "notes": ["Buy milk"]}, "jobs": [
        {"id": "a", "theme": "harbour/dusk", "output": "{theme}.png"},
        {"id": "b", "template": "harbour/late", "output": "{template}.png"},
        {"id": "c", "motion": "harbour/drift", "output": "{template}.mp4"}
      ]}
      """
    try packs.write(jobs, to: "jobs.json")
    let local = try PackNameTests.run(["batch", "jobs.json", "--output", "out"], in: packs)
    #expect(local.status == 0, "\(local.error)")
    #expect(try farm.run("farm", "prepare").status == 0)
    try farm.folder.write(jobs, to: "jobs.json")
    let home = ["XDG_DATA_HOME": packs.file("home")]
    let submitted = try farm.run(
      "farm", "submit", "jobs.json", "--out", farm.out, environment: home)
    // The inputs are two templates, three themes, the font and the motion.
    #expect(submitted.output.numbers == [3, 7, 7], "\(submitted.output)\(submitted.error)")
    // The machine has another pack with the same name.
    try FileManager.default.removeItem(atPath: packs.file("home"))
    let other = ["XDG_DATA_HOME": farm.folder.file("data")]
    try Harbour.writePack(in: farm.folder, background: #"{"plugin": "pattern"}"#)
    let made = try farm.run(words: ["pack", "make", "harbour"])
    #expect(made.status == 0, "\(made.error)")
    let added = try Program.run(
      ["pack", "add", "harbour-1.0.0.zip"], in: farm.folder, environment: other)
    #expect(added.status == 0, "\(added.error)")
    let work = try farm.run("farm", "work", "--until-empty", environment: other)
    #expect(work.status == 0, "\(work.error)")
    try farm.checkObjects(3)
    for name in ["harbour-dusk.png", "harbour-late.png", "harbour-drift.mp4"] {
      #expect(try farm.store.read(name, limit: 1 << 26) == packs.bytes("out/\(name)"), "\(name)")
    }
  }

  /// The content of a user that is not in a pack is still refused by name.
  @Test func otherContentOfAUserIsRefused() throws {
    let farm = try FarmTests.Farm()
    let home = ["XDG_DATA_HOME": farm.folder.file("data")]
    try farm.folder.write(
      #"{"format": 1, "summary": "s", "extends": "fog"}"#, to: "data/wallfarm/themes/mine.json")
    try farm.folder.write(
      #"[{"id": "a", "theme": "mine", "devices": "iphonese3", "notes": ["a"]}]"#, to: "jobs.json")
    let checked = try farm.run(
      "farm", "submit", "jobs.json", "--check", "--out", farm.out, environment: home)
    #expect(checked.status != 0 && checked.error.contains("select them by path"))
  }
}
