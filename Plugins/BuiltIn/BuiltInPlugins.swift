import Banner
import Countdown
import GradientBackground
import InstructionImageBackground
import NumberedNotes
import PatternBackground
import PhotoBackground
import SolidColorBackground
public import WallfarmPluginKit

extension PluginRegistry {
  /// The plugins that ship with wallfarm; the one list of them.
  public static let builtIn = PluginRegistry(
    backgrounds: [
      SolidColorBackground.self, GradientBackground.self, PhotoBackground.self,
      InstructionImageBackground.self, PatternBackground.self,
    ],
    layouts: [NumberedNotes.self, Banner.self, Countdown.self])
}
