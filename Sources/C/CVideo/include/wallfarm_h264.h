// Encodes H.264 with OpenH264. The library is opened for the first film. If it were linked, it and
// the C++ standard library would be loaded every time the program starts. The encoder has a C
// interface, which is a table of functions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An encoder with one thread and a constant quantizer, so that equal pictures produce equal bytes.
typedef struct wallfarm_h264 wallfarm_h264;

// Opens an encoder for pictures with an even width and height. On failure, returns NULL and writes
// an error message to `message`.
wallfarm_h264 *wallfarm_h264_open(int width, int height, float frames_per_second, int quantizer,
                                  char message[256]);

// A frame in the format of the film file: NAL units without the parameter sets, each preceded by
// its length as a 4-byte big-endian integer (ISO/IEC 14496-15). Valid until the next call.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  int is_whole;
} wallfarm_h264_sample;

// Encodes one picture of three planes: luma, and two chroma planes with half its width and height.
// Returns 0, or -1 with an error message.
int wallfarm_h264_encode(wallfarm_h264 *encoder, const uint8_t *luma, const uint8_t *blue,
                         const uint8_t *red, int stride, wallfarm_h264_sample *sample,
                         char message[256]);

// Returns a parameter set of the first frame without its start code: the sequence parameter set if
// `kind` is 7, or the picture parameter set if it is 8. NULL if there is none.
const uint8_t *wallfarm_h264_parameters(const wallfarm_h264 *encoder, int kind, size_t *count);

void wallfarm_h264_close(wallfarm_h264 *encoder);

// Writes the version of OpenH264 as three numbers. Returns 0 if OpenH264 is not installed, and 1
// otherwise.
int wallfarm_h264_version(int numbers[3]);
