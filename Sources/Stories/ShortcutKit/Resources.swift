internal import CResources
internal import Files

/// Files of this module that are embedded in the program.
package enum Resources {
  package static var guidePage: [UInt8] { wallfarm_shortcutkit_guide_html().array }
  package static var setupPage: [UInt8] { wallfarm_shortcutkit_setup_html().array }
  package static var androidPage: [UInt8] { wallfarm_shortcutkit_android_html().array }
  static var guideStyle: [UInt8] { wallfarm_shortcutkit_guide_css().array }
  static var androidEnJSON: [UInt8] { wallfarm_shortcutkit_android_en_json().array }
  static var androidArJSON: [UInt8] { wallfarm_shortcutkit_android_ar_json().array }
  static var androidJaJSON: [UInt8] { wallfarm_shortcutkit_android_ja_json().array }
  static var stringsEnJSON: [UInt8] { wallfarm_shortcutkit_strings_en_json().array }
  static var stringsArJSON: [UInt8] { wallfarm_shortcutkit_strings_ar_json().array }
  static var stringsJaJSON: [UInt8] { wallfarm_shortcutkit_strings_ja_json().array }
  static var recipePage: [UInt8] { wallfarm_shortcutkit_recipe_html().array }
  static var recipeEnJSON: [UInt8] { wallfarm_shortcutkit_recipe_en_json().array }
  static var recipeArJSON: [UInt8] { wallfarm_shortcutkit_recipe_ar_json().array }
  static var recipeJaJSON: [UInt8] { wallfarm_shortcutkit_recipe_ja_json().array }
  static var notewallEnJSON: [UInt8] { wallfarm_shortcutkit_notewall_en_json().array }
  static var notewallArJSON: [UInt8] { wallfarm_shortcutkit_notewall_ar_json().array }
  static var notewallJaJSON: [UInt8] { wallfarm_shortcutkit_notewall_ja_json().array }
}
