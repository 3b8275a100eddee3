import Arguments
import Service
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm state`: backs up and checks the state folder of a service.
struct StateVerb: CommandVerb {
  static let folder = Operand(
    "folder", completion: .directories,
    summary: "The folder of 'wallfarm serve --state', or a backup of it.")
  static let to = Option(
    "to", value: "folder", completion: .directories,
    summary: "Folder to create for the backup; its parent must exist.")
  static let json = Flag("json", summary: "Print the result as JSON.")
  static let command = Command(
    "state", summary: "Back up and check the state folder of a service.",
    discussion: """
      To restore a backup, copy it to another folder and start a service with the copy:

        wallfarm state backup /var/lib/wallfarm --to /backup/wallfarm-monday
        wallfarm state check /backup/wallfarm-monday
        cp -a /backup/wallfarm-monday restored
        wallfarm serve --state restored
      """,
    subcommands: [
      Command(
        "backup", summary: "Create a backup, even while a service uses the folder.",
        discussion: """
          The backup contains the people, addresses and uploads of one moment, and the address keys
          of the folder. It does not contain a file of 'serve --address-keys'. Run the command as
          the user of the service or, while the service runs, as root.
          """,
        accepts: [.operand(folder), .option(to), .flag(json)]),
      Command(
        "check", summary: "Check a backup or the folder of a stopped service.",
        discussion: """
          The command changes nothing. It compares the files of a backup with the digests in its
          manifest. The exit status is 1 if it finds an error.
          """,
        accepts: [.operand(folder), .flag(json), .flag(CheckVerb.strict)]),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "backup": return try backup()
    case "check": return try check()
    default: preconditionFailure("no code runs the declared verb: \(invocation.path)")
    }
  }

  private var state: String { invocation.operands(Self.folder).first ?? "." }

  private func backup() throws(RenderError) -> ExitStatus {
    guard let target = invocation.value(of: Self.to) else {
      throw RenderError(
        .optionMissing, "no folder was given for the backup", origin: .option("to"),
        hint: "add --to with the path of a folder to create")
    }
    StopSignals.watch()
    let outcome: StateBackup.Outcome
    do throws(RenderError) {
      outcome = try StateBackup(of: state, to: target, isStopped: { StopSignals.count > 0 }).run()
    } catch {
      guard let status = StopSignals.first else { throw error }
      Terminal.report(error)
      return status
    }
    if invocation.isOn(Self.json) {
      let members: JSONValue = [
        "backup": .string(target), "files": .number(Double(outcome.files)),
        "bytes": .number(Double(outcome.bytes)), "addressKeys": .bool(outcome.hasKeys),
        "online": .bool(outcome.isOnline),
      ]
      Terminal.print(members.text(pretty: true))
    } else {
      Terminal.printLine("\(target): \(counted(outcome.files, "file")), \(outcome.bytes) bytes")
    }
    if !outcome.hasKeys {
      Terminal.note(
        "the backup contains no address keys; back up the file of --address-keys separately")
    }
    return .success
  }

  private func check() throws(RenderError) -> ExitStatus {
    let check = StateCheck(state)
    try check.prepare()
    let report = check.check()
    let isGood =
      report.problems.isEmpty
      && (report.warnings.isEmpty || !invocation.isOn(CheckVerb.strict))
    if invocation.isOn(Self.json) {
      Terminal.print(report.json(of: state).text(pretty: true))
      return isGood ? .success : .failure
    }
    for problem in report.problems { Terminal.report(problem) }
    for warning in report.warnings { Terminal.report(warning) }
    let counts = [(report.problems.count, "error"), (report.warnings.count, "warning")]
      .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let verdict = counts.isEmpty ? "valid" : counts.joined(separator: ", ")
    Terminal.printLine(
      "\(state): \(verdict) (\(report.isBackup ? "backup" : "state"); "
        + "\(report.people == 1 ? "1 person" : "\(report.people) people"), "
        + "\(counted(report.requests, "request")), \(counted(report.uploads, "upload")))")
    return isGood ? .success : .failure
  }
}
