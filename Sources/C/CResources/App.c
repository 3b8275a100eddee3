// Embeds the files of the person's app, in the order of their names.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t app_api_js[] = {
#embed "../../Service/Service/Resources/app/api.js"
};
static const uint8_t app_app_css[] = {
#embed "../../Service/Service/Resources/app/app.css"
};
static const uint8_t app_app_js[] = {
#embed "../../Service/Service/Resources/app/app.js"
};
static const uint8_t app_app_webmanifest[] = {
#embed "../../Service/Service/Resources/app/app.webmanifest"
};
static const uint8_t app_content_view_js[] = {
#embed "../../Service/Service/Resources/app/content-view.js"
};
static const uint8_t app_digest_js[] = {
#embed "../../Service/Service/Resources/app/digest.js"
};
static const uint8_t app_dom_js[] = {
#embed "../../Service/Service/Resources/app/dom.js"
};
static const uint8_t app_first_run_js[] = {
#embed "../../Service/Service/Resources/app/first-run.js"
};
static const uint8_t app_icon_192_png[] = {
#embed "../../Service/Service/Resources/app/icon-192.png"
};
static const uint8_t app_icon_512_png[] = {
#embed "../../Service/Service/Resources/app/icon-512.png"
};
static const uint8_t app_icon_svg[] = {
#embed "../../Service/Service/Resources/app/icon.svg"
};
static const uint8_t app_index_html[] = {
#embed "../../Service/Service/Resources/app/index.html"
};
static const uint8_t app_kept_js[] = {
#embed "../../Service/Service/Resources/app/kept.js"
};
static const uint8_t app_lock_screen_js[] = {
#embed "../../Service/Service/Resources/app/lock-screen.js"
};
static const uint8_t app_look_hint_js[] = {
#embed "../../Service/Service/Resources/app/look-hint.js"
};
static const uint8_t app_look_view_js[] = {
#embed "../../Service/Service/Resources/app/look-view.js"
};
static const uint8_t app_looks_js[] = {
#embed "../../Service/Service/Resources/app/looks.js"
};
static const uint8_t app_merge_js[] = {
#embed "../../Service/Service/Resources/app/merge.js"
};
static const uint8_t app_notes_view_js[] = {
#embed "../../Service/Service/Resources/app/notes-view.js"
};
static const uint8_t app_phone_view_js[] = {
#embed "../../Service/Service/Resources/app/phone-view.js"
};
static const uint8_t app_photo_view_js[] = {
#embed "../../Service/Service/Resources/app/photo-view.js"
};
static const uint8_t app_preview_js[] = {
#embed "../../Service/Service/Resources/app/preview.js"
};
static const uint8_t app_qr_js[] = {
#embed "../../Service/Service/Resources/app/qr.js"
};
static const uint8_t app_screen_js[] = {
#embed "../../Service/Service/Resources/app/screen.js"
};
static const uint8_t app_store_js[] = {
#embed "../../Service/Service/Resources/app/store.js"
};
static const uint8_t app_system_js[] = {
#embed "../../Service/Service/Resources/app/system.js"
};
static const uint8_t app_thumbs_js[] = {
#embed "../../Service/Service/Resources/app/thumbs.js"
};
static const uint8_t app_view_js[] = {
#embed "../../Service/Service/Resources/app/view.js"
};
static const uint8_t app_views_css[] = {
#embed "../../Service/Service/Resources/app/views.css"
};
static const uint8_t app_words_ar_json[] = {
#embed "../../Service/Service/Resources/app/words-ar.json"
};
static const uint8_t app_words_de_json[] = {
#embed "../../Service/Service/Resources/app/words-de.json"
};
static const uint8_t app_words_en_json[] = {
#embed "../../Service/Service/Resources/app/words-en.json"
};
static const uint8_t app_words_ja_json[] = {
#embed "../../Service/Service/Resources/app/words-ja.json"
};
static const uint8_t app_words_pl_json[] = {
#embed "../../Service/Service/Resources/app/words-pl.json"
};
static const uint8_t app_words_js[] = {
#embed "../../Service/Service/Resources/app/words.js"
};
static const uint8_t app_worker_js[] = {
#embed "../../Service/Service/Resources/app/worker.js"
};
static const uint8_t app_you_view_js[] = {
#embed "../../Service/Service/Resources/app/you-view.js"
};

static const wallfarm_named_resource files[] = {
  {"api.js", {app_api_js, sizeof app_api_js}},
  {"app.css", {app_app_css, sizeof app_app_css}},
  {"app.js", {app_app_js, sizeof app_app_js}},
  {"app.webmanifest", {app_app_webmanifest, sizeof app_app_webmanifest}},
  {"content-view.js", {app_content_view_js, sizeof app_content_view_js}},
  {"digest.js", {app_digest_js, sizeof app_digest_js}},
  {"dom.js", {app_dom_js, sizeof app_dom_js}},
  {"first-run.js", {app_first_run_js, sizeof app_first_run_js}},
  {"icon-192.png", {app_icon_192_png, sizeof app_icon_192_png}},
  {"icon-512.png", {app_icon_512_png, sizeof app_icon_512_png}},
  {"icon.svg", {app_icon_svg, sizeof app_icon_svg}},
  {"index.html", {app_index_html, sizeof app_index_html}},
  {"kept.js", {app_kept_js, sizeof app_kept_js}},
  {"lock-screen.js", {app_lock_screen_js, sizeof app_lock_screen_js}},
  {"look-hint.js", {app_look_hint_js, sizeof app_look_hint_js}},
  {"look-view.js", {app_look_view_js, sizeof app_look_view_js}},
  {"looks.js", {app_looks_js, sizeof app_looks_js}},
  {"merge.js", {app_merge_js, sizeof app_merge_js}},
  {"notes-view.js", {app_notes_view_js, sizeof app_notes_view_js}},
  {"phone-view.js", {app_phone_view_js, sizeof app_phone_view_js}},
  {"photo-view.js", {app_photo_view_js, sizeof app_photo_view_js}},
  {"preview.js", {app_preview_js, sizeof app_preview_js}},
  {"qr.js", {app_qr_js, sizeof app_qr_js}},
  {"screen.js", {app_screen_js, sizeof app_screen_js}},
  {"store.js", {app_store_js, sizeof app_store_js}},
  {"system.js", {app_system_js, sizeof app_system_js}},
  {"thumbs.js", {app_thumbs_js, sizeof app_thumbs_js}},
  {"view.js", {app_view_js, sizeof app_view_js}},
  {"views.css", {app_views_css, sizeof app_views_css}},
  {"words-ar.json", {app_words_ar_json, sizeof app_words_ar_json}},
  {"words-de.json", {app_words_de_json, sizeof app_words_de_json}},
  {"words-en.json", {app_words_en_json, sizeof app_words_en_json}},
  {"words-ja.json", {app_words_ja_json, sizeof app_words_ja_json}},
  {"words-pl.json", {app_words_pl_json, sizeof app_words_pl_json}},
  {"words.js", {app_words_js, sizeof app_words_js}},
  {"worker.js", {app_worker_js, sizeof app_worker_js}},
  {"you-view.js", {app_you_view_js, sizeof app_you_view_js}},
};

size_t wallfarm_service_app_count(void) { return sizeof files / sizeof files[0]; }

wallfarm_named_resource wallfarm_service_app_file(size_t index) { return files[index]; }
