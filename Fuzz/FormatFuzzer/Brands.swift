import FontFormats
import Packs

/// Fuzzes a font file: an accepted font has sensible facts.
func fuzzFont(_ bytes: [UInt8]) {
  guard let font = try? FontFile(bytes, file: "fuzz") else { return }
  check((1...FontFile.mostFaces).contains(font.faces.count), "a font has no faces")
  for face in font.faces {
    check(!face.family.isEmpty && face.characters.count > 0, "a face has no name or characters")
    check((16...16_384).contains(face.unitsPerEm), "a face has an invalid scale")
  }
}

/// Fuzzes a pack file, which is read without unpacking it to the disk.
func fuzzPack(_ bytes: [UInt8]) {
  let (pack, problems) = PackArchive.read(ScratchFolder.put(bytes, "fuzz.zip"))
  check((pack == nil) != problems.isEmpty, "a pack is neither accepted nor refused")
}
