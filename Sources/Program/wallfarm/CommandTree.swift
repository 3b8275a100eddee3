package import Arguments
import WallfarmPluginKit

/// Declares the tree of commands, and runs the verb that an invocation selects.
package enum CommandTree {
  package static let root = Command(
    "wallfarm", summary: "Render wallpapers that fit each screen exactly.",
    discussion: """
      A wallpaper combines a template, a device and content:

        wallfarm render --template lock --device iphone15 --note 'Buy milk'
      """,
    subcommands: verbs.commands.map(ErrorOutput.accepting))

  private static let verbs: [any Verb.Type] = [
    // Commands that consist of a single verb, such as `render`, are listed first.
    RenderVerb.self, PreviewVerb.self, VerifyVerb.self, BatchVerb.self, ServeVerb.self,
    StateVerb.self, AgentVerb.self, PublishVerb.self,
    FarmVerb.self, QueueVerb.self, SnapshotVerb.self, SetupVerb.self, BundleVerb.self,
    ChallengeVerb.self, LibraryVerb.self, MotionVerb.self, PresetVerb.self, ShortcutVerb.self,
    DesignVerb.self, FlowVerb.self, PluginVerb.self, DeviceVerb.self,
    FontVerb.self, PackVerb.self,
    // Commands that do not belong to a noun such as `device`, and internal commands.
    CheckVerb.self, ContentVerb.self, DescribeVerb.self, SchemaVerb.self, DoctorVerb.self,
    CompletionsVerb.self, ManualVerb.self, WorkerVerb.self, PluginServerVerb.self,
    HealthReaderVerb.self, LibraryReaderVerb.self, LibraryPicturesVerb.self,
  ]

  static func run(_ invocation: Invocation) throws(RenderError) -> ExitStatus {
    try verbs.run(invocation.path.first, invocation)
  }
}

/// Runs one or more of the program's commands.
protocol Verb: SendableMetatype {
  /// The commands in the order of the help.
  static var commands: [Command] { get }

  init(invocation: Invocation)

  func run() throws(RenderError) -> ExitStatus
}

extension Verb {
  init(_ invocation: Invocation) { self.init(invocation: invocation) }
}

/// A verb that has exactly one command.
protocol CommandVerb: Verb {
  static var command: Command { get }
}

extension CommandVerb {
  static var commands: [Command] { [command] }
}

extension [any Verb.Type] {
  /// The commands of all verbs.
  var commands: [Command] { flatMap { $0.commands } }

  /// Runs the verb with the given command name.
  func run(_ name: String?, _ invocation: Invocation) throws(RenderError) -> ExitStatus {
    guard let verb = first(where: { $0.commands.contains { $0.name == name } }) else {
      preconditionFailure("no code runs the declared verb: \(invocation.path)")
    }
    return try verb.init(invocation: invocation).run()
  }
}
