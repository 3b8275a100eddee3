// Embeds the resource files of the Snapshots module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t report_html[] = {
#embed "../../Workshop/Snapshots/Resources/report.html"
};

wallfarm_resource wallfarm_snapshots_report_html(void) {
  return (wallfarm_resource){report_html, sizeof report_html};
}
