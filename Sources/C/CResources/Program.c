// Embeds the resource files of the wallfarm module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t errors_md[] = {
#embed "../../../docs/errors.md"
};

wallfarm_resource wallfarm_program_errors_md(void) {
  return (wallfarm_resource){errors_md, sizeof errors_md};
}
