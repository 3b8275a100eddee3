import Designs
import Graphics
import SourceJSON
import WallfarmPluginKit

/// The single declaration of a request field: its key, option and type, and how it is read, written
/// and digested.
///
/// The command line, job files, suites, schemas, documents, workers and digests all use this
/// declaration. The list of fields is ``all``.
public struct RequestField: Sendable {
  /// The key in JSON, which is also the long name of the command-line option.
  public let name: String
  /// The values that the field accepts.
  public let kind: Kind
  /// The default as text; nil if there is none, or if it depends on other fields.
  public let standard: String?
  /// One line of help.
  public let summary: String
  /// The form of the command-line option.
  public let option: CommandLineForm
  /// How digests include the field.
  let digest: Digest
  /// Reads a value of this field into a draft.
  let read: @Sendable (RequestField, JSONNode, inout RequestDraft) -> Void
  /// Returns the JSON value of the field in a request; nil for the default.
  let write: @Sendable (RenderRequest) -> JSONValue?

  /// The type of a field.
  public enum Kind: Sendable, Hashable {
    /// Any text.
    case text
    /// One of these words.
    case choice([String])
    /// True or false; the associated value is the default.
    case flag(Bool)
    /// A whole number from 1 to `most`.
    case count(most: Int)
    /// A file path.
    case file
    /// Font files: the path of a file or a folder, or a list of paths.
    case fonts
    /// Devices and device groups.
    case devices
    /// Notes, or the path of a note file.
    case notes
    /// A day or a time.
    case time
    /// Content of any kind, or the path of a content file.
    case content
    /// Plugin parameters by key.
    case settings
    /// A whole number from 1 to 100, or `lossless`.
    case quality
  }

  /// The form of a command-line option.
  public struct CommandLineForm: Sendable, Hashable {
    /// The short option.
    public let short: Character?
    /// The placeholder for the option's value in help; empty for a flag.
    public let value: String
  }

  /// How a digest includes a field.
  enum Digest: Sendable {
    /// A property that a digest contains unchanged.
    case property(Ingredient<RenderRequest>)
    /// A property that a digest contains in another form; the strings are the property's name and a
    /// description of the form.
    case apart(String, String)
    /// A property that is covered by another field.
    case part
  }
}

extension RequestField {
  /// Declares a text field that has a default value.
  static func text(
    _ name: String, _ path: any WritableKeyPath<RenderRequest, String> & Sendable,
    short: Character? = nil, _ value: String, _ digest: Digest, _ summary: String
  ) -> RequestField {
    let standard = RenderRequest.standard[keyPath: path]
    return RequestField(
      name: name, kind: .text, standard: standard, summary: summary,
      option: CommandLineForm(short: short, value: value), digest: digest,
      read: { field, node, draft in
        if let text = draft.text(node, field) { draft.request[keyPath: path] = text }
      },
      write: { request in
        let text = request[keyPath: path]
        return text == standard ? nil : .string(text)
      })
  }

  /// Declares an optional text field; `check` throws if the text is invalid.
  static func text(
    _ name: String, _ path: any WritableKeyPath<RenderRequest, String?> & Sendable, _ value: String,
    _ digest: Digest, _ summary: String,
    check: @escaping @Sendable (String) throws(RenderError) -> String = {
      (text) throws(RenderError) in text
    }
  ) -> RequestField {
    RequestField(
      name: name, kind: .text, standard: nil, summary: summary,
      option: CommandLineForm(short: nil, value: value), digest: digest,
      read: { field, node, draft in
        guard let text = draft.text(node, field) else { return }
        draft.request[keyPath: path] = draft.trying { () throws(RenderError) in try check(text) }
      },
      write: { $0[keyPath: path].map(JSONValue.string) })
  }

  /// Declares a choice among the cases of an enumeration.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<RenderRequest, Choice> & Sendable,
    _ value: String, _ digest: Digest, _ summary: String
  ) -> RequestField where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    let standard = RenderRequest.standard[keyPath: path].rawValue
    return RequestField(
      name: name, kind: .choice(words), standard: standard, summary: summary,
      option: CommandLineForm(short: nil, value: value), digest: digest,
      read: { field, node, draft in
        guard let choice: Choice = draft.choice(node, field) else { return }
        draft.request[keyPath: path] = choice
      },
      write: { request in
        let word = request[keyPath: path].rawValue
        return word == standard ? nil : .string(word)
      })
  }

  /// Declares an optional choice; the additional word `standard`, such as `auto`, leaves the field
  /// unset.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<RenderRequest, Choice?> & Sendable,
    or standard: String? = nil, _ value: String, _ digest: Digest, _ summary: String
  ) -> RequestField where Choice.RawValue == String {
    RequestField(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue) + (standard.map { [$0] } ?? [])),
      standard: standard, summary: summary,
      option: CommandLineForm(short: nil, value: value), digest: digest,
      read: { field, node, draft in
        if let standard, node.string == standard { return }
        draft.request[keyPath: path] = draft.choice(node, field)
      },
      write: { ($0[keyPath: path]?.rawValue).map(JSONValue.string) })
  }

  /// Declares a Boolean field.
  static func flag(
    _ name: String, _ path: any WritableKeyPath<RenderRequest, Bool> & Sendable, _ digest: Digest,
    _ summary: String
  ) -> RequestField {
    let standard = RenderRequest.standard[keyPath: path]
    return RequestField(
      name: name, kind: .flag(standard), standard: nil, summary: summary,
      option: CommandLineForm(short: nil, value: ""), digest: digest,
      read: { field, node, draft in
        if let isOn = draft.flag(node, field) { draft.request[keyPath: path] = isOn }
      },
      write: { request in
        request[keyPath: path] == standard ? nil : .bool(request[keyPath: path])
      })
  }

  /// Declares a limit on photos, which is a whole number from 1 to `most`.
  static func limit(
    _ name: String, _ property: String, _ path: any WritableKeyPath<PhotoLimits, Int> & Sendable,
    most: Int = 1 << 40, value: String = "count", _ summary: String
  ) -> RequestField {
    let standard = PhotoLimits()[keyPath: path]
    return RequestField(
      name: name, kind: .count(most: most), standard: "\(standard)", summary: summary,
      option: CommandLineForm(short: nil, value: value),
      digest: .property(
        .count("photoLimits.\(property)", .permission) { $0.photoLimits[keyPath: path] }),
      read: { field, node, draft in
        guard let count = draft.count(node, field, most: most) else { return }
        draft.request.photoLimits[keyPath: path] = count
      },
      write: { request in
        let count = request.photoLimits[keyPath: path]
        return count == standard ? nil : .number(Double(count))
      })
  }
}

extension RenderRequest {
  /// A request whose fields all have their defaults.
  static let standard = RenderRequest(device: "")
}
