import Files
import Requests
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The reader of jobs and the declarations of their keys.
@Suite struct JobReaderTests {
  /// Jobs accept every field that `render` accepts, but have `devices` instead of `device`.
  @Test func jobsHaveEveryFieldOfARequest() {
    let names = Set(JobField.all.map(\.name))
    #expect(names.isSuperset(of: RequestField.all.map(\.name).filter { $0 != "device" }))
    #expect(names.isSuperset(of: ["id", "devices", "output", "priority", "timeout"]))
  }

  /// Reading arbitrary input terminates, and every error has a position in the file.
  @Test(.tags(.seeded), arguments: ["jobs.json", "jobs.jsonl"])
  func noiseIsReadToItsEnd(_ name: String) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    let seed = Array(
      """
      {"version":1,"defaults":{"theme":"fog","set":{"max-size":40}},"jobs":[
      {"id":"a","devices":["iphone15","2022…"],"notes":["Käse",{"text":"b","done":true}],"timeout":1e1},
      {"devices":"all","photo":"p.jpg","output":"{id}/{device}.{format}","priority":-3,"quality":80}]}
      """.utf8)
    for _ in 0..<400 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert(
            contentsOf: Array("{}[]\",:\n1\\".utf8.shuffled(using: &random).prefix(2)), at: place)
        default: bytes.replaceSubrange(place..<min(place + 20, bytes.count), with: [])
        }
        if bytes.isEmpty { bytes = [0] }
      }
      try folder.write(bytes, to: name)
      var reader = JobReader(
        file: name, files: FileScope(folder: folder.path, isConfined: true), key: .known)
      var (number, found) = (0, [RenderError]())
      found += try JobFile(path: folder.file(name)).read(
        begin: { found += reader.setDefaults($0) },
        { entry in
          number += 1
          found += reader.read(entry, number: number).1
        })
      #expect(number > 0 || !found.isEmpty, "seed \(random.seed)")
      for error in found {
        #expect(error.origin?.description.contains(name) == true, "seed \(random.seed): \(error)")
      }
    }
  }

  @Test func aLineWithoutEndIsRefusedBeforeItFillsMemory() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\"devices\": \"iphone15\"}\n"
        + String(repeating: "x", count: FileLines.longest + (2 << 20)),
      to: "jobs.jsonl")
    let error = try #require(throws: RenderError.self) {
      try JobFile(path: folder.file("jobs.jsonl")).read(begin: { _ in }, { _ in })
    }
    #expect(error.code == .fileTooLarge)
    #expect(error.message.contains("line 2"))
  }
}
