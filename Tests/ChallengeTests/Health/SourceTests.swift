import Challenge
import Testing

/// A source is identified by its name and device, even if the device's description changes.
@Suite struct SourceTests {
  private static func source(_ name: String, _ device: String?) -> HealthSource {
    var sources = AppleSources()
    return Array(name.utf8).withUnsafeBytes { name in
      guard let device else { return sources.source(name: name, device: nil) }
      return Array(device.utf8).withUnsafeBytes { sources.source(name: name, device: $0) }
    }
  }

  @Test(
    arguments: [
      (
        "<<HKDevice: 0x3034fe7b0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
          + "hardware:Watch6,10, software:10.6.1, creation date:2024-08-24 17:12:03 +0000>",
        HealthSource.Kind.watch, "Watch6,10"
      ),
      (
        "&lt;&lt;HKDevice: 0x281293340&gt;, name:iPhone, manufacturer:Apple, model:iPhone, "
          + "hardware:iPhone16,1&gt;", .phone, "iPhone16,1"
      ),
      ("<<HKDevice: 0x1>, name:Apple Watch>", .watch, ""),
      ("<<HKDevice: 0x1>, name:Band 5, manufacturer:Other, model:B5>", .other, "B5"),
      ("", .other, ""), ("nonsense", .other, ""), (nil, .other, ""),
    ] as [(String?, HealthSource.Kind, String)])
  func aDeviceTellsItsKind(device: String?, kind: HealthSource.Kind, hardware: String) {
    let source = Self.source("Ana", device)
    #expect(source.kind == kind && source.hardware == hardware && source.name == "Ana")
  }

  @Test func oldExportsNameTheDeviceOnly() {
    #expect(Self.source("Ana's Apple Watch", nil).kind == .watch)
    #expect(Self.source("iPhone", nil).kind == .phone)
  }

  @Test(arguments: [
    ("a &amp; b", "a & b"), ("&quot;&apos;&lt;&gt;", "\"'<>"), ("&#65;&#x1F600;", "A😀"),
    ("&amp;lt;", "&lt;"),
    ("&nbsp; & &; &#; &#x110000; &#xD800;", "&nbsp; & &; &#; &#x110000; &#xD800;"),
    ("Ana\u{2019}s\u{A0}Apple", "Ana\u{2019}s\u{A0}Apple"), ("&", "&"),
  ])
  func referencesInNamesAreResolvedOnce(text: String, name: String) {
    #expect(Self.source(text, nil).name == name)
  }

  @Test func anAddressOrAnUpdateMakesNoOtherSource() {
    let record = Export.record()
    let reading = Export.scan(
      Export.xml(
        record, record.replacing("0x303", with: "0x999"),
        record.replacing("software:17.6.1", with: "software:18"),
        record.replacing("Ana's", with: "Ana&apos;s"), record.replacing("Ana's", with: "Bo's")))
    #expect(reading.sources.map(\.name) == ["Ana's iPhone", "Bo's iPhone"])
    #expect(reading.records.map(\.source) == [0, 0, 0, 0, 1])
  }

  @Test func watchesGoBeforePhonesBeforeAppsInOrderOfNames() {
    let list = [
      ("Zeta", HealthSource.Kind.other), ("iPhone", .phone), ("Alpha", .other), ("Watch", .watch),
    ].map { HealthSource(name: $0, kind: $1, priority: 0) }
    #expect(list.ranked().map(\.priority) == [3, 1, 2, 0])
    #expect(list.ranked(ranks: [0, 1, 1, 1]).map(\.priority) == [0, 2, 3, 1])
  }
}
