#include "wallfarm_h264.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wels/codec_api.h>

enum { SEQUENCE = 7, PICTURE = 8, MOST_PARAMETERS = 128 };

typedef struct {
  uint8_t bytes[MOST_PARAMETERS];
  size_t count;
} parameters;

struct wallfarm_h264 {
  ISVCEncoder *encoder;
  void (*destroy)(ISVCEncoder *);
  int width, height;
  parameters sequence, picture;
  uint8_t *bytes;
  size_t count, room;
};

static int say(char message[256], const char *text) {
  snprintf(message, 256, "%s", text);
  return -1;
}

// dlopen counts references, so repeated calls are cheap and no handle is kept.
static void *library(void) { return dlopen("libopenh264.so.7", RTLD_NOW | RTLD_LOCAL); }

int wallfarm_h264_version(int numbers[3]) {
  void *handle = library();
  if (handle == NULL) return 0;
  OpenH264Version version = {0};
  void (*find)(OpenH264Version *) =
      (void (*)(OpenH264Version *))dlsym(handle, "WelsGetCodecVersionEx");
  if (find == NULL) return 0;
  find(&version);
  numbers[0] = (int)version.uMajor;
  numbers[1] = (int)version.uMinor;
  numbers[2] = (int)version.uRevision;
  return 1;
}

static void describe(SEncParamExt *settings, const wallfarm_h264 *film, float frames_per_second,
                     int quantizer) {
  settings->iUsageType = CAMERA_VIDEO_REAL_TIME;
  settings->iPicWidth = film->width;
  settings->iPicHeight = film->height;
  settings->fMaxFrameRate = frames_per_second;
  settings->iRCMode = RC_OFF_MODE;
  settings->iTargetBitrate = 5000000;
  settings->iMaxQp = 51;
  settings->iMinQp = 0;
  settings->iTemporalLayerNum = 1;
  settings->iSpatialLayerNum = 1;
  settings->iNumRefFrame = 1;
  settings->iComplexityMode = LOW_COMPLEXITY;
  // Only the first frame is an IDR frame.
  settings->uiIntraPeriod = 0;
  settings->eSpsPpsIdStrategy = CONSTANT_ID;
  settings->bEnableFrameSkip = false;
  settings->bEnableSceneChangeDetect = false;
  settings->bEnableBackgroundDetection = false;
  settings->bEnableAdaptiveQuant = false;
  settings->bEnableDenoise = false;
  settings->bEnableLongTermReference = false;
  settings->bEnableFrameCroppingFlag = true;
  settings->iEntropyCodingModeFlag = 0;
  // Deblocking is disabled, because it takes a tenth of the encoding time and has little to smooth
  // if the quantizer is fine.
  settings->iLoopFilterDisableIdc = 1;
  // Output with several threads is not reproducible.
  settings->iMultipleThreadIdc = 1;
  SSpatialLayerConfig *layer = &settings->sSpatialLayers[0];
  layer->iVideoWidth = film->width;
  layer->iVideoHeight = film->height;
  layer->fFrameRate = frames_per_second;
  layer->iSpatialBitrate = settings->iTargetBitrate;
  layer->iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
  layer->uiProfileIdc = PRO_BASELINE;
  layer->iDLayerQp = quantizer;
  layer->sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
  layer->bVideoSignalTypePresent = true;
  layer->uiVideoFormat = VF_UNDEF;
  layer->bFullRange = false;
  layer->bColorDescriptionPresent = true;
  layer->uiColorPrimaries = CP_BT709;
  layer->uiTransferCharacteristics = TRC_BT709;
  layer->uiColorMatrix = CM_BT709;
}

static int start(wallfarm_h264 *film, void *handle, float frames_per_second, int quantizer,
                 char message[256]) {
  int (*create)(ISVCEncoder **) = (int (*)(ISVCEncoder **))dlsym(handle, "WelsCreateSVCEncoder");
  film->destroy = (void (*)(ISVCEncoder *))dlsym(handle, "WelsDestroySVCEncoder");
  if (create == NULL || film->destroy == NULL) return say(message, "OpenH264 has another interface");
  if (create(&film->encoder) != 0 || film->encoder == NULL) return say(message, "no memory");
  int level = WELS_LOG_QUIET;
  (*film->encoder)->SetOption(film->encoder, ENCODER_OPTION_TRACE_LEVEL, &level);
  SEncParamExt settings;
  (*film->encoder)->GetDefaultParams(film->encoder, &settings);
  describe(&settings, film, frames_per_second, quantizer);
  if ((*film->encoder)->InitializeExt(film->encoder, &settings) != cmResultSuccess) {
    return say(message, "OpenH264 takes no pictures of that size");
  }
  int format = videoFormatI420;
  (*film->encoder)->SetOption(film->encoder, ENCODER_OPTION_DATAFORMAT, &format);
  return 0;
}

wallfarm_h264 *wallfarm_h264_open(int width, int height, float frames_per_second, int quantizer,
                                  char message[256]) {
  void *handle = library();
  if (handle == NULL) {
    say(message, "OpenH264 is not installed (Debian package libopenh264-7)");
    return NULL;
  }
  wallfarm_h264 *film = calloc(1, sizeof *film);
  if (film == NULL) {
    say(message, "no memory");
    return NULL;
  }
  film->width = width;
  film->height = height;
  if (start(film, handle, frames_per_second, quantizer, message) != 0) {
    wallfarm_h264_close(film);
    return NULL;
  }
  return film;
}

void wallfarm_h264_close(wallfarm_h264 *film) {
  if (film->encoder != NULL) {
    (*film->encoder)->Uninitialize(film->encoder);
    film->destroy(film->encoder);
  }
  free(film->bytes);
  free(film);
}

static int keep(parameters *set, const uint8_t *unit, size_t count, char message[256]) {
  if (count > MOST_PARAMETERS) return say(message, "OpenH264 wrote parameters of an unknown form");
  memcpy(set->bytes, unit, count);
  set->count = count;
  return 0;
}

static int append(wallfarm_h264 *film, const uint8_t *unit, size_t count, char message[256]) {
  size_t needed = film->count + count + 4;
  if (needed > film->room) {
    size_t room = needed * 2;
    uint8_t *bytes = realloc(film->bytes, room);
    if (bytes == NULL) return say(message, "no memory");
    film->bytes = bytes;
    film->room = room;
  }
  uint8_t *end = film->bytes + film->count;
  for (int place = 0; place < 4; place++) end[place] = (uint8_t)(count >> (24 - 8 * place));
  memcpy(end + 4, unit, count);
  film->count = needed;
  return 0;
}

// Reads one NAL unit, which follows a start code of three or four bytes (ITU-T H.264, Annex B).
static int take(wallfarm_h264 *film, const uint8_t *unit, size_t count, char message[256]) {
  size_t code = count > 3 && unit[2] == 1 ? 3 : 4;
  if (count <= code) return say(message, "OpenH264 wrote an empty unit");
  unit += code;
  count -= code;
  switch (unit[0] & 31) {
    case SEQUENCE: return keep(&film->sequence, unit, count, message);
    case PICTURE: return keep(&film->picture, unit, count, message);
    default: return append(film, unit, count, message);
  }
}

int wallfarm_h264_encode(wallfarm_h264 *film, const uint8_t *luma, const uint8_t *blue,
                         const uint8_t *red, int stride, wallfarm_h264_sample *sample,
                         char message[256]) {
  SSourcePicture source = {
      .iColorFormat = videoFormatI420, .iPicWidth = film->width, .iPicHeight = film->height};
  // The cast is safe, because the encoder only reads the planes.
  source.pData[0] = (uint8_t *)(uintptr_t)luma;
  source.pData[1] = (uint8_t *)(uintptr_t)blue;
  source.pData[2] = (uint8_t *)(uintptr_t)red;
  source.iStride[0] = stride;
  source.iStride[1] = source.iStride[2] = stride / 2;
  SFrameBSInfo info;
  memset(&info, 0, sizeof info);
  if ((*film->encoder)->EncodeFrame(film->encoder, &source, &info) != cmResultSuccess) {
    return say(message, "OpenH264 could not encode a picture");
  }
  if (info.eFrameType == videoFrameTypeSkip || info.eFrameType == videoFrameTypeInvalid) {
    return say(message, "OpenH264 left a picture out");
  }
  film->count = 0;
  for (int index = 0; index < info.iLayerNum; index++) {
    const SLayerBSInfo *layer = &info.sLayerInfo[index];
    const uint8_t *unit = layer->pBsBuf;
    for (int nal = 0; nal < layer->iNalCount; nal++) {
      size_t count = (size_t)layer->pNalLengthInByte[nal];
      if (take(film, unit, count, message) != 0) return -1;
      unit += count;
    }
  }
  sample->bytes = film->bytes;
  sample->count = film->count;
  sample->is_whole = info.eFrameType == videoFrameTypeIDR;
  return 0;
}

const uint8_t *wallfarm_h264_parameters(const wallfarm_h264 *film, int kind, size_t *count) {
  const parameters *set = kind == SEQUENCE ? &film->sequence : &film->picture;
  *count = set->count;
  return set->count == 0 ? NULL : set->bytes;
}
