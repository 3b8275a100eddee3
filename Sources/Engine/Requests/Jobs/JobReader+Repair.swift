import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Proposes corrections for jobs and requests.
extension JobReader {
  /// The device that a correction adds if a job has no device.
  static let sampleDevice: JSONValue = "iphone15"

  /// Returns the object if it is the only item of a list.
  static func onlyObject(in node: JSONNode) -> JSONValue? {
    guard let elements = node.elements, elements.count == 1, elements[0].members != nil else {
      return nil
    }
    return elements[0].plain
  }

  /// Returns the identifier with hyphens in place of invalid characters; returns nil if no valid
  /// characters remain.
  static func repairedID(_ value: JSONValue) -> String? {
    guard let text = value.writtenText else { return nil }
    let plain = text.map { isID("a\($0)") ? $0 : "-" }
    let id = String(plain.drop { !isID("\($0)") }.prefix(JobField.longestID))
    return isID(id) ? id : nil
  }

  /// Returns the nearest valid timeout; returns nil for a value that is not a positive number.
  static func repairedTimeout(_ value: JSONValue) -> JSONValue? {
    guard let number = value.writtenNumber?.value, number > 0 else { return nil }
    return .number(min(number, JobField.longestTimeout))
  }

  /// Returns the error about an unknown device, with a correction for every string that contains
  /// the unknown name.
  ///
  /// A string in `devices` can contain several names, separated by commas.
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

  /// Returns whether a name causes an unknown-device error with the same correction as the given
  /// error.
  private func isAbout(_ problem: RenderError, _ name: Substring) -> Bool {
    do throws(RenderError) {
      _ = try DeviceCatalog.known.devices(in: String(name))
      return false
    } catch {
      return error.remedies == problem.remedies
    }
  }
}
