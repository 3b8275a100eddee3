"""Judges a film with ffprobe, ffmpeg and MediaInfo.

    judge.py film.mp4 drawn.raw WIDTH HEIGHT FRAMES_PER_SECOND COUNT

drawn.raw contains the pictures as they were drawn: blue, green and red, with an even width and height.
Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import json, re, struct, subprocess, sys

import numpy

film, drawn, width, height, rate, count = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
sides = (width + width % 2, height + height % 2)


def check(true, words, detail=""):
    if not true:
        print(f"FAILED: {words}: {detail}")
        sys.exit(1)
    print(f"ok: {words}")


def boxes(data, start, end):
    while start < end:
        length, name = struct.unpack(">I4s", data[start:start + 8])
        yield name.decode("latin-1"), start, start + length
        start += length


def run(*words):
    return subprocess.run(words, capture_output=True, check=True)


with open(film, "rb") as file:
    data = file.read()
order = [name for name, _, _ in boxes(data, 0, len(data))]
check(order == ["ftyp", "moov", "mdat"], "the index is in front", order)

probe = run("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format",
            "-show_frames", "-show_packets", "-of", "json", film)
check(probe.stderr == b"", "ffprobe has nothing to complain of", probe.stderr)
told = json.loads(probe.stdout)
stream = told["streams"][0]
check(len(told["streams"]) == 1 and stream["codec_name"] == "h264", "one track of H.264")
check((stream["width"], stream["height"]) == sides, "the sides", (stream["width"], stream["height"]))
check(int(stream["nb_frames"]) == int(stream["nb_read_frames"]) == count, "every picture",
      (stream["nb_frames"], stream["nb_read_frames"]))
check(stream["r_frame_rate"] == stream["avg_frame_rate"] == f"{rate}/1", "the rate",
      stream["r_frame_rate"])
for what, seconds in (("track", stream["duration"]), ("film", told["format"]["duration"])):
    check(abs(float(seconds) - count / rate) < 0.001, f"the time of the {what}", seconds)
colors = [stream.get(key) for key in ("color_range", "color_space", "color_transfer",
                                      "color_primaries")]
check(colors == ["tv", "bt709", "bt709", "bt709"], "the colours are named", colors)
# ffprobe does not distinguish the stream's color data from the container's. MediaInfo, an independent parser,
# does.
general, video = json.loads(run("mediainfo", "--Output=JSON", film).stdout)["media"]["track"]
both = [video.get(key + "_Source") for key in (
    "colour_range", "colour_primaries", "transfer_characteristics", "matrix_coefficients")]
check(both == ["Container / Stream"] * 4, "in the stream and in the container", both)
check((video["Format_Profile"], video["ColorSpace"], video["ChromaSubsampling"], video["ScanType"])
      == ("Constrained Baseline", "YUV", "4:2:0", "Progressive"), "a stream that every decoder plays", video)
check(general["IsStreamable"] == "Yes" and int(video["FrameCount"]) == count
      and abs(float(video["Duration"]) - count / rate) < 0.001
      and float(video["FrameRate"]) == rate and video["FrameRate_Mode"] == "CFR",
      "MediaInfo counts the same pictures and times", video)
frames = [entry for entry in told["packets_and_frames"] if entry["type"] == "frame"]
whole = [index for index, frame in enumerate(frames) if frame["key_frame"]]
check(whole == list(range(0, count, rate)), "each second begins with a whole picture", whole)

decoded = run("ffmpeg", "-v", "error", "-i", film, "-sws_flags", "accurate_rnd+full_chroma_int",
              "-f", "rawvideo", "-pix_fmt", "bgr24", "-").stdout
shape = (count, sides[1], sides[0], 3)
seen = numpy.frombuffer(decoded, numpy.uint8).reshape(shape).astype(int)
meant = numpy.fromfile(drawn, numpy.uint8).reshape(shape).astype(int)
# A pixel is flat if all pixels within eight pixels of it, in its row and its column, have the same color.
flat = numpy.ones(shape[:3], bool)
for axis in (1, 2):
    for step in range(-8, 9):
        flat &= (numpy.roll(meant, step, axis) == meant).all(axis=3)
flat[:, :8], flat[:, -8:], flat[:, :, :8], flat[:, :, -8:] = False, False, False, False
off = abs(seen - meant).max(axis=3)[flat]
check(off.size > 1000 and numpy.percentile(off, 98) <= 2, "flat colours within two levels",
      (off.size, off.max(), numpy.percentile(off, 98)))

raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{sides[0]}x{sides[1]}", "-r", str(rate)]
compared = subprocess.run(["ffmpeg", "-i", film, *raw, "-i", drawn, "-lavfi", "ssim", "-f", "null", "-"],
                          capture_output=True, text=True).stderr
similar = float(re.search(r"SSIM .*All:([0-9.]+)", compared)[1])
check(similar >= 0.99, "structural similarity", similar)
trace = run("ffmpeg", "-v", "error", "-err_detect", "explode", "-i", film, "-f", "null", "-")
check(trace.stderr == b"", "ffmpeg decodes it without a complaint", trace.stderr)
