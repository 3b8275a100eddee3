import WallfarmPluginKit

/// The elements and attributes that SVG images can contain.
enum SVGNames {
  static let namespace = "http://www.w3.org/2000/svg"
  static let xinclude = "http://www.w3.org/2001/XInclude"

  /// The elements that are drawn or that other elements refer to.
  static let elements: Set<Substring> = filters.union([
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "image", "style",
    "title", "desc", "metadata",
  ])

  /// The filter and its primitives; each of them processes all pixels of its area.
  static let filters: Set<Substring> = [
    "filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge",
    "feMergeNode", "feOffset",
  ]

  /// The elements that librsvg would draw with fonts of the machine, in lowercase.
  private static let texts: Set<String> = [
    "text", "tspan", "textpath", "tref", "altglyph", "flowroot", "flowpara", "flowspan", "font",
    "font-face", "glyph", "missing-glyph", "foreignobject",
  ]

  /// The elements that run code or change the drawing over time, in lowercase.
  private static let scripts: Set<String> = [
    "script", "handler", "listener", "animate", "animatecolor", "animatemotion", "animatetransform",
    "set", "mpath", "discard",
  ]

  /// The elements that refer to other documents, in lowercase.
  private static let links: Set<String> = [
    "a", "iframe", "embed", "object", "audio", "video", "link", "cursor", "include",
    "color-profile",
  ]

  /// Checks an element by its local name.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - namespace: The namespace of the element, or `nil`.
  /// - Returns: Whether the element is an SVG element; elements of other namespaces, such as those
  ///   of drawing programs, are not drawn.
  /// - Throws: a flaw that names the element.
  static func check(_ element: XMLElement, namespace: String?) throws(SVGFlaw) -> Bool {
    let name = element.name.localName
    let plain = name.lowercased()
    if namespace == xinclude {
      throw SVGFlaw(.svgLink, "includes another file with <\(name)>", at: element.offset)
    }
    if texts.contains(plain) {
      throw SVGFlaw(
        .svgText, "contains text in <\(name)>, whose font would come from the machine",
        at: element.offset)
    }
    if scripts.contains(plain) {
      let kind = plain == "script" || plain == "handler" ? "a script" : "an animation"
      throw SVGFlaw(.svgScript, "contains \(kind), <\(name)>", at: element.offset)
    }
    guard namespace == nil || namespace == self.namespace else {
      return false
    }
    if links.contains(plain) {
      throw SVGFlaw(.svgLink, "contains the link <\(name)>", at: element.offset)
    }
    guard elements.contains(name) else {
      throw SVGFlaw(
        .svgUnsupported, "contains <\(name)>, which is not supported", at: element.offset)
    }
    return true
  }

  /// Checks the name of an attribute.
  ///
  /// - Throws: a flaw for event attributes, for attributes that change the base of references, and
  ///   for conditions that depend on the machine.
  static func check(_ attribute: XMLElement.Attribute) throws(SVGFlaw) {
    let name = attribute.name.localName
    if name.lowercased().hasPrefix("on") {
      throw SVGFlaw(.svgScript, "has the event attribute '\(name)'", at: attribute.offset)
    }
    switch name {
    case "base" where attribute.name.namePrefix == "xml":
      throw SVGFlaw(
        .svgLink, "changes the base of its references with xml:base", at: attribute.offset)
    case "systemLanguage", "requiredFeatures", "requiredExtensions":
      throw SVGFlaw(
        .svgUnsupported, "has the condition '\(name)', which depends on the machine",
        at: attribute.offset)
    default: break
    }
  }
}
