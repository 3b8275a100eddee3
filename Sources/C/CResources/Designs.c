// Files of the module Designs.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t devices_json[] = {
#embed "../../Engine/Designs/Resources/devices.json"
};

wallfarm_resource wallfarm_designs_devices_json(void) {
  return (wallfarm_resource){devices_json, sizeof devices_json};
}
