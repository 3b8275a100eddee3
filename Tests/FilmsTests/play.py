"""Plays a film in headless Chromium.

    play.py film.mp4 WIDTH HEIGHT SECONDS

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import base64, os, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import DRAW_FRAME, Browser, check, run_checks

PLAY = DRAW_FRAME + """
    const [address, done] = arguments;
    const film = document.createElement('video');
    film.muted = true;
    film.onerror = () => done({error: film.error.message});
    film.onloadeddata = async () => {
      const context = await drawFrame(film, film.duration / 2, {colorSpace: 'srgb'});
      const colors = [];
      for (let field = 0; field < 6; field++) {
        const y = Math.floor((field + 0.5) * film.videoHeight / 6);
        colors.push([...context.getImageData(film.videoWidth - 12, y, 1, 1).data]);
      }
      film.currentTime = 0;
      film.onended = () => done({
        width: film.videoWidth, height: film.videoHeight, duration: film.duration, colors});
      await film.play();
    };
    film.src = address;
    document.body.append(film);
"""
FIELDS = [(0, 0, 0), (255, 255, 255), (128, 128, 128), (225, 20, 43), (16, 24, 80), (40, 180, 90)]


def main(path, width, height, seconds):
    with open(path, "rb") as file:
        address = "data:video/mp4;base64," + base64.b64encode(file.read()).decode()
    with tempfile.TemporaryDirectory() as profile:
        page = Browser(profile)
        try:
            told = page.browser.execute_async_script(PLAY, address)
        finally:
            page.quit()
    check("error" not in told, "it is played to its end", told.get("error"))
    check([told["width"], told["height"]] == [int(width), int(height)], "its sides", told)
    check(abs(told["duration"] - float(seconds)) < 0.001, "its time", told["duration"])
    off = [max(abs(seen - meant) for seen, meant in zip(color, field))
           for color, field in zip(told["colors"], FIELDS)]
    check(max(off) <= 3, "its colors", (told["colors"], off))


run_checks(main, *sys.argv[1:])
