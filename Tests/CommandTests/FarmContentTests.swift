import Foundation
import Testing
import WallfarmTesting

/// Content from URLs in a farm.
@Suite(.tags(.farm)) struct FarmContentTests {
  /// The submission fetches the content; machines render it without network options, even if the
  /// server is gone.
  @Test func contentIsFetchedWhenJobsAreSubmitted() throws {
    let farm = try FarmTests.Farm()
    do {
      let server = try PhotoServer(documents: farm.folder)
      try farm.folder.write(#"["Tea"]"#, to: "notes.json")
      let url = server.address("/documents/notes.json")
      let jobs = ["a", "b"].map {
        #"{"id": "\#($0)", "devices": "iphonese3", "color": "navy", "content": "\#(url)"}"#
      }
      try farm.folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
      #expect(try farm.run("farm", "prepare").status == 0)
      let options = server.contentOptions
      let submitted = try farm.run(
        "farm", "submit", "jobs.jsonl", "--out", farm.out, options[0], options[1], options[2])
      #expect(submitted.status == 0, "\(submitted.error)")
      #expect(try server.requests().count == 1)
    }
    let work = try farm.run("farm", "work", "--until-empty")
    #expect(work.status == 0 && work.error.contains("2 pictures rendered"), "\(work.error)")
    try farm.checkObjects(2)
  }
}
