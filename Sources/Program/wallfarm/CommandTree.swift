import Arguments
import WallfarmPluginKit

/// The commands of the program, and the dispatch to the verb that runs.
enum CommandTree {
  static let root = Command(
    "wallfarm", summary: "Makes wallpapers that are exactly right for every phone.",
    discussion: """
      A wallpaper is a template, a device and some content:

        wallfarm render --template lock --device iphone15 --note 'Buy milk'
      """,
    subcommands: [
      // Verbs that make wallpapers have no noun.
      RenderVerb.command, PreviewVerb.command, VerifyVerb.command, BatchVerb.command,
      ServeVerb.command, FarmVerb.command,
      QueueVerb.command, SnapshotVerb.command, SetupVerb.command, BundleVerb.command,
      ChallengeVerb.command, LibraryVerb.command, MotionVerb.command,
      PresetVerb.command, ShortcutVerb.command,
      DesignVerb.theme, DesignVerb.template, FlowVerb.command, PluginVerb.command, ListVerb.device,
      ListVerb.font,
      // Verbs that accept several kinds of argument, and internal ones.
      CheckVerb.command, ContentVerb.command, DescribeVerb.command, SchemaVerb.command,
      DoctorVerb.command, CompletionsVerb.command, ManualVerb.command, WorkerVerb.command,
      PluginServerVerb.command, HealthReaderVerb.command, LibraryReaderVerb.command,
      LibraryPicturesVerb.command,
    ].map(ErrorOutput.accepting))

  static func run(_ invocation: Invocation) throws(RenderError) -> ExitStatus {
    switch invocation.path.first {
    case "render": try RenderVerb(invocation).run()
    case "batch": try BatchVerb(invocation).run()
    case "serve": try ServeVerb(invocation).run()
    case "farm": try FarmVerb(invocation).run()
    case "queue": try QueueVerb(invocation).run()
    case "worker": try WorkerVerb(invocation).run()
    case "snapshot": try SnapshotVerb(invocation).run()
    case "verify": try VerifyVerb(invocation).run()
    case "bundle": try BundleVerb(invocation).run()
    case "preset": try PresetVerb(invocation).run()
    case "preview": try PreviewVerb(invocation).run()
    case "theme", "template": try DesignVerb(invocation).run()
    case "shortcut": try ShortcutVerb(invocation).run()
    case "setup": try SetupVerb(invocation).run()
    case "challenge": try ChallengeVerb(invocation).run()
    case "library": try LibraryVerb(invocation).run()
    case "library-reader": try LibraryReaderVerb(invocation).run()
    case "library-pictures": try LibraryPicturesVerb().run()
    case "health-reader": try HealthReaderVerb(invocation).run()
    case "motion": try MotionVerb(invocation).run()
    case "flow": try FlowVerb(invocation).run()
    case "device", "font": try ListVerb(invocation).run()
    case "describe": try DescribeVerb(invocation).run()
    case "schema": try SchemaVerb(invocation).run()
    case "check": try CheckVerb(invocation).run()
    case "content": try ContentVerb(invocation).run()
    case "doctor": try DoctorVerb(invocation).run()
    case "plugin": try PluginVerb(invocation).run()
    case "plugin-server": try PluginServerVerb(invocation).run()
    case "completions": CompletionsVerb(invocation).run()
    case "manual": ManualVerb().run()
    default: preconditionFailure("a declared verb is not run: \(invocation.path)")
    }
  }
}
