// Embeds the resource files of the ShortcutKit module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t guide_html[] = {
#embed "../../Stories/ShortcutKit/Resources/guide.html"
};

wallfarm_resource wallfarm_shortcutkit_guide_html(void) {
  return (wallfarm_resource){guide_html, sizeof guide_html};
}

static const uint8_t setup_html[] = {
#embed "../../Stories/ShortcutKit/Resources/setup.html"
};

wallfarm_resource wallfarm_shortcutkit_setup_html(void) {
  return (wallfarm_resource){setup_html, sizeof setup_html};
}

static const uint8_t strings_en_json[] = {
#embed "../../Stories/ShortcutKit/Resources/strings-en.json"
};

wallfarm_resource wallfarm_shortcutkit_strings_en_json(void) {
  return (wallfarm_resource){strings_en_json, sizeof strings_en_json};
}

static const uint8_t strings_ar_json[] = {
#embed "../../Stories/ShortcutKit/Resources/strings-ar.json"
};

wallfarm_resource wallfarm_shortcutkit_strings_ar_json(void) {
  return (wallfarm_resource){strings_ar_json, sizeof strings_ar_json};
}

static const uint8_t strings_ja_json[] = {
#embed "../../Stories/ShortcutKit/Resources/strings-ja.json"
};

wallfarm_resource wallfarm_shortcutkit_strings_ja_json(void) {
  return (wallfarm_resource){strings_ja_json, sizeof strings_ja_json};
}

static const uint8_t recipe_html[] = {
#embed "../../Stories/ShortcutKit/Resources/recipe.html"
};

wallfarm_resource wallfarm_shortcutkit_recipe_html(void) {
  return (wallfarm_resource){recipe_html, sizeof recipe_html};
}

static const uint8_t recipe_en_json[] = {
#embed "../../Stories/ShortcutKit/Resources/recipe-en.json"
};

wallfarm_resource wallfarm_shortcutkit_recipe_en_json(void) {
  return (wallfarm_resource){recipe_en_json, sizeof recipe_en_json};
}

static const uint8_t recipe_ar_json[] = {
#embed "../../Stories/ShortcutKit/Resources/recipe-ar.json"
};

wallfarm_resource wallfarm_shortcutkit_recipe_ar_json(void) {
  return (wallfarm_resource){recipe_ar_json, sizeof recipe_ar_json};
}

static const uint8_t recipe_ja_json[] = {
#embed "../../Stories/ShortcutKit/Resources/recipe-ja.json"
};

wallfarm_resource wallfarm_shortcutkit_recipe_ja_json(void) {
  return (wallfarm_resource){recipe_ja_json, sizeof recipe_ja_json};
}

static const uint8_t notewall_en_json[] = {
#embed "../../../Flows/notewall/texts-en.json"
};

wallfarm_resource wallfarm_shortcutkit_notewall_en_json(void) {
  return (wallfarm_resource){notewall_en_json, sizeof notewall_en_json};
}

static const uint8_t notewall_ar_json[] = {
#embed "../../../Flows/notewall/texts-ar.json"
};

wallfarm_resource wallfarm_shortcutkit_notewall_ar_json(void) {
  return (wallfarm_resource){notewall_ar_json, sizeof notewall_ar_json};
}

static const uint8_t notewall_ja_json[] = {
#embed "../../../Flows/notewall/texts-ja.json"
};

wallfarm_resource wallfarm_shortcutkit_notewall_ja_json(void) {
  return (wallfarm_resource){notewall_ja_json, sizeof notewall_ja_json};
}

static const uint8_t android_html[] = {
#embed "../../Stories/ShortcutKit/Resources/android.html"
};

wallfarm_resource wallfarm_shortcutkit_android_html(void) {
  return (wallfarm_resource){android_html, sizeof android_html};
}

static const uint8_t guide_css[] = {
#embed "../../Stories/ShortcutKit/Resources/guide.css"
};

wallfarm_resource wallfarm_shortcutkit_guide_css(void) {
  return (wallfarm_resource){guide_css, sizeof guide_css};
}

static const uint8_t android_en_json[] = {
#embed "../../Stories/ShortcutKit/Resources/android-en.json"
};

wallfarm_resource wallfarm_shortcutkit_android_en_json(void) {
  return (wallfarm_resource){android_en_json, sizeof android_en_json};
}

static const uint8_t android_ar_json[] = {
#embed "../../Stories/ShortcutKit/Resources/android-ar.json"
};

wallfarm_resource wallfarm_shortcutkit_android_ar_json(void) {
  return (wallfarm_resource){android_ar_json, sizeof android_ar_json};
}

static const uint8_t android_ja_json[] = {
#embed "../../Stories/ShortcutKit/Resources/android-ja.json"
};

wallfarm_resource wallfarm_shortcutkit_android_ja_json(void) {
  return (wallfarm_resource){android_ja_json, sizeof android_ja_json};
}
