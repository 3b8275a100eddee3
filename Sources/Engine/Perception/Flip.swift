import Glibc
import Graphics
import WallfarmPluginKit

/// The FLIP error, which estimates how visible the difference is when two pictures alternate at the
/// same position.
///
/// Source: Andersson et al., "FLIP: A Difference Evaluator for Alternating Images", High
/// Performance Graphics 2020. Each pixel has an error from 0 (identical) to 1. Detail that the eye
/// cannot resolve at the viewing distance is filtered out, and changes at edges and points have
/// more weight.
package struct Flip: Sendable {
  private let filters: FlipFilters
  /// The largest color difference in sRGB, raised to the power of ``colorExponent``.
  ///
  /// The largest difference is between green and blue.
  private let largest: Float

  /// The exponent to which color differences are raised.
  private static let colorExponent: Float = 0.7
  /// Color differences up to this fraction of the largest difference map to errors up to
  /// ``mappedShare``.
  private static let knee: Float = 0.4
  private static let mappedShare: Float = 0.95

  /// Creates an evaluator for an angular resolution.
  package init(pixelsPerDegree: Double) {
    filters = FlipFilters(pixelsPerDegree: pixelsPerDegree)
    let (green, blue) = (
      FlipColors.huntLab(linear: SIMD3(0, 1, 0)), FlipColors.huntLab(linear: SIMD3(0, 0, 1))
    )
    largest = powf(FlipColors.hyAB(green, blue), Flip.colorExponent)
  }

  /// The maximum distance in pixels over which a changed pixel affects the error.
  package var reach: Int { filters.reach }

  /// Returns the error of each pixel in an area, in row-major order.
  package func map(_ one: PixelSource, _ other: PixelSource, in area: PixelRect) -> [Float] {
    let (first, second) = (look(at: one, area), look(at: other, area))
    var map = [Float](repeating: 0, count: area.width * area.height)
    for index in map.indices {
      let (before, after) = (first.color(index), second.color(index))
      guard before != after else { continue }
      let color = colorDifference(
        FlipColors.huntLab(yCxCz: before), FlipColors.huntLab(yCxCz: after))
      guard color > 0 else { continue }
      let features = max(
        abs(first.edge(index) - second.edge(index)), abs(first.point(index) - second.point(index)))
      map[index] = powf(color, 1 - (features / Float(2).squareRoot()).squareRoot())
    }
    return map
  }

  private func colorDifference(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
    let distance = powf(FlipColors.hyAB(one, other), Flip.colorExponent)
    let knee = Flip.knee * largest
    return distance < knee
      ? distance * Flip.mappedShare / knee
      : Flip.mappedShare + (distance - knee) / (largest - knee) * (1 - Flip.mappedShare)
  }

  /// Computes the filtered colors and the features of an area.
  private func look(at source: PixelSource, _ area: PixelRect) -> View {
    let planes = source.planes(of: area, margin: filters.reach)
    let colors = planes.map { $0.trimmed(by: filters.reach - filters.colorRadius) }
    let wide = colors[2].filteredAcross(filters.blueYellow.0).filteredDown(filters.blueYellow.0)
    let narrow = colors[2].filteredAcross(filters.blueYellow.1).filteredDown(filters.blueYellow.1)
    var gray = planes[0].trimmed(by: filters.reach - filters.featureRadius)
    for index in gray.values.indices { gray.values[index] = (gray.values[index] + 16) / 116 }
    let smooth = gray.filteredAcross(filters.smooth)
    return View(
      luminance: colors[0].filteredAcross(filters.luminance).filteredDown(filters.luminance),
      redGreen: colors[1].filteredAcross(filters.redGreen).filteredDown(filters.redGreen),
      blueYellow: (wide, narrow),
      edges: (
        gray.filteredAcross(filters.edge).filteredDown(filters.smooth),
        smooth.filteredDown(filters.edge)
      ),
      points: (
        gray.filteredAcross(filters.point).filteredDown(filters.smooth),
        smooth.filteredDown(filters.point)
      ))
  }

  private struct View {
    let luminance: Plane
    let redGreen: Plane
    let blueYellow: (Plane, Plane)
    /// The horizontal and vertical gradients.
    let edges: (Plane, Plane)
    /// The horizontal and vertical second derivatives.
    let points: (Plane, Plane)

    func color(_ index: Int) -> SIMD3<Float> {
      SIMD3(
        luminance.values[index], redGreen.values[index],
        blueYellow.0.values[index] + blueYellow.1.values[index])
    }

    func edge(_ index: Int) -> Float {
      length(edges.0.values[index], edges.1.values[index])
    }

    func point(_ index: Int) -> Float {
      length(points.0.values[index], points.1.values[index])
    }

    private func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
  }
}
