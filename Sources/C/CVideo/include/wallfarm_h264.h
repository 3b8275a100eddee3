// H.264 through OpenH264, which is opened when the first film is made: linking it would load it and the C++
// library at every start. The encoder has a C interface: a table of functions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An encoder with one thread and a constant quantiser: the same pictures give the same bytes.
typedef struct wallfarm_h264 wallfarm_h264;

// Opens an encoder for pictures of even sides. Null, with a sentence in `message`, where there is none.
wallfarm_h264 *wallfarm_h264_open(int width, int height, float frames_per_second, int quantizer,
                                  char message[256]);

// A picture in the file: units with their lengths in front of them, four bytes each, most significant first (as ISO/IEC
// 14496-15 stores them), without the parameter sets. Good until the next call.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  int is_whole;
} wallfarm_h264_sample;

// Encodes one picture of three planes: luma, and two of half its sides. Returns 0, or -1 with a sentence.
int wallfarm_h264_encode(wallfarm_h264 *encoder, const uint8_t *luma, const uint8_t *blue,
                         const uint8_t *red, int stride, wallfarm_h264_sample *sample,
                         char message[256]);

// The parameter sets of the first picture, without start codes: 7 for that of the sequence, 8 for that of pictures.
// Null where it had none.
const uint8_t *wallfarm_h264_parameters(const wallfarm_h264 *encoder, int kind, size_t *count);

void wallfarm_h264_close(wallfarm_h264 *encoder);

// The version of OpenH264, three numbers; 0 where it is not installed.
int wallfarm_h264_version(int numbers[3]);
