"""Rows of text below one another, at the largest type size at which they fit."""

from wallfarm_host import Refusal, fit, measure

STEP = 0.96  # from one type size to the next smaller one
NARROWEST = 3  # minimum width of a line, relative to the smallest type size
SHORT = 9  # maximum width of a text that stays on one line, relative to the type size


class Row:
    """A note, or a text such as "+3 more", whose number is 0."""

    def __init__(self, name, text, number=0, circle=None, is_faded=False):
        self.name, self.text, self.number = name, text, number
        self.circle, self.is_faded = circle, is_faded


class Column:
    """Rows in an area. The indent and the gap are relative to the type size."""

    def __init__(self, rows, area, style, indent, gap, context):
        self.rows, self.area, self.style = rows, area, style
        self.indent, self.relative_gap, self.context = indent, gap, context

    def fit(self, smallest, largest, more_text):
        """Measures the rows at the largest size at which they fit, and returns warnings."""
        if smallest > largest:
            raise Refusal(
                "'min-size' is larger than 'max-size'",
                code="invalid-parameter",
                hint="lower min-size, or raise max-size",
                parameter="min-size",
            )
        self.set_size(smallest)
        if self.text_width < NARROWEST * smallest:
            raise Refusal("the screen is too narrow for a list", code="notes-do-not-fit")
        self.set_size(self.largest_size_of_words(smallest, largest))
        self.measure()
        while self.is_too_high() and self.size > smallest:
            self.set_size(max(smallest, self.size * STEP))
            self.measure()

        # If the notes do not fit at the smallest size, 'overflow' states whether they may be
        # shortened or omitted.
        count, overflow = len(self.rows), self.context["overflow"]
        if overflow in ("shorten", "more"):
            self.shorten()
        shown = self.hide(more_text) if overflow == "more" else count
        if self.is_too_high():
            raise Refusal(
                "the notes do not fit, even at the smallest type size",
                code="notes-do-not-fit",
                hint="shorten the notes, or lower min-size",
            )
        return self.warnings(hidden=count - shown)

    def set_size(self, size):
        self.size, self.gap = size, self.relative_gap * size
        self.text_width = self.area["width"] - self.indent * size

    def is_too_high(self):
        return self.height > self.area["height"]

    def largest_size_of_words(self, smallest, largest):
        """Returns the largest size at which no line ends inside a word or a short text."""
        self.set_size(largest)
        unwrapped = measure([{"block": self.block(row)} for row in self.rows])
        widths = [measurement["size"]["width"] / largest for measurement in unwrapped]
        short = max((width for width in widths if width <= SHORT), default=0)
        # The width of text is proportional to its size.
        largest = max(smallest, min(largest, self.area["width"] / (short + self.indent)))
        try:
            fitted = fit(
                text="\n".join(row.text for row in self.rows),
                style=self.style,
                width=self.area["width"] - self.indent * largest,
                height=1_000_000,
                smallest=smallest,
                largest=largest,
            )
        except Refusal as refusal:
            # A word that is too wide at every size is broken. Other errors are for the user.
            if refusal.members.get("code") == "text-does-not-fit":
                return smallest
            raise
        return fitted["block"]["style"]["size"]

    def measure(self, line_limit=None):
        """Measures all rows in one request."""
        for row in self.rows:
            row.block = self.block(row, line_limit)
        measured = measure([{"block": row.block, "width": self.text_width} for row in self.rows])
        self.height = self.gap * (len(self.rows) - 1)
        for row, measurement in zip(self.rows, measured):
            self.height += measurement["size"]["height"]
            row.height = measurement["size"]["height"]
            row.lines = len(measurement["lines"])
            row.first_baseline = measurement["lines"][0]["baseline"]
            row.last_baseline = measurement["lines"][-1]["baseline"]
            row.direction = measurement["direction"]
            row.is_clipped = measurement["isClipped"]
        # All rows are aligned to the side at which most of them begin.
        right_to_left = sum(row.direction == "rtl" for row in self.rows)
        self.is_mirrored = 2 * right_to_left > len(self.rows)
        for row in self.rows:
            if (row.direction == "rtl") != self.is_mirrored:
                row.block["alignment"] = "end"

    def block(self, row, line_limit=None):
        """The text of a row, in the form that requests and layers have."""
        block = {
            "spans": [{"text": row.text}],
            "style": {**self.style, "size": self.size},
            "direction": self.context["direction"],
            "breaking": "even",
        }
        if "language" in self.context:
            block["language"] = self.context["language"]
        if line_limit and row.number > 0:
            block["lineLimit"] = line_limit
        return block

    def shorten(self):
        """Limits the number of lines of each note, until the rows fit."""
        for line_limit in (3, 2, 1):
            if self.is_too_high():
                self.measure(line_limit)

    def hide(self, more_text):
        """Replaces the last rows by a row with their number, and returns how many rows remain."""
        rows, shown = self.rows, len(self.rows)
        while self.is_too_high() and shown > 1:
            # Each note has one line now, so this estimate is hardly ever too high.
            estimate = int(shown * self.area["height"] / self.height)
            shown = max(1, min(estimate, shown - 1))
            text = more_text.replace("{count}", str(len(rows) - shown), 1)
            self.rows = rows[:shown] + [Row("more", text, is_faded=True)]
            self.measure(line_limit=1)
        return shown

    def warnings(self, hidden):
        """A picture that does not show a note completely must say so."""
        shortened = sum(row.is_clipped for row in self.rows)
        warnings = []
        if shortened > 0:
            message = f"notes that do not fit and end in '…': {shortened}"
            warnings.append({"code": "notes-shortened", "message": message})
        if hidden > 0:
            message = f"notes that do not fit and are counted in the last line: {hidden}"
            warnings.append({"code": "notes-hidden", "message": message})
        return warnings
