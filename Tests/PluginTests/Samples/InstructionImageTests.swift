import BuiltInPlugins
import Designs
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The red picture with instructions, which a person sets as the wallpaper by hand once.
@Suite struct InstructionImageTests {
  /// A long step is set in smaller type instead of being broken into two lines.
  @Test func aStepIsALine() throws {
    let device = try DeviceCatalog.shipped.device("iphonese3")
    let context = try Studio().context(on: device, notes: [])
    let values = ParameterValues(["steps": ["Share", "Use it as the wallpaper of your phone"]])
    let layers = try InstructionImageBackground(values).layers(in: context)
    let text = try #require(layers.flatMap(\.allTexts).first { $0.name == "steps" }).content
    let measured = try context.measurer.measure(text.block, width: text.frame.width)
    #expect(measured.lines.count == 2 && text.block.style.size < 27 * context.typeScale)
  }

  /// The instruction and its steps start at the same edge, on the side where reading starts.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"], [false, true])
  func wordsBeginAtOneEdge(on id: String, _ isArabic: Bool) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let context = try Studio().context(on: device, notes: [])
    let arabic: [String: JSONValue] = [
      "text": "عيّن هذه الصورة خلفيةً لشاشتك", "steps": ["مشاركة", "استخدام كخلفية", "إضافة"],
    ]
    let values = ParameterValues(isArabic ? arabic : [:])
    let edges = try InstructionImageBackground(values).layers(in: context).flatMap(\.allTexts)
      .map { text in
        let frame = text.content.frame
        let measured = try context.measurer.measure(text.content.block, width: frame.width)
        #expect(measured.direction == (isArabic ? .rightToLeft : .leftToRight))
        let ink = measured.ink.offset(x: frame.x, y: frame.y)
        #expect(context.freeArea.contains(ink, tolerance: 0.01))
        return isArabic ? ink.maxX : ink.x
      }
    try #require(edges.count == 2)
    #expect(abs(edges[0] - edges[1]) < 0.01, "\(edges)")
  }
}
