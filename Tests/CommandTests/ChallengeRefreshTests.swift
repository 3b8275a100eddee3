import Testing
import WallfarmTesting

/// `wallfarm challenge refresh` without an export counts no steps, and reports this.
@Suite struct ChallengeRefreshTests {
  @Test func aRefreshWithoutAnExportSaysThatNothingWasCounted() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_DATA_HOME": folder.file("data")]
    let photo = Workspace.root + "/Templates/lock/preview.png"
    let begun = try Program.run(
      ["challenge", "new", "--goal", "10000", "--photo", photo], in: folder,
      environment: environment)
    #expect(begun.status == 0, "\(begun.error)")
    let told = try Program.run(["challenge", "refresh"], in: folder, environment: environment)
    #expect(told.status == 0 && told.output.isEmpty)
    #expect(
      told.error.contains(
        "no steps were counted, because no health export was given; add --health export.zip"),
      "\(told.error)")
    #expect(told.error.contains("0 of 10000 steps"), "\(told.error)")
    let quiet = try Program.run(
      ["challenge", "refresh", "-q"], in: folder, environment: environment)
    #expect(quiet.status == 0 && quiet.error.isEmpty && quiet.output.isEmpty)
  }
}
