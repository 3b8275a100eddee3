import WallfarmPluginKit

/// Bounds the number of elements that are drawn when all references are followed.
///
/// A few nested references can multiply to billions of elements, for example if each of ten groups
/// uses the previous group ten times.
struct SVGCost {
  /// The maximum number of steps; one step is a simple element.
  static let most = 500_000

  /// The steps of an element without its children.
  private enum Steps {
    static let element = 1
    /// A surface of its own, for opacity, masks and clips.
    static let surface = 250
    static let filter = 5000
    static let image = 1000
    /// The number of pairs of points in an outline that count as one step.
    static let pointsSquared = 800
  }

  private struct Node {
    let offset: Int
    let steps: Int
    var children: [Int] = []
    var ids: [String]
  }

  private var nodes: [Node] = []
  private var places: [String: Int] = [:]

  /// Adds an element and returns its number.
  mutating func add(
    _ element: XMLElement, in parent: Int?, _ effect: SVGStyle.Effect
  ) -> Int {
    let name = element.name.localName
    var steps = Steps.element + effect.surfaces * Steps.surface
    if SVGNames.filters.contains(name) { steps += Steps.filter }
    if name == "image" { steps += Steps.image }
    if let path = element["d"] ?? element["points"] { steps += SVGCost.steps(ofPath: path) }
    if name == "mask" || name == "clipPath" { steps += Steps.surface }
    let own = nodes.count
    nodes.append(Node(offset: element.offset, steps: steps, ids: effect.ids))
    if let parent { nodes[parent].children.append(own) }
    if let id = element["id"], places[id] == nil { places[id] = own }
    return own
  }

  /// The steps of an outline, which grow with the square of the number of its points, because all of
  /// its lines can cross each other.
  ///
  /// Each number counts as a point, because horizontal and vertical lines have only one.
  private static func steps(ofPath text: String) -> Int {
    let points = min(numbers(in: text), most)
    return min(points * points / Steps.pointsSquared, most + 1)
  }

  /// Returns the number of numbers in path data, which can follow each other without a space, as in
  /// `1.5.5-3`.
  private static func numbers(in text: String) -> Int {
    var (count, isInNumber, hasDot, wasExponent) = (0, false, false, false)
    for byte in text.utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isDot = byte == UInt8(ascii: ".")
      let isExponent = isInNumber && (byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E"))
      if isDigit || isDot || isSign {
        if !isInNumber || isDot && hasDot || isSign && !wasExponent {
          count += 1
          hasDot = false
        }
        isInNumber = true
        hasDot = hasDot || isDot
      } else {
        isInNumber = isExponent
      }
      wasExponent = isExponent
    }
    return count
  }

  /// Follows all references from the root.
  ///
  /// - Throws: a flaw if an element refers to itself, or if there are too many steps.
  func check() throws(SVGFlaw) {
    guard !nodes.isEmpty else { return }
    // The sums of finished elements; -1 for elements in progress. The traversal is iterative,
    // because a chain of references can be as long as the file.
    var sums = [Int?](repeating: nil, count: nodes.count)
    var open: [(node: Int, next: Int, sum: Int)] = [(0, 0, nodes[0].steps)]
    sums[0] = -1
    while let (node, next, sum) = open.last {
      guard sum <= Self.most else {
        throw SVGFlaw(
          .svgTooComplex, "takes more than \(Self.most) steps to draw", at: nodes[node].offset)
      }
      let (children, ids) = (nodes[node].children, nodes[node].ids)
      guard next < children.count + ids.count else {
        sums[node] = sum
        open.removeLast()
        if !open.isEmpty { open[open.count - 1].sum += sum }
        continue
      }
      open[open.count - 1].next += 1
      let isChild = next < children.count
      // A reference to a missing element has no effect.
      guard let target = isChild ? children[next] : places[ids[next - children.count]] else {
        continue
      }
      switch sums[target] {
      case nil:
        sums[target] = -1
        open.append((target, 0, nodes[target].steps))
      case .some(-1):
        throw SVGFlaw(
          .svgTooComplex, "has an element that refers to itself", at: nodes[node].offset,
          hint: "remove the reference")
      case .some(let known): open[open.count - 1].sum += known
      }
    }
  }
}
