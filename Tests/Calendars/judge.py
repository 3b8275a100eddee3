"""Generates calendars, and prints the occurrences that recurring-ical-events finds in them.

    judge.py generate FOLDER SEED COUNT    writes COUNT calendars, 00000.ics and so on
    judge.py expect NOW ZONE < NAMES       prints a JSON line per file: occurrences, or {"refused": …}

An occurrence is [start, end, title] in the form of wallfarm's content: UTC, a local time, or a day. The
script prints the occurrences that begin between 29 days before NOW and 364 days after it, so that the
edges of the programs' windows have no effect. If the two programs interpret RFC 5545 differently, the
RFC decides:

- A local time that a clock change skips is interpreted with the UTC offset before the change (3.3.5);
  dateutil moves such a time differently if the file defines its time zone.
- An event keeps its duration in seconds (3.8.5.3); recurring-ical-events keeps the local time of its
  end. If clocks change between start and end, the end is "*", which any end matches.
- recurring-ical-events hides an entry with RECURRENCE-ID if its time is also in EXDATE; no such entry is
  generated.
"""

import datetime
import json
import random
import sys
import zoneinfo

DAY = datetime.timedelta(days=1)
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "Pacific/Auckland", "Europe/London",
         "America/Sao_Paulo", "Asia/Tokyo", "Africa/Cairo", "America/St_Johns"]
WINDOWS = {"W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York",
           "Tokyo Standard Time": "Asia/Tokyo", "India Standard Time": "Asia/Kolkata"}
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# Days on which clocks change somewhere, the end of February, and the last day of the year.
BORDERS = [(2026, 10, 25), (2026, 11, 1), (2027, 2, 28), (2027, 3, 14), (2027, 3, 28), (2027, 4, 4), (2026, 12, 31)]

OWN_ZONE = """BEGIN:VTIMEZONE
TZID:%s
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
"""


class Series:
    """An event that may repeat, with its changes."""

    def __init__(self, random, number):
        self.random, self.uid = random, "event-%d" % number
        self.kind = random.choice(["day", "zone", "zone", "zone", "utc", "floating"])
        self.zone = random.choice(ZONES + list(WINDOWS)) if self.kind == "zone" else None
        if random.random() < 0.35:
            day = datetime.date(*random.choice(BORDERS)) - random.randint(0, 40) * DAY
        else:
            day = datetime.date(2026, 11, 23) + random.randint(-900, 200) * DAY
        time = datetime.time(random.choice([0, 1, 2, 2, 3, 9, 10, 18, 23]), random.choice([0, 0, 15, 30]))
        self.start = day if self.kind == "day" else datetime.datetime.combine(day, time)
        self.rule, self.occurrences = self.make_rule()
        self.forms = {}

    def some(self, items, most):
        return ",".join(str(item) for item in self.random.sample(items, self.random.randint(1, min(most, len(items)))))

    def make_rule(self):
        """Returns a rule and its times. The first time becomes the start, because RFC 5545 (3.8.5.3)
        leaves the result of any other start undefined."""
        import dateutil.rrule
        pick = self.random.randint(0, 11)
        if pick < 2:
            return None, [self.start]
        rule = {
            2: lambda: "FREQ=DAILY" + self.random.choice(["", ";BYDAY=" + self.some(WEEKDAYS, 3)]),
            3: lambda: "FREQ=WEEKLY",
            4: lambda: "FREQ=WEEKLY;WKST=%s;BYDAY=%s" % (self.random.choice(["MO", "SU"]), self.some(WEEKDAYS, 4)),
            5: lambda: "FREQ=MONTHLY",
            6: lambda: "FREQ=MONTHLY;BYDAY=" + self.some(["1MO", "2TU", "-1FR", "3SU", "-2WE", "5TH"], 2),
            7: lambda: "FREQ=MONTHLY;BYMONTHDAY=" + self.some([1, 15, 28, 31, -1, -5], 3),
            8: lambda: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=" + self.some([1, 2, -1, -3], 2),
            9: lambda: "FREQ=YEARLY;BYMONTH=%s;BYDAY=%s" % (self.some([1, 3, 11, 12], 2), self.some(["1MO", "4TH", "-1SU"], 2)),
            10: lambda: "FREQ=YEARLY",
            11: lambda: "FREQ=YEARLY;BYMONTH=%s;BYMONTHDAY=%s" % (self.some([1, 2, 5, 11, 12], 3), self.some([1, 13, 28, 29], 2)),
        }[pick]()
        rule += ";INTERVAL=%d" % self.random.choice([1, 1, 1, 2, 3])
        end = self.random.randint(0, 2)
        if end == 0:
            rule += ";COUNT=%d" % self.random.randint(2, 300)
        first = self.start if self.kind != "day" else datetime.datetime.combine(self.start, datetime.time())
        times = dateutil.rrule.rrulestr(rule, dtstart=first)
        first = next(iter(times), None)
        if first is None:
            return None, [self.start]
        self.start = first.date() if self.kind == "day" else first
        times = list(dateutil.rrule.rrulestr(rule, dtstart=first).between(
            first, datetime.datetime(2028, 1, 1), inc=True))[:600] or [first]
        if end == 1 and len(times) > 2:
            last = self.random.choice(times)
            # UNTIL is a date for all-day events, a UTC time for events with a time zone, and otherwise a
            # local time.
            rule += ";UNTIL=" + (last.strftime("%Y%m%d") if self.kind == "day" else
                                 self.utc(last).strftime("%Y%m%dT%H%M%SZ") if self.kind != "floating" else
                                 last.strftime("%Y%m%dT%H%M%S"))
        return rule, [time.date() for time in times] if self.kind == "day" else times

    def utc(self, time):
        zone = WINDOWS.get(self.zone, self.zone) or "UTC"
        return time.replace(tzinfo=zoneinfo.ZoneInfo(zone)).astimezone(datetime.timezone.utc)

    def written(self, name, time, form=None):
        """Returns a property with a time, in the form of the series or in another form."""
        form = form or self.kind
        if form == "day":
            return "%s;VALUE=DATE:%s" % (name, time.strftime("%Y%m%d"))
        if form == "midnight":
            return "%s;TZID=Europe/Berlin:%sT000000" % (name, time.strftime("%Y%m%d"))
        if form == "zone":
            return "%s;TZID=%s:%s" % (name, self.zone, time.strftime("%Y%m%dT%H%M%S"))
        if form == "utc" or form == "in utc":
            return "%s:%s" % (name, self.utc(time).strftime("%Y%m%dT%H%M%SZ"))
        return "%s:%s" % (name, time.strftime("%Y%m%dT%H%M%S"))

    def other_form(self):
        """Returns a form in which programs write times of such a series; it can differ from the form of
        the series."""
        return self.random.choice({"day": ["day", "midnight"], "zone": ["zone", "zone", "in utc", "floating"],
                                   "utc": ["utc"], "floating": ["floating"]}[self.kind])

    def length(self, start):
        choice = self.random.randint(0, 3)
        if self.kind == "day":
            days = self.random.randint(1, 4)
            return [[], ["DTEND;VALUE=DATE:" + (start + days * DAY).strftime("%Y%m%d")], ["DURATION:P%dD" % days],
                    ["DTEND;VALUE=DATE:" + start.strftime("%Y%m%d")]][choice]
        minutes = self.random.choice([15, 30, 60, 90, 600, 1500])
        end = start + datetime.timedelta(minutes=minutes)
        if self.utc(end) - self.utc(start) != end - start:
            return ["DURATION:PT%dM" % minutes]
        return [[], [self.written("DTEND", end)], ["DURATION:PT%dM" % minutes], [self.written("DTEND", end)]][choice]

    def event(self, title, start, more, sequence=0):
        lines = ["BEGIN:VEVENT", "UID:" + self.uid, "DTSTAMP:20250101T000000Z", "SUMMARY:" + title,
                 self.written("DTSTART", start)] + more
        if sequence:
            lines.append("SEQUENCE:%d" % sequence)
        return "\n".join(lines + ["END:VEVENT"])

    def near(self):
        near = [time for time in self.occurrences
                if datetime.date(2026, 10, 1) < (time if self.kind == "day" else time.date()) < datetime.date(2028, 1, 1)]
        return near or self.occurrences

    def events(self):
        title = "Talk of " + self.uid
        more = self.length(self.start)
        if self.rule:
            more.append("RRULE:" + self.rule)
            gone = self.random.sample(self.near(), min(len(self.near()), self.random.choice([0, 0, 1, 3])))
            gone = [time for time in gone if time != self.start]
            more += [self.written("EXDATE", time, self.other_form()) for time in gone]
            self.occurrences = [time for time in self.occurrences if time not in gone]
        if self.random.random() < 0.2:
            more += [self.written("RDATE", self.start + self.random.randint(1, 60) * DAY)]
        sequence = self.random.choice([0, 0, 0, 2])
        made = []
        if sequence and self.random.random() < 0.5:
            made.append(self.event("Old " + title, self.start + DAY, self.length(self.start + DAY)))
        made.append(self.event(title, self.start, more, sequence))
        if self.rule:
            for number in range(self.random.choice([0, 0, 1, 2])):
                made.append(self.change(title, self.random.choice(self.near()), number, sequence))
        if self.random.random() < 0.3:
            made.reverse()
        return made

    def change(self, title, time, number, sequence):
        """Returns the entry for an occurrence that was moved or canceled."""
        # recurring-ical-events treats one time in two notations as two times, so keep the notation of each
        # time.
        form = self.forms.setdefault(time, self.other_form())
        more = [self.written("RECURRENCE-ID", time, form)]
        moved = time + self.random.randint(-3, 3) * DAY
        if self.kind != "day":
            moved += datetime.timedelta(hours=self.random.randint(-2, 2))
        if self.random.random() < 0.3:
            return self.event(title, time, more + ["STATUS:CANCELLED"], sequence + 1 + number)
        # Some programs repeat the rule in the changed event.
        if self.random.random() < 0.3:
            more.append("RRULE:" + self.rule)
        return self.event("Moved %d of %s" % (number, self.uid), moved, more + self.length(moved), sequence + 1 + number)


def calendar(random):
    series = [Series(random, number) for number in range(random.randint(1, 4))]
    text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//wallfarm//judge//EN\n"
    # Like Exchange, include the definition of the zone.
    if any(one.zone == "W. Europe Standard Time" for one in series):
        text += OWN_ZONE % "W. Europe Standard Time"
    events = [event for one in series for event in one.events()]
    return (text + "\n".join(events) + "\nEND:VCALENDAR\n").replace("\n", "\r\n")


def occurrences(path, now, zone):
    """What recurring-ical-events shows."""
    import icalendar
    import recurring_ical_events
    with open(path, "rb") as file:
        calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
    first = now - 29 * DAY
    last = now + 364 * DAY
    found = []
    for calendar in calendars:
        for event in recurring_ical_events.of(calendar, skip_bad_series=True).between(first - 2 * DAY, last + 2 * DAY):
            if str(event.get("STATUS", "")).upper() == "CANCELLED":
                continue
            start, end = event.start, event.end
            if isinstance(start, datetime.datetime) != isinstance(end, datetime.datetime):
                raise ValueError("an event with a time and a day")
            when = start if isinstance(start, datetime.datetime) else datetime.datetime.combine(start, datetime.time())
            when = when if when.tzinfo else when.replace(tzinfo=zone)
            if not first <= when < last:
                continue
            if not isinstance(start, datetime.datetime):
                end = end - DAY if end > start else end
            title = " ".join(str(event.get("SUMMARY", "")).split()) or "…"
            found.append([written(start), end_of(start, end), title])
    return sorted(found, key=str)


def end_of(start, end):
    """Returns an end in the form of content, or "*" if it depends on the interpretation of a clock
    change."""
    if not isinstance(start, datetime.datetime) or start.tzinfo is None:
        return written(end) if end > start else None
    offsets = {time.replace(fold=fold).utcoffset() for time in (start, end) for fold in (0, 1)}
    if len(offsets) > 1 or is_skipped(start):
        return "*"
    return written(end) if written(end) > written(start) else None


def is_skipped(time):
    there_and_back = time.astimezone(datetime.timezone.utc).astimezone(time.tzinfo)
    return there_and_back.replace(tzinfo=None) != time.replace(tzinfo=None)


def written(time):
    """Returns a time in the form of content."""
    if not isinstance(time, datetime.datetime):
        return time.isoformat()
    if time.tzinfo is None:
        return time.strftime("%Y-%m-%dT%H:%M:%S")
    if is_skipped(time):
        before = (time - datetime.timedelta(hours=3)).utcoffset()
        return (time.replace(tzinfo=None) - before).strftime("%Y-%m-%dT%H:%M:%SZ")
    return time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def main():
    if sys.argv[1] == "generate":
        folder, seed, count = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
        for number in range(count):
            with open("%s/%05d.ics" % (folder, number), "w", newline="", encoding="utf-8") as file:
                file.write(calendar(random.Random(seed * 1_000_003 + number)))
        return
    zone = zoneinfo.ZoneInfo(sys.argv[3])
    now = datetime.datetime.fromisoformat(sys.argv[2]).replace(tzinfo=zone)
    for line in sys.stdin:
        try:
            print(json.dumps(occurrences(line.rstrip("\n"), now, zone)), flush=True)
        except Exception as error:  # skip calendars that the reference implementation cannot read
            print(json.dumps({"refused": type(error).__name__ + ": " + str(error)[:200]}), flush=True)


if __name__ == "__main__":
    main()
