"""Writes a variable font with the axis 'wght' from a static font.

    variable-font.py SOURCE FAMILY OUTPUT

Bold outlines are wider than regular outlines in proportion to the distance from the left edge, so that each weight
has different pixels.
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

source, family, output = sys.argv[1:]
font = TTFont(source)
options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=["*"])
subsetter = Subsetter(options)
subsetter.populate(unicodes=range(0x20, 0x7F))
subsetter.subset(font)
for record in list(font["name"].names):
    if record.nameID in (1, 4, 6, 16):
        font["name"].setName(
            family, record.nameID, record.platformID, record.platEncID, record.langID)
builder = FontBuilder(font=font)
builder.setupFvar([("wght", 400, 400, 800, "Weight")], [])
glyphs, variations = font["glyf"], {}
for name in font.getGlyphOrder():
    if glyphs[name].isComposite() or glyphs[name].numberOfContours == 0:
        variations[name] = []
        continue
    wider = [(round(x * 0.15), 0) for x, _ in glyphs[name].coordinates]
    # The last four points are the side bearings.
    advance = font["hmtx"][name][0]
    wider += [(0, 0), (round(advance * 0.15), 0), (0, 0), (0, 0)]
    variations[name] = [TupleVariation({"wght": (0, 1, 1)}, wider)]
builder.setupGvar(variations)
font.save(output)
