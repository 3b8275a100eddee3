import Graphics
import WallfarmPluginKit

/// Draws a scene, layers in and pixels out, and decides nothing.
struct Rasterizer {
  let text: TextEngine
  let photos: PhotoStore

  func rasterize(_ scene: Scene, pixels: PixelSize, scale: Scale) throws(RenderError)
    -> ImageSurface
  {
    let surface = try ImageSurface(size: pixels)
    try surface.draw(scale: scale) { (canvas) throws(RenderError) in
      try draw(scene.background, on: canvas)
      try draw(scene.foreground, on: canvas)
    }
    return surface
  }

  private func draw(_ layers: [Layer], on canvas: borrowing Canvas) throws(RenderError) {
    for layer in layers { try draw(layer, on: canvas) }
  }

  private func draw(_ layer: Layer, on canvas: borrowing Canvas) throws(RenderError) {
    switch layer.content {
    case .fill(let paint): try canvas.fill(paint, opacity: layer.opacity)
    case .shape(let shape): try canvas.draw(shape, opacity: layer.opacity)
    case .image(let image):
      try photos.withPicture(image.file) { (picture) throws(RenderError) in
        try canvas.draw(picture, as: image, opacity: layer.opacity)
      }
    case .text(let content):
      let shaped = try text.shape(content.block, width: content.frame.width)
      try canvas.draw(
        shaped, at: content.frame.origin, color: content.block.style.color,
        shadow: content.shadow, opacity: layer.opacity)
    case .group(let group):
      try canvas.group(opacity: layer.opacity, clip: group.clip) { (canvas) throws(RenderError) in
        try draw(group.layers, on: canvas)
      }
    }
  }
}
