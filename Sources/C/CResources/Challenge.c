// Embeds the resource files of the Challenge module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t challenge_words_json[] = {
#embed "../../Stories/Challenge/Resources/challenge-words.json"
};

wallfarm_resource wallfarm_challenge_words_json(void) {
  return (wallfarm_resource){challenge_words_json, sizeof challenge_words_json};
}
