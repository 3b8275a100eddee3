"""Renders films with wallfarm, with Pillow and ffmpeg, and with Chromium and ffmpeg, side by side.

    bench.py PROGRAM

The films are 1179 × 2556 pixels, 30 frames per second, H.264. Pillow draws rotated cards on a background
and pipes the pixels to ffmpeg. Chromium moves the cards with CSS and takes a screenshot for each frame,
like programs that make films from web pages. Both receive the background and the cards as finished
pictures. The programs take turns in each round, and the best result of the rounds counts, because a
machine is seldom idle.
"""
import base64, io, os, subprocess, sys, tempfile, time

from PIL import Image, ImageDraw, ImageFilter, ImageFont
from selenium import webdriver

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import figures

program = os.path.abspath(sys.argv[1])
SIZE, RATE, ROUNDS = (1179, 2556), 30, 3
FONT = "Fonts/files"
SHORT = 45  # the number of frames for slow programs: a second and a half of movement


def font(size):
    for folder, _, files in os.walk(FONT):
        for file in files:
            if "Inter" in file and file.endswith((".otf", ".ttf", ".ttc")):
                return ImageFont.truetype(os.path.join(folder, file), size)
    return ImageFont.load_default()


def background(folder):
    path = os.path.join(folder, "ground.png")
    subprocess.run([program, "render", "--template", "home", "--device", "iphone15", "--no-widgets", "-o", path],
                   check=True, capture_output=True)
    return Image.open(path).convert("RGB")


def card(number, text):
    """Returns a card with a shadow, as one picture with alpha."""
    picture = Image.new("RGBA", (1100, 330), (0, 0, 0, 0))
    shadow = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    ImageDraw.Draw(shadow).rounded_rectangle((80, 90, 1020, 270), 50, (0, 0, 0, 80))
    picture.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(24)))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((80, 75, 1020, 255), 50, (255, 255, 255, 255))
    draw.ellipse((130, 110, 240, 220), (10, 100, 220, 255))
    draw.text((185, 165), str(number), (255, 255, 255, 255), font(60), anchor="mm")
    draw.text((280, 165), text, (20, 22, 30, 255), font(60), anchor="lm")
    return picture


TEXTS = ["Call Grandma", "Ask for the raise", "10 minutes of Spanish"]
STARTS = [(-1180, 0, -14), (1180, 0, 12), (0, 1500, -9)]


def place(index, frame):
    """Returns the position, the rotation and the progress of a card: it flies in within 0.7 s, and
    starts 0.2 s after the previous card."""
    share = min(1, max(0, (frame / RATE - 0.1 - 0.2 * index) / 0.7))
    rest = (1 - share) ** 3
    x, y, turn = STARTS[index]
    return x * rest, y * rest, turn * rest, share


def encoder(path, size, source):
    return subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", *source, "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264",
         "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", path], stdin=subprocess.PIPE)


def with_pillow(folder, ground, cards):
    path = os.path.join(folder, "pillow.mp4")
    began = time.monotonic()
    film = encoder(path, SIZE, ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % SIZE, "-r", str(RATE)])
    for frame in range(SHORT):
        picture = ground.copy()
        for index, sprite in enumerate(cards):
            x, y, turn, share = place(index, frame)
            moved = sprite.rotate(-turn, Image.BICUBIC, expand=True) if turn else sprite
            corner = (int(SIZE[0] / 2 + x - moved.width / 2), int(1120 + 330 * index + y - moved.height / 2))
            picture.paste(moved, corner, moved)
        film.stdin.write(picture.tobytes())
    film.stdin.close()
    film.wait()
    return SHORT / (time.monotonic() - began)


def data(picture):
    bytes = io.BytesIO()
    picture.save(bytes, "PNG")
    return "data:image/png;base64," + base64.b64encode(bytes.getvalue()).decode()


def with_chromium(folder, browser):
    path = os.path.join(folder, "chromium.mp4")
    began = time.monotonic()
    film = encoder(path, SIZE, ["-f", "image2pipe", "-c:v", "mjpeg", "-r", str(RATE)])
    for frame in range(SHORT):
        moves = [place(index, frame) for index in range(3)]
        browser.execute_script("""arguments[0].forEach(([x, y, turn], index) => {
            document.images[index + 1].style.transform = `translate(${x}px, ${y}px) rotate(${turn}deg)`; })""", moves)
        shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 90})
        film.stdin.write(base64.b64decode(shot["data"]))
    film.stdin.close()
    film.wait()
    return SHORT / (time.monotonic() - began)


def page(ground, cards):
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(option)
    browser = webdriver.Chrome(options=options)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False})
    images = "".join(
        f'<img src="{data(sprite)}" style="position:absolute;left:{SIZE[0] / 2 - sprite.width / 2}px;'
        f'top:{1120 + 330 * index - sprite.height / 2}px">' for index, sprite in enumerate(cards))
    html = f'<body style="margin:0;overflow:hidden"><img src="{data(ground)}" style="position:absolute">{images}'
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as file:
        file.write(html)
    browser.get("file://" + file.name)
    os.unlink(file.name)
    return browser


def with_wallfarm(folder, motion):
    path = os.path.join(folder, motion + ".mp4")
    began = time.monotonic()
    made = subprocess.run([program, "motion", motion, "--device", "iphone15", "-o", path], check=True,
                          capture_output=True, text=True)
    count = int(made.stdout.split(" pictures")[0].split()[-1])
    return count / (time.monotonic() - began)


def drawing_alone(motion):
    """Returns the line in which the program reports its times, including its drawing rate on one
    processor."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([program, "motion", motion, "--device", "iphone15", "--times", "-o", folder + "/x.mp4"],
                              check=True, capture_output=True, text=True)
    return made.stderr.strip().splitlines()[-1]


with tempfile.TemporaryDirectory() as folder:
    ground = background(folder)
    cards = [card(index + 1, text) for index, text in enumerate(TEXTS)]
    browser = page(ground, cards)
    best = {}
    try:
        for _ in range(ROUNDS):
            for name, make in (("hook", lambda: with_wallfarm(folder, "hook")),
                               ("all-set", lambda: with_wallfarm(folder, "all-set")),
                               ("pillow", lambda: with_pillow(folder, ground, cards)),
                               ("chromium", lambda: with_chromium(folder, browser))):
                best[name] = max(best.get(name, 0), make())
    finally:
        browser.quit()
print(f"{'':34}pictures a second")
for name, title in (("hook", "wallfarm motion hook"), ("all-set", "wallfarm motion all-set"),
                    ("pillow", "Pillow, piped into ffmpeg (x264)"), ("chromium", "Chromium's screen into ffmpeg")):
    print(f"{title:34}{best[name]:8.1f}")
for name in ("hook", "all-set"):
    print(f"{name}: {best[name] / best['pillow']:.1f} times Pillow, {best[name] / best['chromium']:.1f} times Chromium")
best["said"] = {name: drawing_alone(name) for name in ("hook", "all-set")}
for name, said in best["said"].items():
    print(f"{name}: {said}")
figures.write_films(best, os.getloadavg()[1])
