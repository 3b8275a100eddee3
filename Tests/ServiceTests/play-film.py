"""Plays a film of a running service in a headless browser, and seeks to several times.

    play-film.py http://localhost:8080/v1/motions/hook/iphone15.en.mp4 FILM SECONDS

FILM is the same film as a file, from which ffmpeg decodes the expected pictures. Prints a line for each
check, and exits with status 1 at the first one that fails.
"""
import json, os, subprocess, sys, tempfile

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import DRAW_FRAME, Browser, check, run_checks

SMALL = (32, 44)

# A page with only the film, served from the service's origin so that the page can read its pixels.
PAGE = """
    document.documentElement.innerHTML = '<body><video muted preload="metadata"></video></body>';
    window.film = document.querySelector('video');
    film.src = arguments[0];
"""

GO = DRAW_FRAME + """
    const [time, width, height, done] = arguments;
    film.onerror = () => done({error: film.error.message});
    drawFrame(film, time, {willReadFrequently: true}).then(context => {
      // Means of areas: browsers leave pixels out where they make a picture much smaller.
      const [across, down] = [Math.floor(film.videoWidth / width), Math.floor(film.videoHeight / height)];
      const means = [];
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        const {data} = context.getImageData(x * across, y * down, across, down);
        const sum = [0, 0, 0];
        for (let i = 0; i < data.length; i++) if (i % 4 < 3) sum[i % 4] += data[i];
        means.push(sum.map(each => each / across / down));
      }
      done({means});
    });
"""


def meant(film, time):
    """Returns the picture that is shown at a time, decoded by ffmpeg and reduced to the means of
    areas."""
    size = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", film],
        capture_output=True, check=True, text=True).stdout
    width, height = map(int, size.split(","))
    # ffmpeg starts at the first frame at or after the given time, so a slightly earlier time is passed.
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-ss", f"{time - 0.02:.6f}", "-i", film, "-frames:v", "1",
         "-sws_flags", "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True).stdout
    across, down = width // SMALL[0], height // SMALL[1]
    picture = numpy.frombuffer(raw, numpy.uint8).reshape(height, width, 3)
    return picture[:down * SMALL[1], :across * SMALL[0]].reshape(
        SMALL[1], down, SMALL[0], across, 3).mean((1, 3))


def answers(page, address):
    """Returns the status and the headers of each response from an address since the previous call."""
    log = [json.loads(entry["message"])["message"] for entry in page.browser.get_log("performance")]
    found = [message["params"]["response"] for message in log
             if message["method"] == "Network.responseReceived"]
    return [(each["status"], {name.lower(): value for name, value in each["headers"].items()})
            for each in found if each["url"] == address]


def look(page, address, film, seconds):
    page.browser.get(address.split("/v1/")[0] + "/healthz")
    page.run(PAGE, address)
    check(page.wait("return film.readyState > 0 || film.error"), "its head is read")
    check(abs(page.run("return film.duration") - seconds) < 0.001, "its time",
          page.run("return film.duration"))
    check(page.run("return film.seekable.length && film.seekable.end(0)") >= seconds - 0.001,
          "any place can be gone to")
    for time in (seconds * 0.9, seconds * 0.3):
        # Seek to the middle of a frame's duration, so that only one frame can be shown.
        time = round(time * 30) / 30 + 1 / 60
        told = page.browser.execute_async_script(GO, time, *SMALL)
        check("error" not in told, f"it goes to {time:.2f} s", told.get("error"))
        off = abs(numpy.array(told["means"]).reshape(SMALL[1], SMALL[0], 3) - meant(film, time)).mean()
        check(off < 2, f"it is the picture at {time:.2f} s", off)
    found = answers(page, address)
    parts = [headers.get("content-range", "") for status, headers in found if status == 206]
    check(len(parts) == len(found) and any(not part.startswith("bytes 0-") for part in parts),
          "it asks for parts, also from the middle", (found, parts))


def main(address, film, seconds):
    with tempfile.TemporaryDirectory() as profile:
        page = Browser(profile)
        try:
            look(page, address, film, float(seconds))
        finally:
            page.quit()


if __name__ == "__main__":
    run_checks(main, *sys.argv[1:])
