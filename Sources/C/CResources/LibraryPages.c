// Embeds the resource files of the LibraryPages module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t library_html[] = {
#embed "../../Stories/LibraryPages/Resources/library.html"
};

wallfarm_resource wallfarm_librarypages_library_html(void) {
  return (wallfarm_resource){library_html, sizeof library_html};
}

static const uint8_t words_json[] = {
#embed "../../Stories/LibraryPages/Resources/words.json"
};

wallfarm_resource wallfarm_librarypages_words_json(void) {
  return (wallfarm_resource){words_json, sizeof words_json};
}
