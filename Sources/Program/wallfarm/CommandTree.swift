import Arguments
import WallfarmPluginKit

/// The tree of commands, and the dispatch of an invocation to its verb.
enum CommandTree {
  static let root = Command(
    "wallfarm", summary: "Makes wallpapers that are exactly right for every phone.",
    discussion: """
      A wallpaper is a template, a device and some content:

        wallfarm render --template lock --device iphone15 --note 'Buy milk'
      """,
    subcommands: verbs.commands.map(ErrorOutput.accepting))

  private static let verbs: [any Verb.Type] = [
    // Verbs of wallpapers come first; they need no noun.
    RenderVerb.self, PreviewVerb.self, VerifyVerb.self, BatchVerb.self, ServeVerb.self,
    FarmVerb.self, QueueVerb.self, SnapshotVerb.self, SetupVerb.self, BundleVerb.self,
    ChallengeVerb.self, LibraryVerb.self, MotionVerb.self, PresetVerb.self, ShortcutVerb.self,
    DesignVerb.self, FlowVerb.self, PluginVerb.self, ListVerb.self,
    // Verbs that are not specific to one noun.
    CheckVerb.self, ContentVerb.self, DescribeVerb.self, SchemaVerb.self, DoctorVerb.self,
    CompletionsVerb.self, ManualVerb.self, WorkerVerb.self, PluginServerVerb.self,
    HealthReaderVerb.self, LibraryReaderVerb.self, LibraryPicturesVerb.self,
  ]

  static func run(_ invocation: Invocation) throws(RenderError) -> ExitStatus {
    try verbs.run(invocation.path.first, invocation)
  }
}
