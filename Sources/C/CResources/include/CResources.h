// Files that are compiled into the program, such as pages and tables.
//
// An array literal in Swift takes about one second of compile time for 10 KB; `#embed` takes none.
#ifndef WALLFARM_RESOURCES_H
#define WALLFARM_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of a file, which live as long as the process.
typedef struct {
  const uint8_t *_Nonnull bytes;
  size_t count;
} wallfarm_resource;

/// A file with its name, which lives as long as the process.
typedef struct {
  const char *_Nonnull name;
  wallfarm_resource resource;
} wallfarm_named_resource;

// Snapshots
wallfarm_resource wallfarm_snapshots_report_html(void);

// Gallery
wallfarm_resource wallfarm_gallery_html(void);
wallfarm_resource wallfarm_gallery_motions_html(void);

// FlowHosts
wallfarm_resource wallfarm_flowhosts_flow_html(void);
wallfarm_resource wallfarm_flowhosts_words_json(void);
wallfarm_resource wallfarm_flowhosts_terminal_json(void);

// Challenge
wallfarm_resource wallfarm_challenge_words_json(void);

// LibraryPages
wallfarm_resource wallfarm_librarypages_library_html(void);
wallfarm_resource wallfarm_librarypages_words_json(void);

// ShortcutKit
wallfarm_resource wallfarm_shortcutkit_guide_html(void);
wallfarm_resource wallfarm_shortcutkit_setup_html(void);
wallfarm_resource wallfarm_shortcutkit_android_html(void);
wallfarm_resource wallfarm_shortcutkit_guide_css(void);
wallfarm_resource wallfarm_shortcutkit_android_en_json(void);
wallfarm_resource wallfarm_shortcutkit_android_ar_json(void);
wallfarm_resource wallfarm_shortcutkit_android_ja_json(void);
wallfarm_resource wallfarm_shortcutkit_strings_en_json(void);
wallfarm_resource wallfarm_shortcutkit_strings_ar_json(void);
wallfarm_resource wallfarm_shortcutkit_strings_ja_json(void);
wallfarm_resource wallfarm_shortcutkit_recipe_html(void);
wallfarm_resource wallfarm_shortcutkit_recipe_en_json(void);
wallfarm_resource wallfarm_shortcutkit_recipe_ar_json(void);
wallfarm_resource wallfarm_shortcutkit_recipe_ja_json(void);
wallfarm_resource wallfarm_shortcutkit_notewall_en_json(void);
wallfarm_resource wallfarm_shortcutkit_notewall_ar_json(void);
wallfarm_resource wallfarm_shortcutkit_notewall_ja_json(void);

// Service
wallfarm_resource wallfarm_service_openapi_json(void);
wallfarm_resource wallfarm_service_page_html(void);
/// The number of files of the person's app.
size_t wallfarm_service_app_count(void);
/// A file of the person's app; the index is less than the number of files.
wallfarm_named_resource wallfarm_service_app_file(size_t index);
wallfarm_resource wallfarm_service_screens_html(void);
wallfarm_resource wallfarm_service_agents_md(void);
wallfarm_resource wallfarm_service_calendars_md(void);
wallfarm_resource wallfarm_service_content_md(void);
wallfarm_resource wallfarm_service_errors_md(void);
wallfarm_resource wallfarm_service_fingerprints_md(void);
wallfarm_resource wallfarm_service_glossary_md(void);
wallfarm_resource wallfarm_service_job_file_md(void);
wallfarm_resource wallfarm_service_motion_md(void);
wallfarm_resource wallfarm_service_photos_md(void);
wallfarm_resource wallfarm_service_serve_md(void);
wallfarm_resource wallfarm_service_shortcuts_md(void);
wallfarm_resource wallfarm_service_text_limits_md(void);
wallfarm_resource wallfarm_service_theme_reference_md(void);
wallfarm_resource wallfarm_service_typography_md(void);
wallfarm_resource wallfarm_service_writing_a_theme_md(void);

// wallfarm
wallfarm_resource wallfarm_program_errors_md(void);

#endif
