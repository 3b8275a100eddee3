import Arguments
import Authoring
internal import Designs
import FlowHosts
import Motion
import PluginHost
internal import Requests
import Snapshots
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm schema`: prints the JSON Schema for a kind of file, for use in editors.
struct SchemaVerb: CommandVerb {
  /// The kinds of files with a schema.
  enum Kind: String, CaseIterable {
    case theme, template, flow, motion, shortcuts, content, request, jobs, snapshots, plugin, serve
  }

  static let kind = Operand(
    "kind", completion: .values(Kind.allCases.map(\.rawValue)),
    summary:
      "theme, template, flow, motion, shortcuts, content, request, jobs, snapshots, plugin or "
      + "serve.")
  static let command = Command(
    "schema", summary: "Print the JSON Schema of a file format.",
    discussion: """
      Editors use the schema for completion and validation if a file's "$schema" refers to it.

        wallfarm schema theme > theme.schema.json
      """,
    accepts: [.operand(kind)] + PluginOptions.finding)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let word = invocation.operands(Self.kind).first ?? ""
    guard let kind = Kind(rawValue: word) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw RenderError(
        .unknownName, "no kind of file is named '\(word)'", origin: .argument("kind"),
        hint: "the kinds are \(known)")
    }
    let files = FileSchemas(plugins: try PluginArguments(invocation).registry(try .findForUser()))
    let schema =
      switch kind {
      case .theme: files.theme
      case .template: files.template
      case .flow: FlowSchema.schema
      case .motion: MotionSchema.schema
      case .shortcuts: files.shortcuts
      case .content: files.content
      case .request: JobField.schemaOfRequestFiles
      case .jobs: JobField.schemaOfJobFiles
      case .snapshots: SnapshotField.schemaOfSuites
      case .plugin: ManifestSchema.schema
      case .serve: ServeConfiguration.schema
      }
    Terminal.print(schema.text(pretty: true))
    return .success
  }
}
