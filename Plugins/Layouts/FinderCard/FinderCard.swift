public import WallfarmPluginKit

/// A layout with contact details for the finder of a lost phone, and a QR code.
public struct FinderCard: LayoutPlugin {
  /// The identifier, `finder-card`.
  public static let id = "finder-card"
  /// The version; version 2 draws the code in theme colors.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "Contact details and a QR code for the person who finds the phone; anyone can read them."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: title, name, contacts, code)
  /// An empty list, because parameters define everything that the layout shows.
  public static let content: [ContentUse] = []

  private static let title = Parameter.text(
    "title", limit: 80, default: "If found, please contact", summary: "Text at the top.")
  private static let name = Parameter.text(
    "name", limit: 80, default: "", summary: "Owner of the phone; empty for none.")
  private static let contacts = Parameter.texts(
    "contacts", limit: 3, default: [],
    summary:
      "Contact details, with one number or address per line; anyone who has the phone can read "
      + "them.")
  private static let code = Parameter.text(
    "code", limit: 300, default: "",
    summary: "Content of the QR code, such as tel:+4930123456; empty for no code.")
  private static let keys = LayoutKeys(largest: 40, smallest: 12, align: .center)

  private let title: String
  private let name: String
  private let contacts: [String]
  private let code: String
  private let contactsOrigin: Origin?
  private let codeOrigin: Origin?
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    title = try values.value(of: Self.title)
    name = try values.value(of: Self.name)
    contacts = try values.value(of: Self.contacts).filter { $0.contains { !$0.isWhitespace } }
    code = try values.value(of: Self.code)
    look = try LayoutLook(Self.keys, values)
    contactsOrigin = values.origin(of: "contacts")
    codeOrigin = values.origin(of: "code")
  }

  /// Arranges the text at the largest size that fits, with the QR code below it.
  ///
  /// Missing contact details are reported only here and not by the initializer, because templates
  /// omit them.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !contacts.isEmpty || !code.isEmpty else {
      throw RenderError(
        .invalidParameter, "the card has neither contact details nor a code",
        origin: contactsOrigin ?? .parameter("contacts"),
        hint: "add contact details that a stranger may see: --set 'contacts=+49 30 1234567'")
    }
    let squares = try code.isEmpty ? nil : context.codes?.code(for: code)
    let room = look.area(in: context, widest: FinderCard.widest).width
    if let squares, squares.leastWidth > room {
      throw RenderError(
        .invalidParameter,
        "the code has \(squares.size) squares per side, which are too small for a camera to read",
        origin: codeOrigin ?? .parameter("code"),
        hint: "use a shorter 'code', such as tel:+49301234567")
    }
    return try look.arrangement(
      of: "card", smallest: FinderCard.small, in: context, widest: FinderCard.widest,
      titles: [title, name]
    ) {
      (sheet) throws(RenderError) in
      try sheet.add("title", sheet.block(title, look.label(sheet.size * FinderCard.small)))
      try sheet.add("name", sheet.block(name, look.title(sheet.size)), gap: sheet.size * 0.15)
      for (index, contact) in contacts.enumerated() {
        try sheet.add(
          "contact.\(index + 1)",
          sheet.block(contact, look.title(sheet.size * FinderCard.contact, look.accent)),
          gap: sheet.size * (index == 0 ? 0.45 : 0.12))
      }
      if let squares { sheet.add(squares) }
    }
  }

  /// The maximum width of the card in points on a phone.
  private static let widest = 380.0
  /// The type sizes of contacts and small print, relative to the name.
  fileprivate static let contact = 0.72
  fileprivate static let small = 0.5
}

extension Sheet {
  /// Adds the QR code, which is always dark on light, as cameras require.
  ///
  /// The text color replaces black if its contrast with white is sufficient, or replaces white if
  /// its contrast with black is sufficient.
  fileprivate mutating func add(_ squares: CodeSquares) {
    space(size * 0.8)
    let side = min(max(size * 5, squares.leastWidth), area.width)
    let x =
      look.alignment == .center ? area.midX - side / 2 : isMirrored ? area.maxX - side : area.x
    let color = look.color
    let suits = color.alpha == 255
    let isDark = suits && color.contrast(with: .white) >= CodeSquares.contrast
    let isLight = suits && color.contrast(with: .black) >= CodeSquares.contrast
    let (dark, light) = (isDark ? color : .black, isLight ? color : .white)
    for layer in squares.layers(in: Rect(x: x, y: y, width: side, height: side), named: "code") {
      guard case .shape(let shape) = layer.content else { continue }
      let isGround = layer.name == "code.ground"
      draw(layer.name, shape.shape, fill: .color(isGround ? light : dark))
    }
    take(Size(width: side, height: side))
  }
}

extension CodeSquares {
  /// The minimum contrast ratio between the squares and the background of the QR code.
  fileprivate static let contrast = 9.0

  /// The minimum width of the QR code in points, including the quiet zone.
  ///
  /// Squares narrower than 2 pt are difficult to scan from across a table.
  fileprivate var leastWidth: Double { Double(size + 2 * CodeSquares.quietZone) * 2 }
}
