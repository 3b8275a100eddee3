import Arguments
import Testing
import WallfarmPluginKit
import WallfarmTesting
import wallfarm

@Suite struct WrongCommandTests {
  @Test(arguments: WrongCommand.all)
  func saysWhatIsWrongWhereAndWhatToTryAndWritesNothing(_ wrong: WrongCommand) throws {
    // The parser finds these errors before the program does anything, so no program is started
    // here. ExitStatusTests starts the program for some of these errors.
    if let error = CommandTree.usageError(wrong.arguments) {
      #expect(ErrorCode.documentedStatuses[error.code] == 64)
      #expect(error.code == wrong.code)
      #expect(error.message.contains(wrong.value), "\(error)")
      #expect(error.origin.typed == wrong.origin)
      if let hint = wrong.hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
      return
    }
    let folder = try WrongCommand.folder()
    let names = folder.names
    let finished = try Program.run(wrong.arguments, in: folder)
    let problem = finished.problem

    if let status = wrong.status {
      #expect(finished.status == status)
    } else {
      #expect(finished.hasFailedAsDocumented, "\(finished.status)")
    }
    #expect(problem.code == wrong.code)
    #expect(problem.message.contains(wrong.value), "\(problem.message)")
    #expect(problem.origin == wrong.origin)
    if let hint = wrong.hint { #expect(problem.hint?.contains(hint) == true, "\(problem)") }
    #expect(finished.bytes.isEmpty || wrong.prints)
    #expect(folder.names == names)
  }

  @Test(arguments: [
    ("a folder without data", "/proc/self/fd"), ("a folder that does not exist", "/no/such"),
    ("nothing", ""),
  ])
  func saysWhereItLookedForItsData(title: String, home: String) throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-n", "a"], in: TemporaryFolder(),
      environment: ["WALLFARM_HOME": home])

    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "installation-broken")
    #expect(finished.problem.message.contains("'\(home)'"))
    #expect(finished.problem.origin == "WALLFARM_HOME")
    #expect(finished.problem.hint?.contains("WALLFARM_HOME") == true)
  }

  /// If a report and a picture had the same path, one of them would be lost.
  @Test func aReportDoesNotReplaceThePicture() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      [
        "render", "-d", "iphone8", "-t", "home", "--color=navy", "-o", "a.png", "--report", "a.png",
      ],
      in: folder)

    #expect(finished.status != 0)
    #expect(folder.names == [])
  }

  @Test func printsNoSecretsOfANote() throws {
    let folder = try TemporaryFolder()
    for arguments in [["--theme", "x"], ["--set", "x=1"], ["--clock=large", "--strict"]] {
      let finished = try Program.run(
        ["render", "-d", "iphone8", "-n", "Quetzalcoatl"] + arguments, in: folder)
      #expect(finished.hasFailedAsDocumented)
      #expect(!finished.error.contains("Quetzalcoatl"))
    }
  }
}
