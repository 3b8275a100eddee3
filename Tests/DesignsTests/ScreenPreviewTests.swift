import Designs
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the size of previews.
@Suite struct ScreenPreviewTests {
  @Test func aPreviewHasTheLayoutOfTheScreen() throws {
    for device in DeviceCatalog.known.devices {
      for ratio in [0.1, 0.33, 0.5, 1] {
        let small = device.reduced(to: ScreenPreview(ratio: ratio))
        #expect(small.points == device.points && abs(small.typeScale - device.typeScale) < 1e-9)
        #expect(small.isTablet == device.isTablet && small.lockScreen == device.lockScreen)
        #expect(abs(Double(small.pixels.width) - Double(device.pixels.width) * ratio) <= 0.5)
        #expect(abs(Double(small.pixels.height) - Double(device.pixels.height) * ratio) <= 0.5)
      }
    }
  }

  @Test(arguments: ["0.1", "0.33", "1", "0.5"])
  func aSizeIsWrittenAsItWasRead(_ text: String) throws {
    #expect(try ScreenPreview(parsing: text).text == text)
  }

  @Test(arguments: [
    "", "0", "0.09", "1.01", "-1", "nan", "inf", "half", "0,5", "50%", "0x1p-1", "5e-1",
  ])
  func otherSizesAreInvalid(_ text: String) {
    let error = #expect(throws: RenderError.self) { try ScreenPreview(parsing: text) }
    #expect(error?.code == .invalidParameter)
  }
}
