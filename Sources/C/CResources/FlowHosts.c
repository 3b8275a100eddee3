// Embeds the resource files of the FlowHosts module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t flow_html[] = {
#embed "../../Stories/FlowHosts/Resources/flow.html"
};

wallfarm_resource wallfarm_flowhosts_flow_html(void) {
  return (wallfarm_resource){flow_html, sizeof flow_html};
}

static const uint8_t words_json[] = {
#embed "../../Stories/FlowHosts/Resources/words.json"
};

wallfarm_resource wallfarm_flowhosts_words_json(void) {
  return (wallfarm_resource){words_json, sizeof words_json};
}

static const uint8_t terminal_json[] = {
#embed "../../Stories/FlowHosts/Resources/terminal.json"
};

wallfarm_resource wallfarm_flowhosts_terminal_json(void) {
  return (wallfarm_resource){terminal_json, sizeof terminal_json};
}
