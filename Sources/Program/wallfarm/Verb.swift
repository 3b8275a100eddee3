import Arguments
import WallfarmPluginKit

/// Runs commands of the program.
protocol Verb: SendableMetatype {
  /// The commands that it runs, in the order of the help.
  static var commands: [Command] { get }

  init(invocation: Invocation)

  func run() throws(RenderError) -> ExitStatus
}

extension Verb {
  init(_ invocation: Invocation) { self.init(invocation: invocation) }
}

/// A verb with one command.
protocol CommandVerb: Verb {
  static var command: Command { get }
}

extension CommandVerb {
  static var commands: [Command] { [command] }
}

extension [any Verb.Type] {
  /// The commands of all verbs.
  var commands: [Command] { flatMap { $0.commands } }

  /// Runs the verb with the command of that name.
  func run(_ name: String?, _ invocation: Invocation) throws(RenderError) -> ExitStatus {
    guard let verb = first(where: { $0.commands.contains { $0.name == name } }) else {
      preconditionFailure("a declared verb is not run: \(invocation.path)")
    }
    return try verb.init(invocation: invocation).run()
  }
}
