package import RenderFarm
package import SourceJSON
package import WallfarmPluginKit

/// The parts of a planned film: one segment for each second.
package struct FilmParts: UnitParts, Sendable, Hashable {
  package let order: FilmOrder
  package let shape: FilmShape

  /// Decodes the shape of a planned film.
  ///
  /// - Throws: `payload-damaged`.
  package init(_ order: FilmOrder) throws(RenderError) {
    guard let shape = order.shape.flatMap(FilmShape.init) else { throw .noFilm() }
    (self.order, self.shape) = (order, shape)
  }

  package var count: Int { shape.segments.count }
  package var noun: String { "seconds" }

  package func request(for part: Int) -> String { request(.segment(part)) }
  package func request(joining files: [String]) -> String { request(.whole(files)) }

  /// The single-line JSON object that ``FilmPart/init(_:)`` decodes.
  package func request(_ work: FilmPart.Work) -> String {
    var members = order.members
    switch work {
    case .segment(let segment): members["segment"] = .number(Double(segment))
    case .whole(let files): members["files"] = .array(files.map(JSONValue.string))
    }
    return JSONValue.object(members).text(pretty: false)
  }
}

/// An order for a part of a film, as a worker decodes it.
package struct FilmPart: Sendable, Hashable {
  /// The kind of part.
  package enum Work: Sendable, Hashable {
    /// A segment, written to its own file.
    case segment(Int)
    /// The complete film, assembled from the segments in these files.
    case whole([String])
  }

  package let film: FilmParts
  package let work: Work

  /// Decodes a request that ``FilmParts`` created.
  ///
  /// - Throws: `payload-damaged`.
  package init(_ node: JSONNode) throws(RenderError) {
    guard let order = FilmOrder(node) else { throw .noFilm() }
    film = try FilmParts(order)
    if let segment = node["segment"]?.whole, (0..<film.count).contains(segment) {
      work = .segment(segment)
    } else if let files = node["files"]?.elements, files.count == film.count,
      files.allSatisfy({ $0.string != nil })
    {
      work = .whole(files.compactMap(\.string))
    } else {
      throw .noFilm()
    }
  }
}
