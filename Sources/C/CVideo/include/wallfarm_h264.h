// H.264 with OpenH264, opened for the first film: linking it would load it and the C++ library at
// each start. The encoder has a C interface: a table of functions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An encoder with one thread and a constant quantizer, so that equal pictures give equal bytes.
typedef struct wallfarm_h264 wallfarm_h264;

// Opens an encoder for pictures with even sides. Returns null with an error message in `message` on
// failure.
wallfarm_h264 *wallfarm_h264_open(int width, int height, float frames_per_second, int quantizer,
                                  char message[256]);

// A frame in the file: NAL units with 4-byte big-endian lengths (as ISO/IEC 14496-15 stores them),
// without the parameter sets. Valid until the next call.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  int is_whole;
} wallfarm_h264_sample;

// Encodes one picture of three planes: luma, and two chroma planes of half its sides. Returns 0, or
// -1 with an error message.
int wallfarm_h264_encode(wallfarm_h264 *encoder, const uint8_t *luma, const uint8_t *blue,
                         const uint8_t *red, int stride, wallfarm_h264_sample *sample,
                         char message[256]);

// The parameter sets of the first frame without start codes: 7 for the sequence, 8 for the picture.
// Null if there is none.
const uint8_t *wallfarm_h264_parameters(const wallfarm_h264 *encoder, int kind, size_t *count);

void wallfarm_h264_close(wallfarm_h264 *encoder);

// The version of OpenH264 as three numbers; 0 if it is not installed.
int wallfarm_h264_version(int numbers[3]);
