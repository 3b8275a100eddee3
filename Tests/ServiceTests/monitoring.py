"""Checks metrics, a dashboard and alert rules: monitoring.py METRICS DASHBOARD ALERTS OPERATIONS prints each problem.

prometheus_client parses the metrics, and promql-parser, which follows the grammar of Prometheus, parses the
expressions. The last line states the numbers of samples and expressions.
"""
import json
import re
import sys

import promql_parser as promql
import yaml
from prometheus_client.parser import text_string_to_metric_families

TARGET = {"instance", "job"}
# Labels whose values are a closed list, so that a selected value must exist.
CLOSED = {"state", "limit", "result", "found", "le", "stage", "cache"}
problems = []


def report(problem):
    problems.append(problem)


class Metrics:
    """The samples of a response: the values of each label, and the type of each metric."""

    def __init__(self, text):
        self.labels, self.types = {}, {}
        self.samples = 0
        for family in text_string_to_metric_families(text):
            self.check(family)
            for sample in family.samples:
                self.samples += 1
                self.types[sample.name] = family.type
                values = self.labels.setdefault(sample.name, {})
                for label, value in sample.labels.items():
                    values.setdefault(label, set()).add(value)
                if family.type == "counter" and sample.value < 0:
                    report(f"{sample.name} is negative")

    def check(self, family):
        """Checks a name against https://prometheus.io/docs/practices/naming/."""
        name = family.name
        if not family.documentation.endswith("."):
            report(f"{name} has no description")
        if not re.fullmatch(r"wallfarm_[a-z]+(_[a-z]+)*", name):
            report(f"{name} is not a valid name")
        if re.search(r"milli|micro|kilo|mega|minutes|percent|_total$|_count$|_sum$|_bucket$", name):
            report(f"{name} has no base unit, or a reserved suffix")
        if family.type not in ("counter", "gauge", "histogram"):
            report(f"{name} has the type {family.type}")
        if family.type == "histogram" and not name.endswith("_seconds"):
            report(f"{name} is a histogram without a unit at the end")
        if family.type == "counter" and any(not sample.name.endswith("_total") for sample in family.samples):
            report(f"{name} is a counter without the suffix _total")


def inside(expression):
    """The selectors of an expression, each with the functions around it."""
    kind = type(expression).__name__
    if kind == "VectorSelector":
        yield expression, []
    elif kind == "MatrixSelector":
        yield expression.vector_selector, []
    elif kind == "Call":
        for argument in expression.args:
            yield from ((selector, [expression.func.name, *around]) for selector, around in inside(argument))
    elif kind == "AggregateExpr":
        yield from inside(expression.expr)
    elif kind == "BinaryExpr":
        yield from inside(expression.lhs)
        yield from inside(expression.rhs)
    elif kind in ("ParenExpr", "UnaryExpr", "SubqueryExpr"):
        yield from inside(expression.expr)
    elif kind not in ("NumberLiteral", "StringLiteral"):
        report(f"{kind} is not supported")


def groupings(expression):
    """The aggregations of an expression."""
    kind = type(expression).__name__
    if kind == "AggregateExpr":
        yield expression
        yield from groupings(expression.expr)
    elif kind == "BinaryExpr":
        yield from groupings(expression.lhs)
        yield from groupings(expression.rhs)
    elif kind == "Call":
        for argument in expression.args:
            yield from groupings(argument)
    elif kind == "ParenExpr":
        yield from groupings(expression.expr)


def check_selector(selector, around, metrics, where):
    name = selector.name
    # Prometheus writes this metric itself.
    if name == "up":
        return
    if name not in metrics.types:
        return report(f"{where}: no metric is named {name}")
    known = metrics.labels[name]
    for matcher in selector.matchers.matchers:
        if matcher.name in TARGET or matcher.name == "__name__":
            continue
        if matcher.name not in known:
            report(f"{where}: {name} has no label {matcher.name}")
        elif matcher.name in CLOSED:
            values = matcher.value.split("|") if matcher.op == promql.MatchOp.Re else [matcher.value]
            for value in values:
                if not any(re.fullmatch(value, one) for one in known[matcher.name]):
                    report(f"{where}: {name} has no {matcher.name} {value}")
    is_counter = metrics.types[name] == "counter" or re.search("_(bucket|sum|count)$", name)
    is_rate = bool({"rate", "increase"} & set(around))
    if is_counter and not is_rate:
        report(f"{where}: the counter {name} has no rate")
    if is_rate and not is_counter:
        report(f"{where}: {name} is not a counter")


def check(text, metrics, where):
    text = text.replace("$__rate_interval", "5m").replace("$instance", ".*")
    try:
        expression = promql.parse(text)
    except ValueError as error:
        return report(f"{where}: {error}")
    selectors = list(inside(expression))
    for selector, around in selectors:
        check_selector(selector, around, metrics, where)
    for grouping in groupings(expression):
        if grouping.modifier is None:
            continue
        for selector, _ in inside(grouping.expr):
            known = set(metrics.labels.get(selector.name, {})) | TARGET
            for label in grouping.modifier.labels:
                if label not in known:
                    report(f"{where}: {selector.name} has no label {label}")


def check_dashboard(path, metrics):
    with open(path, encoding="utf-8") as file:
        dashboard = json.load(file)
    taken, numbers, count = set(), set(), 0
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                 for y in range(place["y"], place["y"] + place["h"])}
        if cells & taken or place["x"] + place["w"] > 24:
            report(f"the panel '{panel['title']}' covers another panel")
        taken |= cells
        if panel["id"] in numbers:
            report(f"two panels have the number {panel['id']}")
        numbers.add(panel["id"])
        for target in panel.get("targets", []):
            count += 1
            if 'instance=~"$instance"' not in target["expr"]:
                report(f"the panel '{panel['title']}' ignores the selected instance")
            check(target["expr"], metrics, f"the panel '{panel['title']}'")
            selected = {label for text in re.findall(r"by \(([^)]*)\)", target["expr"]) for label in text.split(", ")}
            for label in re.findall(r"{{(\w+)}}", target["legendFormat"]):
                if label not in selected | TARGET:
                    report(f"the panel '{panel['title']}' has no label {label}")
    return count


def check_alerts(path, operations, metrics):
    with open(path, encoding="utf-8") as file:
        rules = [rule for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]
    with open(operations, encoding="utf-8") as file:
        sections = re.findall(r"^#+ (Wallfarm[A-Za-z]+)$", file.read(), re.M)
    names = [rule["alert"] for rule in rules]
    for name in sorted(set(names) ^ set(sections)):
        report(f"the alert {name} has no section, or the section has no alert")
    if len(set(names)) < len(names):
        report("two alerts have the same name")
    for rule in rules:
        name, notes = rule["alert"], rule["annotations"]
        check(rule["expr"], metrics, name)
        if rule["labels"]["severity"] not in ("critical", "warning"):
            report(f"{name} has an unknown severity")
        if notes["runbook"] != f"docs/operations.md#{name.lower()}":
            report(f"{name} has a wrong runbook")
        for label in re.findall(r"\$labels\.(\w+)", notes["summary"]):
            if label != "instance" and not re.search(rf"by \([^)]*\b{label}\b", rule["expr"]):
                report(f"{name} has no label {label}")
    return len(rules)


with open(sys.argv[1], encoding="utf-8") as file:
    found = Metrics(file.read())
expressions = check_dashboard(sys.argv[2], found) + check_alerts(sys.argv[3], sys.argv[4], found)
for problem in problems:
    print(problem)
print(f"checked {found.samples} samples and {expressions} expressions")
