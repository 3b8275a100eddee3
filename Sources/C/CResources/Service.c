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

// The page that finds a screen, which scripts/list-screens writes.
static const uint8_t screens_html[] = {
#embed "../../../docs/screens.html"
};

wallfarm_resource wallfarm_service_screens_html(void) {
  return (wallfarm_resource){screens_html, sizeof screens_html};
}

// Pages of the documentation, which agents can read.

static const uint8_t agents_md[] = {
#embed "../../../docs/agents.md"
};

wallfarm_resource wallfarm_service_agents_md(void) {
  return (wallfarm_resource){agents_md, sizeof agents_md};
}

static const uint8_t calendars_md[] = {
#embed "../../../docs/calendars.md"
};

wallfarm_resource wallfarm_service_calendars_md(void) {
  return (wallfarm_resource){calendars_md, sizeof calendars_md};
}

static const uint8_t content_md[] = {
#embed "../../../docs/content.md"
};

wallfarm_resource wallfarm_service_content_md(void) {
  return (wallfarm_resource){content_md, sizeof content_md};
}

static const uint8_t errors_md[] = {
#embed "../../../docs/errors.md"
};

wallfarm_resource wallfarm_service_errors_md(void) {
  return (wallfarm_resource){errors_md, sizeof errors_md};
}

static const uint8_t fingerprints_md[] = {
#embed "../../../docs/fingerprints.md"
};

wallfarm_resource wallfarm_service_fingerprints_md(void) {
  return (wallfarm_resource){fingerprints_md, sizeof fingerprints_md};
}

static const uint8_t glossary_md[] = {
#embed "../../../docs/glossary.md"
};

wallfarm_resource wallfarm_service_glossary_md(void) {
  return (wallfarm_resource){glossary_md, sizeof glossary_md};
}

static const uint8_t job_file_md[] = {
#embed "../../../docs/job-file.md"
};

wallfarm_resource wallfarm_service_job_file_md(void) {
  return (wallfarm_resource){job_file_md, sizeof job_file_md};
}

static const uint8_t motion_md[] = {
#embed "../../../docs/motion.md"
};

wallfarm_resource wallfarm_service_motion_md(void) {
  return (wallfarm_resource){motion_md, sizeof motion_md};
}

static const uint8_t photos_md[] = {
#embed "../../../docs/photos.md"
};

wallfarm_resource wallfarm_service_photos_md(void) {
  return (wallfarm_resource){photos_md, sizeof photos_md};
}

static const uint8_t serve_md[] = {
#embed "../../../docs/serve.md"
};

wallfarm_resource wallfarm_service_serve_md(void) {
  return (wallfarm_resource){serve_md, sizeof serve_md};
}

static const uint8_t shortcuts_md[] = {
#embed "../../../docs/shortcuts.md"
};

wallfarm_resource wallfarm_service_shortcuts_md(void) {
  return (wallfarm_resource){shortcuts_md, sizeof shortcuts_md};
}

static const uint8_t text_limits_md[] = {
#embed "../../../docs/text-limits.md"
};

wallfarm_resource wallfarm_service_text_limits_md(void) {
  return (wallfarm_resource){text_limits_md, sizeof text_limits_md};
}

static const uint8_t theme_reference_md[] = {
#embed "../../../docs/theme-reference.md"
};

wallfarm_resource wallfarm_service_theme_reference_md(void) {
  return (wallfarm_resource){theme_reference_md, sizeof theme_reference_md};
}

static const uint8_t typography_md[] = {
#embed "../../../docs/typography.md"
};

wallfarm_resource wallfarm_service_typography_md(void) {
  return (wallfarm_resource){typography_md, sizeof typography_md};
}

static const uint8_t writing_a_theme_md[] = {
#embed "../../../docs/writing-a-theme.md"
};

wallfarm_resource wallfarm_service_writing_a_theme_md(void) {
  return (wallfarm_resource){writing_a_theme_md, sizeof writing_a_theme_md};
}
