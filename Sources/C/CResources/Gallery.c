// Embeds the resource files of the Gallery module.
#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t gallery_html[] = {
#embed "../../Workshop/Gallery/Resources/gallery.html"
};

wallfarm_resource wallfarm_gallery_html(void) {
  return (wallfarm_resource){gallery_html, sizeof gallery_html};
}

static const uint8_t motions_html[] = {
#embed "../../Workshop/Gallery/Resources/motions.html"
};

wallfarm_resource wallfarm_gallery_motions_html(void) {
  return (wallfarm_resource){motions_html, sizeof motions_html};
}
