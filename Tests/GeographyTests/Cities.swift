import Designs
import Files
import Geography
import WallfarmTesting

/// Names of places, read once.
let names: PlaceNames = {
  guard let names = PlaceNames(cityBytes) else { preconditionFailure("cities.bin cannot be read") }
  return names
}()

/// The file of cities as it is.
let cityBytes: [UInt8] = {
  do { return try Files.read(Workspace.installation.maps + "/cities.bin") } catch {
    preconditionFailure("\(error)")
  }
}()
