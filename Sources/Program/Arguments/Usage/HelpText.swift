/// The help of a command, in the layout of swift-argument-parser.
struct HelpText: CustomStringConvertible {
  /// The start of the right column.
  private static let column = 26

  private let scope: Scope
  private let width: Int

  /// Creates the help for a width in columns; a width below 40 counts as 40.
  init(_ scope: Scope, width: Int) {
    self.scope = scope
    self.width = max(width, 40)
  }

  var description: String {
    let sections = [
      overview, "USAGE: \(scope.usage)",
      section("ARGUMENTS", scope.operands.map { row(.operand($0)) }),
      section("OPTIONS", scope.settings.map(row)),
      section("SUBCOMMANDS", scope.command.listed.map(row)),
    ]
    return (sections.compactMap(\.self) + pointers).joined(separator: "\n\n")
  }

  private var overview: String {
    let summary = "OVERVIEW: \(scope.command.summary)".wrapped(to: width).joined(separator: "\n")
    let blocks = Discussion(scope.command.discussion).blocks.map { block in
      switch block {
      case .paragraph(let text): text.wrapped(to: width).joined(separator: "\n")
      case .example(let lines): lines.joined(separator: "\n")
      }
    }
    return ([summary] + blocks).joined(separator: "\n\n")
  }

  private var pointers: [String] {
    guard scope.hasSubcommands else { return [] }
    let help = ([scope.chain[0].name, "help"] + scope.path).joined(separator: " ")
    return ["  Run '\(help) <subcommand>' for detailed help."]
  }

  private func section(_ title: String, _ rows: [String]) -> String? {
    rows.isEmpty ? nil : (["\(title):"] + rows).joined(separator: "\n")
  }

  private func row(_ verb: Command) -> String {
    row(([verb.name] + verb.aliases).joined(separator: ", "), verb.summary)
  }

  private func row(_ declaration: Declaration) -> String {
    let facts = declaration.facts.joined(separator: "; ")
    return row(declaration.label, declaration.summary + (facts.isEmpty ? "" : " (\(facts))"))
  }

  private func row(_ label: String, _ text: String) -> String {
    let margin = String(repeating: " ", count: Self.column)
    let lines = text.wrapped(to: width - Self.column).map { margin + $0 }
    let left = "  " + label
    guard left.count <= Self.column - 2, let first = lines.first else {
      return ([left] + lines).joined(separator: "\n")
    }
    return ([left + first.dropFirst(left.count)] + lines.dropFirst()).joined(separator: "\n")
  }
}

extension Command {
  /// Returns the help for the command at `path`, wrapped to `width` columns, without a final
  /// newline.
  ///
  /// Traps if the path is invalid.
  public func help(for path: [String], width: Int = 80) -> String {
    guard let scope = Scope(self).descendant(at: path) else {
      preconditionFailure("no command at '\(path.joined(separator: " "))'")
    }
    return HelpText(scope, width: width).description
  }
}
