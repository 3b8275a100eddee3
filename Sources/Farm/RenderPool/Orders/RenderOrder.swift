/// One self-contained render: the request, its inputs, its output and its priority.
public struct RenderOrder: Sendable {
  /// An ``OrderedRequest``, or the order of an ``OrderMaker``, as JSON on one line; the pool passes
  /// it on without parsing it.
  public var request: String
  /// The destination of the picture.
  public var output: OrderOutput
  /// The files that the worker may open.
  public var inputs: OrderInputs
  /// The work shared with other orders; the pool prefers a worker that has it cached.
  public var affinity = OrderAffinity()
  /// Orders with a higher priority start first.
  public var priority = 0
  /// Maximum time from the start of the order, or `nil` for the timeout of the pool.
  public var timeout: Duration?
  /// Maximum time from submission to delivery, or `nil` for no deadline.
  public var deadline: Duration?
  /// Whether the pool reports each stage of the render as an event.
  public var tellsStages = false
  /// Only the newest of the orders with the same key is rendered; `nil` for an independent order.
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

/// The identity of an order in its pool; later orders have higher numbers.
public struct OrderID: Sendable, Hashable, Comparable {
  /// The number of the order in its pool, from 1.
  public let number: Int

  init(_ number: Int) { self.number = number }

  /// Returns whether `one` was submitted before `other`.
  public static func < (one: OrderID, other: OrderID) -> Bool { one.number < other.number }
}

/// Expensive preparations that orders share: a decoded photo, and its version for a screen.
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
  /// A file that the process of the pool writes.
  case file(OutputFile)
  /// A memory file with the bytes of the picture.
  case bytes
}

/// An output file that is replaced atomically.
public struct OutputFile: Sendable, Hashable {
  /// The path of the file.
  public var path: String
  /// Whether missing parent folders are created.
  public var makesFolders: Bool
  /// The folder that must contain the file after resolving links, or `nil` for any.
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
