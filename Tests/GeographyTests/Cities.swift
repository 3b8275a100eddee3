import Designs
import Files
import Geography
import WallfarmTesting

/// The place names, read once.
let names: PlaceNames = {
  guard let names = PlaceNames(cityBytes) else { preconditionFailure("cities.bin cannot be read") }
  return names
}()

/// The unparsed contents of the cities file.
let cityBytes: [UInt8] = {
  do { return try Files.read(Workspace.installation.maps + "/cities.bin") } catch {
    preconditionFailure("\(error)")
  }
}()
