internal import CCairo
import WallfarmPluginKit

/// Changes the saturation of a surface.
struct Saturation {
  /// The saturation factor; 0 results in gray, and 1 leaves the colors unchanged.
  let factor: Double

  /// Changes the saturation by interpolating between each pixel and its luma.
  ///
  /// The luma uses the weights of ITU-R BT.709, like the `saturate` matrix of SVG.
  func apply(to surface: inout ImageSurface) {
    let weights = SIMD4<Float>(0.0722, 0.7152, 0.2126, 0)
    let amount = Float(factor)
    surface.withMutablePixels { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        let pixel = bytes.load(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        let color = SIMD4<Float>(pixel)
        let gray = SIMD4<Float>(repeating: (color * weights).sum())
        var mixed = gray + (color - gray) * amount
        // `replace` compiles to vector instructions, but clamping does not.
        mixed.replace(with: 0, where: mixed .< 0)
        mixed.replace(with: color[3], where: mixed .> color[3])
        mixed[3] = color[3]
        bytes.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: wholeLevels(mixed + 0.5)), toByteOffset: offset,
          as: SIMD4<UInt8>.self)
      }
    }
  }
}

/// Replaces the colors of a surface and keeps its transparency.
struct Tint {
  /// The color; its alpha is multiplied with that of each pixel.
  let color: Color

  /// Replaces the colors with integers, so that the result is the same on every machine.
  func apply(to surface: inout ImageSurface) {
    let levels = (0...255).map { alpha -> SIMD4<UInt8> in
      let own = Tint.product(alpha, Int(color.alpha))
      func level(_ channel: UInt8) -> UInt8 { UInt8(Tint.product(own, Int(channel))) }
      return SIMD4(level(color.blue), level(color.green), level(color.red), UInt8(own))
    }
    surface.withMutablePixels { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        bytes.storeBytes(of: levels[Int(bytes[offset + 3])], toByteOffset: offset, as: SIMD4.self)
      }
    }
  }

  /// Multiplies two levels, 0…255, and rounds the result.
  private static func product(_ one: Int, _ other: Int) -> Int { (one * other + 127) / 255 }
}

extension ImageContent.Blend {
  /// The operator of cairo, which implements the formulas of W3C Compositing and Blending.
  var cairo: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    }
  }
}
