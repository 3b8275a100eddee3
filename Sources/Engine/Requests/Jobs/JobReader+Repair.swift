import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Proposes corrections of jobs and requests.
extension JobReader {
  /// A device in place of a missing one.
  static let sampleDevice: JSONValue = "iphone15"

  /// The object of a list with nothing else.
  static func onlyObject(in node: JSONNode) -> JSONValue? {
    guard let elements = node.elements, elements.count == 1, elements[0].members != nil else {
      return nil
    }
    return elements[0].plain
  }

  /// An identifier with hyphens in place of invalid characters; nil if nothing else remains.
  static func repairedID(_ value: JSONValue) -> String? {
    guard let text = value.writtenText else { return nil }
    let plain = text.map { isID("a\($0)") ? $0 : "-" }
    let id = String(plain.drop { !isID("\($0)") }.prefix(JobField.longestID))
    return isID(id) ? id : nil
  }

  /// A timeout in the valid range; nil for a value that is no positive number.
  static func repairedTimeout(_ value: JSONValue) -> JSONValue? {
    guard let number = value.writtenNumber?.value, number > 0 else { return nil }
    return .number(min(number, JobField.longestTimeout))
  }

  /// The error about an unknown device with a correction of every text that names it; one of
  /// `devices` may name several, separated by commas.
  func correcting(_ error: RenderError, in node: JSONNode) -> RenderError {
    guard case .replace(.string(let meant))? = error.remedies.first?.change else { return error }
    var corrected = error
    corrected.remedies = (node.elements ?? [node]).compactMap { element in
      guard let text = element.string else { return nil }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let names = parts.map { part in isAbout(error, part) ? meant : String(part) }
      guard names != parts.map(String.init) else { return nil }
      return .replace(
        with: .string(names.joined(separator: ",")), at: element.place.origin(in: file))
    }
    return corrected
  }

  /// Whether a name causes an error about an unknown device, with the same correction.
  private func isAbout(_ problem: RenderError, _ name: Substring) -> Bool {
    do throws(RenderError) {
      _ = try DeviceCatalog.known.devices(in: String(name))
      return false
    } catch {
      return error.remedies == problem.remedies
    }
  }
}
