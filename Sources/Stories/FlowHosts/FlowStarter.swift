internal import Files
package import WallfarmPluginKit

/// Writes a sample flow that can be played and that passes the flow checker without findings.
package enum FlowStarter {
  /// Writes `NAME/flow.json` and `NAME/texts-en.json`.
  ///
  /// - Returns: the paths of the files.
  /// - Throws: `output-failed`, for example if one of the files already exists;
  ///   `invalid-parameter`.
  package static func write(_ name: String) throws(RenderError) -> [String] {
    guard FlowReader.isName(Files.name(of: name)) else {
      throw RenderError(
        .invalidParameter, "'\(name)' is not a valid name for a flow", origin: .argument("name"),
        hint: "start with a letter, and use only letters, digits and hyphens; for example, "
          + "'first-steps'")
    }
    let files = [("flow.json", flow), ("texts-en.json", texts)].map { ("\(name)/\($0)", $1) }
    for (file, _) in files where EntryKind(at: file) != nil {
      throw RenderError(
        .outputFailed, "'\(file)' already exists", origin: .argument("name"),
        hint: "choose another name, or move the file")
    }
    for (file, text) in files { try WholeFile.write([Array(text.utf8)], to: file, isNew: true) }
    return files.map(\.0)
  }

  private static let flow = """
    {
      "format": 1,
      "version": 1,
      "summary": "Describe the goal of the flow in one line.",
      "languages": ["en"],
      "start": "welcome",
      "facts": {
        // Answers of the user, and values that the flow sets.
        "notes": { "from": "user", "kind": "texts", "most": 20 },
        "saved": { "from": "flow", "kind": "yes-no" },
      },
      "effects": {
        // Actions that only the app can perform.
        "save": { "with": ["notes"], "mustSucceed": "Without notes, there is nothing to show." },
      },
      "steps": {
        "welcome": { "show": ["text"], "actions": { "start": { "go": "notes" } } },
        "notes": {
          "ask": ["notes"],
          "actions": {
            "next": {
              // A gate: the text notes.next.why gives the reason while it is closed.
              "need": { "notes": { "atLeast": 1 } },
              "do": "save",
              "then": { "ok": { "set": { "saved": true }, "go": "done" }, "failed": { "say": "failed" } },
            },
          },
        },
        "done": { "show": ["text"], "actions": { "close": { "go": "finish" } } },
      },
      "success": { "saved": true },
    }

    """

  private static let texts = """
    {
      "title": "First steps",
      "facts.notes": "Notes",
      "welcome.title": "Hello",
      "welcome.text": "Two steps, and you are ready.",
      "welcome.start": "Start",
      "notes.title": "What do you want to keep in sight?",
      "notes.next": "Save",
      "notes.next.why": "Write one note first.",
      "notes.failed": "That did not work. Try again.",
      "done.title": "Ready",
      "done.text": "Your notes are saved.",
      "done.close": "Close",
    }

    """
}
