"""A checklist: each note has a circle, with a tick if the note is completed.

This file draws the picture. column.py finds the largest type size at which the notes fit, and
wallfarm_host.py exchanges the messages with wallfarm.
"""

from column import Column, Row
from wallfarm_host import Refusal, serve

# The proportions of a row, relative to the type size.
CIRCLE = 0.78  # diameter of a circle
STROKE = 0.075  # thickness of its line
INDENT = 1.2  # from the edge of the list to the text
MIDDLE = 0.36  # from a baseline up to the middle of the capitals
LINE_GAP = 0.04  # additional space between the lines of a note

FADED = 0.5  # opacity of completed notes
WIDEST = 520  # maximum width of the list, on a phone 430 pt wide; longer lines are hard to read
MARGIN = 12  # space above and below the list, on the same phone
CENTER = 0.42  # share of the remaining height above the list; with 0.5, a list looks too low


def compose(parameters, context):
    """Returns the layers in paint order. Lengths are in points, from the top left corner."""
    if context["notes"]:
        rows = [note_row(number, note) for number, note in enumerate(context["notes"], 1)]
    elif not context.get("emptyList"):
        raise Refusal("there are no notes to show", code="no-notes")
    elif parameters["empty-text"]:
        rows = [Row("nothing-left", parameters["empty-text"], circle="ticked")]
    else:
        return {"layers": []}

    # Parameters are for a phone 430 pt wide; the scale converts them to this screen.
    scale = context["typeScale"]
    area = list_area(context["freeArea"], parameters["side"] * scale, scale)
    style = {
        "family": parameters["font"],
        "weight": parameters["weight"],
        "color": parameters["color"],
        "letterSpacing": parameters["letter-spacing"],
        "lineGap": LINE_GAP,
    }
    column = Column(rows, area, style, INDENT, parameters["gap"], context)
    warnings = column.fit(
        parameters["min-size"] * scale, parameters["max-size"] * scale, parameters["more-text"]
    )
    return {**drawn(column, parameters), "fontSize": column.size, "warnings": warnings}


def note_row(number, note):
    # Reports contain the names of layers, so a name must never contain the text of a note.
    circle = "ticked" if note["done"] else "open"
    return Row(f"note.{number}", note["text"], number, circle, is_faded=note["done"])


def list_area(free, side, scale):
    """The part of the free area that the list can use, in the middle of a wide screen."""
    width = min(free["width"] - 2 * side, WIDEST * scale)
    x = free["x"] + (free["width"] - width) / 2
    margin = MARGIN * scale
    return rect(x, free["y"] + margin, width, free["height"] - 2 * margin)


def list_top(column):
    return column.area["y"] + CENTER * (column.area["height"] - column.height)


def drawn(column, parameters):
    """The layers, and the position of each note for the receipt."""
    area, size = column.area, column.size
    layers, notes = [], []
    y = list_top(column)
    baseline = None  # the last one of the row above
    for row in column.rows:
        next_baseline = y + row.first_baseline
        if baseline is not None:
            # Halfway between two baselines would be too close to the capital letters.
            middle = (baseline + next_baseline) / 2 - 0.3 * size
            line = rect(area["x"], middle - 0.5, area["width"], 1)
            layers.append(shape(f"{row.name}.rule", {"rectangle": line}, fill=parameters["rule"]))
        layers.append(layer(row, column, parameters, y))
        if row.number > 0:
            notes.append(
                {
                    "number": row.number,
                    "lines": row.lines,
                    "frame": rect(area["x"], y, area["width"], row.height),
                    "direction": row.direction,
                    "clipped": row.is_clipped,
                }
            )
        baseline = y + row.last_baseline
        y += row.height + column.gap
    return {"layers": layers, "notes": notes}


def layer(row, column, parameters, y):
    """A row as a group: its circle, and its text."""
    area, size = column.area, column.size
    members = []
    if row.circle:
        radius = CIRCLE / 2 * size
        x = area["x"] + (area["width"] - radius if column.is_mirrored else radius)
        middle = y + row.first_baseline - MIDDLE * size
        members += circle(row, x, middle, radius, STROKE * size, parameters["accent"])
    x = area["x"] + (0 if column.is_mirrored else INDENT * size)
    frame = rect(x, y, column.text_width, row.height)
    members.append({"name": f"{row.name}.text", "text": {"block": row.block, "frame": frame}})
    group = {"name": row.name, "group": {"layers": members}}
    if row.is_faded:
        group["opacity"] = FADED
    return group


def circle(row, x, y, radius, width, color):
    stroke = {"color": color, "width": width}
    # Half of a line is outside its shape.
    inner = radius - width / 2
    ring = {"ellipse": rect(x - inner, y - inner, 2 * inner, 2 * inner)}
    layers = [shape(f"{row.name}.circle", ring, stroke=stroke)]
    if row.circle == "ticked":
        tick = [
            {"move": point(x - 0.42 * radius, y + 0.03 * radius)},
            {"line": point(x - 0.1 * radius, y + 0.36 * radius)},
            {"line": point(x + 0.46 * radius, y - 0.34 * radius)},
        ]
        layers.append(shape(f"{row.name}.tick", {"path": tick}, stroke=stroke))
    return layers


def shape(name, outline, **paint):
    return {"name": name, "shape": {"shape": outline, **paint}}


def point(x, y):
    return {"x": x, "y": y}


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


# The id and version must be the same as in plugin.json.
serve(compose, id="{{id}}", version=1)
