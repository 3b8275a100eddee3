// Files of the module Service.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t openapi_json[] = {
#embed "../../Service/Service/Resources/openapi.json"
};

wallfarm_resource wallfarm_service_openapi_json(void) {
  return (wallfarm_resource){openapi_json, sizeof openapi_json};
}

static const uint8_t page_html[] = {
#embed "../../Service/Service/Resources/page.html"
};

wallfarm_resource wallfarm_service_page_html(void) {
  return (wallfarm_resource){page_html, sizeof page_html};
}
