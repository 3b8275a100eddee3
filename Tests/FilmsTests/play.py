"""Plays a film in Chromium without a window.

    play.py film.mp4 WIDTH HEIGHT SECONDS

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import base64, sys, tempfile

from selenium import webdriver

film, width, height, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])


def check(true, words, detail=""):
    if not true:
        print(f"FAILED: {words}: {detail}")
        sys.exit(1)
    print(f"ok: {words}")


with open(film, "rb") as file:
    address = "data:video/mp4;base64," + base64.b64encode(file.read()).decode()
with tempfile.TemporaryDirectory() as profile:
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--force-color-profile=srgb", f"--user-data-dir={profile}"):
        options.add_argument(option)
    browser = webdriver.Chrome(options=options)
    try:
        browser.set_script_timeout(120)
        browser.get("about:blank")
        told = browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            const film = document.createElement('video');
            film.muted = true;
            film.onerror = () => done({error: film.error.message});
            film.onloadeddata = async () => {
              const canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
              const context = canvas.getContext('2d', {colorSpace: 'srgb'});
              film.currentTime = film.duration / 2;
              await new Promise(resolve => film.onseeked = resolve);
              context.drawImage(film, 0, 0);
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
            film.src = arguments[0];
            document.body.append(film);
            """, address)
    finally:
        browser.quit()
check("error" not in told, "it is played to its end", told.get("error"))
check([told["width"], told["height"]] == [width, height], "its sides", told)
check(abs(told["duration"] - seconds) < 0.001, "its time", told["duration"])
fields = [(0, 0, 0), (255, 255, 255), (128, 128, 128), (225, 20, 43), (16, 24, 80), (40, 180, 90)]
off = [max(abs(seen - meant) for seen, meant in zip(color, field))
       for color, field in zip(told["colors"], fields)]
check(max(off) <= 3, "its colours", (told["colors"], off))
