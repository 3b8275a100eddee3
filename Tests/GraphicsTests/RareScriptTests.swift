import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Text in the scripts of `Fonts/rare.lock` is drawn with the fonts in that list.
@Suite struct RareScriptTests {
  /// A font in the list, and a character that few other fonts have.
  static let samples: [(family: String, character: String)] = table.split(separator: "\n").map {
    let parts = $0.split(separator: ":").map(String.init)
    let scalar = UInt32(parts[1].dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
    return (parts[0], scalar.map { String($0) } ?? "")
  }

  private func engine() throws -> TextEngine {
    let folder = Workspace.root + "/Fonts"
    let fonts = try FontContext(
      folder: folder, cache: folder + "/cache", rareCache: folder + "/cache", digest: "test")
    let engine = fonts.textEngine(scale: Scale(x: 1, y: 1))
    engine.allowsMissingGlyphs = true
    return engine
  }

  private func block(_ text: String) -> TextBlock {
    TextBlock(text, style: TextStyle(family: "Inter", size: 30, weight: 600, color: .white))
  }

  @Test func everyFontOfTheListHasASample() throws {
    let list = try String(
      contentsOfFile: Workspace.root + "/Fonts/rare.lock", encoding: .utf8)
    let families = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      String(line.split(separator: "\t")[1])
    }
    #expect(Set(families) == Set(Self.samples.map(\.family)) && families.count == 107)
  }

  @Test func everyScriptIsShapedWithoutBoxes() throws {
    let engine = try engine()
    for (family, character) in Self.samples {
      let shaped = try engine.shape(block(character + character), width: nil)
      #expect(shaped.missing.count == 0, "\(family): \(shaped.missing.names)")
      #expect(shaped.measurement.ink.width > 0, "\(family)")
    }
  }

  /// Letters from two bug reports, next to text in the chosen family.
  @Test(arguments: ["Buy ꯃꯤꯇꯩ ꯃꯌꯦꯛ today", "Buy 𑄌𑄋𑄴𑄟𑄳𑄦 today"])
  func aNoteOfTwoScriptsHasNoBoxes(_ text: String) throws {
    let shaped = try engine().shape(block(text), width: 200)
    #expect(shaped.missing.count == 0, "\(shaped.missing.names)")
    #expect(shaped.runs.joined().contains { $0.family == "Inter" })
  }

  private static let table = """
    Noto Sans Anatolian Hieroglyphs: 14400
    Noto Sans Avestan: 10B00
    Noto Sans Bamum: A6A0
    Noto Sans Bassa Vah: 16AD0
    Noto Sans Batak: 1BC0
    Noto Sans Bhaiksuki: 11C00
    Noto Sans Brahmi: 11005
    Noto Sans Buginese: 1A00
    Noto Sans Buhid: 1740
    Noto Sans Carian: 102A0
    Noto Sans Caucasian Albanian: 10530
    Noto Sans Chakma: 11103
    Noto Sans Cham: AA00
    Noto Sans Coptic: 03E2
    Noto Sans Cuneiform: 12000
    Noto Sans Cypriot: 10800
    Noto Sans Deseret: 10400
    Noto Sans Duployan: 1BC00
    Noto Sans Egyptian Hieroglyphs: 13000
    Noto Sans Elbasan: 10500
    Noto Sans Elymaic: 10FE0
    Noto Sans Glagolitic: 2C00
    Noto Sans Gothic: 10330
    Noto Sans Grantha: 11305
    Noto Sans Gunjala Gondi: 11D60
    Noto Sans Hanifi Rohingya: 10D00
    Noto Sans Hanunoo: 1720
    Noto Sans Hatran: 108E0
    Noto Sans Imperial Aramaic: 10840
    Noto Sans Indic Siyaq Numbers: 1EC71
    Noto Sans Inscriptional Pahlavi: 10B60
    Noto Sans Inscriptional Parthian: 10B40
    Noto Sans Kaithi: 11083
    Noto Sans Kayah Li: A90A
    Noto Sans Kharoshthi: 10A00
    Noto Sans Khojki: 11200
    Noto Sans Khudawadi: 112B0
    Noto Sans Lepcha: 1C00
    Noto Sans Limbu: 1900
    Noto Sans Linear A: 10600
    Noto Sans Linear B: 10000
    Noto Sans Lycian: 10280
    Noto Sans Lydian: 10920
    Noto Sans Mahajani: 11150
    Noto Sans Mandaic: 0840
    Noto Sans Manichaean: 10AC0
    Noto Sans Marchen: 11C72
    Noto Sans Masaram Gondi: 11D00
    Noto Sans Medefaidrin: 16E40
    Noto Sans Meetei Mayek: AAE0
    Noto Sans Mende Kikakui: 1E800
    Noto Sans Meroitic: 10980
    Noto Sans Miao: 16F00
    Noto Sans Modi: 11600
    Noto Sans Mro: 16A40
    Noto Sans Multani: 11280
    Noto Sans Nabataean: 10880
    Noto Sans New Tai Lue: 1980
    Noto Sans Newa: 11400
    Noto Sans Nushu: 1B170
    Noto Sans Ogham: 1681
    Noto Sans Old Hungarian: 10C80
    Noto Sans Old Italic: 10300
    Noto Sans Old North Arabian: 10A80
    Noto Sans Old Permic: 10350
    Noto Sans Old Persian: 103A0
    Noto Sans Old Sogdian: 10F00
    Noto Sans Old South Arabian: 10A60
    Noto Sans Old Turkic: 10C00
    Noto Sans Osage: 104B0
    Noto Sans Osmanya: 10480
    Noto Sans Pahawh Hmong: 16B1C
    Noto Sans Palmyrene: 10860
    Noto Sans Pau Cin Hau: 11AC0
    Noto Sans PhagsPa: A840
    Noto Sans Phoenician: 10900
    Noto Sans Psalter Pahlavi: 10B80
    Noto Sans Rejang: A930
    Noto Sans Runic: 16A0
    Noto Sans Samaritan: 0800
    Noto Sans Saurashtra: A882
    Noto Sans Sharada: 11183
    Noto Sans Shavian: 10450
    Noto Sans Siddham: 11580
    Noto Sans SignWriting: 1D800
    Noto Sans Sogdian: 10F30
    Noto Sans Sora Sompeng: 110D0
    Noto Sans Soyombo: 11A50
    Noto Sans Sundanese: 1B83
    Noto Sans Syloti Nagri: A800
    Noto Sans Tagalog: 1700
    Noto Sans Tagbanwa: 1760
    Noto Sans Tai Le: 1950
    Noto Sans Tai Viet: AA80
    Noto Sans Takri: 11680
    Noto Sans Tamil Supplement: 11FC0
    Noto Sans Tirhuta: 11481
    Noto Sans Ugaritic: 10380
    Noto Sans Wancho: 1E2C0
    Noto Sans Warang Citi: 118A0
    Noto Sans Zanabazar Square: 11A00
    Noto Serif Ahom: 11700
    Noto Serif Dogra: 11800
    Noto Serif Hmong Nyiakeng: 1E100
    Noto Serif Tangut: 17000
    Noto Serif Yezidi: 10E80
    Noto Music: 1D000
    """
}
