import Files
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// One self-contained render: the request, its inputs, its output and its priority.
public struct RenderOrder: Sendable {
  /// An ``OrderedRequest`` or the order for an ``OrderMaker``, as JSON on one line; the pool
  /// forwards it without parsing it.
  public var request: String
  /// The destination of the picture.
  public var output: OrderOutput
  /// The files that the worker may open.
  public var inputs: OrderInputs
  /// Work that is shared with other orders; the pool prefers a worker that has cached it.
  public var affinity = OrderAffinity()
  /// The priority; orders with a higher priority start first.
  public var priority = 0
  /// Maximum time from the start of the order, or `nil` for the timeout of the pool.
  public var timeout: Duration?
  /// Maximum time from submission to delivery, or `nil` if there is no deadline.
  public var deadline: Duration?
  /// Whether the pool reports each stage of the render as an event.
  public var tellsStages = false
  /// A key for replacing orders: among orders with the same key, only the newest is rendered.
  ///
  /// The key is `nil` for an independent order.
  public var key: String?

  /// Creates an order with default settings.
  public init(request: String, output: OrderOutput, inputs: OrderInputs) {
    self.request = request
    self.output = output
    self.inputs = inputs
  }

  /// Creates an order that may read the files of its request.
  public init(_ request: OrderedRequest, output: OrderOutput = .bytes) {
    self.init(
      request: request.text, output: output, inputs: OrderInputs(request.request))
  }
}

/// A request for one picture as a worker receives it, with the digests of its planned inputs.
///
/// Its JSON omits the output, which the pool's process chooses.
public struct OrderedRequest: Sendable, Hashable {
  /// The request, which may name note and content files that are read when the picture is rendered.
  public var request: RenderRequest
  /// The planned inputs to verify, or nil to render the current inputs.
  public var planned: PlannedInputs?
  /// The preview to return instead of the rendered picture, or nil to return the picture itself.
  package var preview: PicturePreview?

  /// Creates an ordered request.
  public init(_ request: RenderRequest, planned: PlannedInputs? = nil) {
    (self.request, self.planned) = (request, planned)
  }

  /// The members of the JSON object that ``init(_:)`` decodes.
  public var members: [String: JSONValue] {
    var members = request.members
    if let planned { members["planned"] = .object(planned.digests.mapValues(JSONValue.string)) }
    members["preview"] = preview?.json
    return members
  }

  /// The JSON object on one line.
  public var text: String { JSONValue.object(members).text(pretty: false) }

  /// Decodes a request from the ``members`` of an object; ignores other members.
  ///
  /// - Returns: nil if the object is not a request.
  /// - Throws: the first error in a value of the request.
  public init?(_ node: JSONNode) throws(RenderError) {
    guard let request = try RenderRequest(node) else { return nil }
    // Units from older versions have no planned inputs.
    let planned = node["planned"]?.members.map { members in
      PlannedInputs(
        digests: Dictionary(
          members.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }))
    }
    self.init(request, planned: planned)
    preview = node["preview"].flatMap(PicturePreview.init)
  }
}

/// Truncated digests of the template, theme, plugins, photos and content with which a picture was
/// planned.
///
/// Rendering fails if an input has changed since planning. The program, its libraries and its fonts
/// are excluded, so that a newer version can finish a queue.
public struct PlannedInputs: Sendable, Hashable {
  /// Digest prefixes, keyed by the names of the fingerprint's parts.
  public var digests: [String: String]

  private static let names = [
    "template": "template", "theme": "theme", "fontFiles": "fonts", "plugins": "plugins",
    "photos": "photo",
    "notes": "notes or content",
  ]
  private static let length = 24

  /// Restores stored digests.
  public init(digests: [String: String]) { self.digests = digests }

  /// Takes the digests from a fingerprint.
  public init(_ fingerprint: Fingerprint) {
    digests = Dictionary(
      uniqueKeysWithValues: fingerprint.parts.filter { Self.names[$0.name] != nil }
        .map { ($0.name, String($0.digest.prefix(Self.length))) })
  }

  /// Checks that the inputs of a rendered picture match the planned inputs.
  ///
  /// - Throws: `input-changed`.
  func check(_ drawn: Fingerprint) throws(RenderError) {
    let found = PlannedInputs(drawn).digests
    let changed = Self.names.keys.sorted().filter { found[$0] != digests[$0] }
    guard !changed.isEmpty else { return }
    let names = changed.compactMap { Self.names[$0] }.joined(separator: ", ")
    throw RenderError(
      .inputChanged, "an input has changed since the picture was planned: \(names)",
      hint: "submit the job file again to plan the picture with its current inputs")
  }
}

/// The identity of an order in its pool; later orders have higher numbers.
public struct OrderID: Sendable, Hashable, Comparable {
  /// The number of the order in its pool, from 1.
  public let number: Int

  package init(_ number: Int) { self.number = number }

  /// Returns whether `one` was submitted before `other`.
  public static func < (one: OrderID, other: OrderID) -> Bool { one.number < other.number }
}

/// Expensive preparatory work that orders share: decoding a photo, and scaling it for a screen.
public struct OrderAffinity: Sendable, Hashable {
  /// The background, such as the digest of a photo and its placement.
  public var background: String
  /// The device.
  public var device: String

  /// Creates an affinity; by default, nothing is shared.
  public init(background: String = "", device: String = "") {
    self.background = background
    self.device = device
  }
}

/// The destination of a picture.
public enum OrderOutput: Sendable {
  /// A file that the pool's process writes.
  case file(OutputFile)
  /// A memory file with the bytes of the picture.
  case bytes
}

/// An output file that is replaced atomically.
public struct OutputFile: Sendable, Hashable {
  /// The file path.
  public var path: String
  /// Whether missing parent folders are created.
  public var makesFolders: Bool
  /// The folder that must contain the file after links are resolved, or `nil` for any folder.
  public var root: String?
  /// The prefix of the temporary file in the same folder; a random suffix is added.
  public var temporaryPrefix: String

  /// Creates an output file.
  public init(
    path: String, makesFolders: Bool = false, root: String? = nil,
    temporaryPrefix: String = ".wallfarm-"
  ) {
    self.path = path
    self.makesFolders = makesFolders
    self.root = root
    self.temporaryPrefix = temporaryPrefix
  }
}
