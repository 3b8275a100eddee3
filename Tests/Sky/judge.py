"""Compares sun and moon with ephem (libastro): judge.py < LINES prints a line for each difference.

A line has a latitude, a longitude, the start and the end of a day, and then sunrise, sunset, dawn, dusk, moonrise,
moonset, solar noon, full moon, new moon and the next equinox or solstice, all in seconds since 1970, or "-" if there is
none; the last value is the illuminated fraction of the moon in the middle of the day.

Between 65° S and 65° N, times must agree; anywhere, the body must be at the horizon at the given time. If a time is
missing, the body must not cross the horizon by more than the margin.
"""

import math
import sys

import ephem

EPOCH = float(ephem.Date("1970/1/1"))
NAMES = ["sunrise", "sunset", "dawn", "dusk", "moonrise", "moonset"]
SUN, MOON = (60, 0.02), (180, 0.1)  # The margins in seconds and in degrees.


def date(seconds):
    return ephem.Date(EPOCH + seconds / 86400)


def seconds(date):
    return (float(date) - EPOCH) * 86400


def height(observer, body, edge, time):
    """The height above the horizon of rise and set, in degrees."""
    observer.date = date(time)
    body.compute(observer)
    radius = math.degrees(body.radius) if isinstance(body, ephem.Moon) else 0
    return math.degrees(body.alt) + radius - edge


def expected(observer, body, edge, rises, start, end):
    observer.date, observer.horizon = date(start), str(edge)
    find = observer.next_rising if rises else observer.next_setting
    try:
        found = seconds(find(body, use_center=not isinstance(body, ephem.Moon)))
    except ephem.CircumpolarError:
        return None
    return found if found < end else None


def judge(line):
    values = [None if word == "-" else float(word) for word in line.split()]
    latitude, longitude, start, end = values[:4]
    observer = ephem.Observer()
    observer.lat, observer.lon, observer.pressure, observer.elevation = str(latitude), str(longitude), 0, 0
    for index, (name, found) in enumerate(zip(NAMES, values[4:10])):
        body, (most, margin) = (ephem.Moon(), MOON) if name.startswith("moon") else (ephem.Sun(), SUN)
        edge = {"d": -6, "s": -0.833, "m": -34 / 60}[name[0]]
        rises = index % 2 == 0
        if found is not None:
            if not start <= found <= end:
                yield f"{name} {found} is not on the day"
            if abs(height(observer, body, edge, found)) > margin:
                yield f"{name} {found} has the height {height(observer, body, edge, found)}"
            wanted = expected(observer, body, edge, rises, start, end)
            if abs(latitude) <= 65 and wanted is not None and abs(found - wanted) > most:
                yield f"{name} {found} instead of {wanted}"
            continue
        count = int((end - start) / 300)
        heights = [height(observer, body, edge, start + (end - start) * n / count) for n in range(count + 1)]
        if not rises:
            heights = [-one for one in heights]
        lowest = math.inf
        for one in heights:
            lowest = min(lowest, one)
            if lowest < -margin and one > margin:
                yield f"{name} is missing"
                break
    noon = values[10]
    observer.date = date(start)
    transit = seconds(observer.next_transit(ephem.Sun()))
    if (transit < end) != (noon is not None) and abs(transit - end) > 60 and abs(transit - start - 86400) > 120:
        yield f"noon {noon} instead of {transit}"
    if noon is not None and transit < end and abs(noon - transit) > 60:
        yield f"noon {noon} instead of {transit}"
    for name, find, found in [("full moon", ephem.next_full_moon, values[11]), ("new moon", ephem.next_new_moon, values[12]),
                              ("season", lambda date: min(ephem.next_equinox(date), ephem.next_solstice(date)), values[13])]:
        # An event within two minutes before the start of the day can be on either side of it.
        wanted = [seconds(find(date(time))) for time in (start - 120, start + 120)]
        if min(abs(found - one) for one in wanted) > 120:
            yield f"{name} {found} instead of {wanted}"
    moon = ephem.Moon(date((start + end) / 2))
    if abs(moon.phase / 100 - values[14]) > 0.005:
        yield f"illumination {values[14]} instead of {moon.phase / 100}"


lines = sys.stdin.readlines()
for line in lines:
    for difference in judge(line):
        print(difference, "in", line.strip())
print("judged", len(lines))
