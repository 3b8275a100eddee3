/// One self-contained render: what to draw, from which files, where it goes, and how urgent it is.
public struct RenderOrder: Sendable {
  /// An ``OrderedRequest`` in JSON on one line; it is passed on without being read.
  public var request: String
  /// Where the picture goes.
  public var output: OrderOutput
  /// What a worker may open for it.
  public var inputs: OrderInputs
  /// What it shares with others, so that a worker that has it prepared takes it.
  public var affinity = OrderAffinity()
  /// Higher ones are begun first.
  public var priority = 0
  /// Most time from its begin; nil for that of the pool.
  public var timeout: Duration?
  /// Most time from now until it is done, waiting included; nil for none.
  public var deadline: Duration?
  /// Whether an event tells each stage of its render.
  public var tellsStages = false
  /// Of orders with one key only the newest is wanted; nil for an order of its own.
  public var key: String?

  /// Orders a picture; everything else has its default.
  public init(request: String, output: OrderOutput, inputs: OrderInputs) {
    self.request = request
    self.output = output
    self.inputs = inputs
  }

  /// Orders a picture with the files of its request.
  public init(_ request: OrderedRequest, output: OrderOutput = .bytes) {
    self.init(
      request: request.text, output: output, inputs: OrderInputs(request))
  }
}

/// Tells orders of one pool apart; a higher one was submitted later.
public struct OrderID: Sendable, Hashable, Comparable {
  /// Counts the orders of a pool, from 1.
  public let number: Int

  init(_ number: Int) { self.number = number }

  /// Which one is older.
  public static func < (one: OrderID, other: OrderID) -> Bool { one.number < other.number }
}

/// What orders share that is dear to prepare: a decoded photo first, then its size for a screen.
public struct OrderAffinity: Sendable, Hashable {
  /// The background, such as the digest of a photo with its place.
  public var background: String
  /// The screen.
  public var device: String

  /// Says what is shared; nothing by default.
  public init(background: String = "", device: String = "") {
    self.background = background
    self.device = device
  }
}

/// Where a picture goes.
public enum OrderOutput: Sendable {
  /// A file, put in place by the process that owns the pool.
  case file(OutputFile)
  /// The bytes are handed back in a file in memory.
  case bytes
  /// Kept by a store of the pool's owner, under a name.
  case store(any PictureStore, name: String)
}

/// A file that is replaced as a whole or not at all.
public struct OutputFile: Sendable, Hashable {
  /// Its path.
  public var path: String
  /// Whether the folders above it are made where they are missing.
  public var makesFolders: Bool
  /// The folder that it has to stay in, links followed; nil for any.
  public var root: String?
  /// How its name begins while it is written, in the same folder; a random end is added.
  public var temporaryPrefix: String

  /// Names a file.
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
