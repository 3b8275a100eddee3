/// The `man(7)` page of a program with all its subcommands.
struct ManPage {
  private let root: Scope
  private let version: String
  private let date: String

  init(_ root: Scope, version: String, date: String) {
    self.root = root
    self.version = version
    self.date = date
  }

  var text: String {
    let others = root.tree.dropFirst()
    let lines =
      heading + synopsis + section("DESCRIPTION", paragraphs(root))
      + section("ARGUMENTS", root.operands.flatMap { entry(.operand($0)) })
      + section("OPTIONS", root.settings.flatMap(entry))
      + section("SUBCOMMANDS", others.isEmpty ? [] : [inheritance] + others.flatMap(subsection))
    return lines.joined(separator: "\n")
  }

  private var heading: [String] {
    let title = [root.command.name.uppercased(), "1", date, "\(root.name) \(version)"]
    return [".TH " + title.map(Roff.argument).joined(separator: " ")]
      + section("NAME", Roff.lines("\(root.name) \\- \(Roff.text(root.command.summary))"))
  }

  private var synopsis: [String] {
    let calls = root.tree.filter { !$0.hasSubcommands }.map(call)
    return section("SYNOPSIS", Array(calls.joined(separator: [".br"])))
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \(title)"] + lines
  }

  private var inheritance: String {
    "Each command also accepts the options of its parent commands, and \(Roff.bold("--help"))."
  }

  /// Formats the section of a subcommand, with only the options that the subcommand itself
  /// declares.
  ///
  /// Inherited options are listed in the sections of the parent commands.
  private func subsection(_ scope: Scope) -> [String] {
    [".SS \(Roff.argument(scope.name))"] + paragraphs(scope)
      + (scope.hasSubcommands ? [] : [".PP"] + call(scope))
      + scope.command.accepts.flatMap(entry)
  }

  private func call(_ scope: Scope) -> [String] {
    let parts = [Roff.bold(scope.name)] + scope.usageParts.map(usagePart)
    return Roff.lines(parts.joined(separator: " "))
  }

  /// Formats a part of the usage line with its placeholder in italics; brackets and dots are
  /// unchanged.
  private func usagePart(_ part: String) -> String {
    guard let open = part.firstIndex(of: "<"), let close = part.firstIndex(of: ">") else {
      return Roff.text(part)
    }
    let name = String(part[part.index(after: open)..<close])
    let after = part[part.index(after: close)...]
    return Roff.text(String(part[..<open])) + Roff.italic(name) + Roff.text(String(after))
  }
}

// MARK: - Paragraphs and entries

extension ManPage {
  private func paragraphs(_ scope: Scope) -> [String] {
    let blocks = Discussion(scope.command.discussion).blocks.flatMap { block in
      switch block {
      case .paragraph(let text): [".PP"] + Roff.lines(Roff.text(text))
      case .example(let lines):
        [".PP", ".nf"] + lines.map(Roff.typed) + [".fi"]
      }
    }
    return Roff.lines(Roff.text(scope.command.summary)) + blocks
  }

  private func entry(_ declaration: Declaration) -> [String] {
    let facts = declaration.facts.joined(separator: "; ")
    let text = declaration.summary + (facts.isEmpty ? "" : " (\(facts))")
    return [".TP", label(of: declaration)] + Roff.lines(Roff.text(text))
  }

  private func label(of declaration: Declaration) -> String {
    switch declaration {
    case .option(let option):
      option.names.map(Roff.bold).joined(separator: ", ") + " " + Roff.italic(option.valueName)
    case .flag(let flag):
      ([flag.onNames.map(Roff.bold).joined(separator: ", ")] + flag.offNames.map(Roff.bold))
        .joined(separator: "/")
    case .operand(let operand): Roff.italic(operand.name)
    }
  }
}

extension Command {
  /// Returns the manual page `<name>.1` with all subcommands, without a final newline.
  ///
  /// `date` is the release date, such as `2026-01-31`.
  public func manPage(version: String, date: String) -> String {
    ManPage(Scope(self), version: version, date: date).text
  }
}
