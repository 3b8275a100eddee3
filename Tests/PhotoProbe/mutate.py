"""Damages photos at random in child processes and counts how many were drawn or rejected.

    mutate.py PROBE SEED COUNT FILE...

A signal ends a child whose decoder crashes, hangs, or allocates more than 1.5 GiB. The script reports
this as a finding, and also a photo that grows the child by more than MOST_KIB. The exit status is 1 if
there are findings.
"""
import collections
import os
import resource
import subprocess
import sys

probe, seed, count, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
# The maximum memory growth of a child in KiB (224 MiB); the decoder's own limit is 320 MiB.
MOST_KIB = 224 << 10


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (1536 << 20, 1536 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


verdicts, findings = collections.Counter(), []
slowest = largest = 0
at, end = seed, seed + count
while at < end:
    step = min(500, end - at)
    ended = subprocess.run([probe, "mutate", str(at), str(step), *files], capture_output=True,
                           preexec_fn=limit)
    round_, name = at, ""
    for line in ended.stdout.decode("utf-8", "replace").split("\n"):
        words = line.split(" ", 5)
        if words[0] == "begin":
            round_, name = int(words[1]), " ".join(words[2:])
        elif len(words) > 4 and words[1] == "ms":
            verdicts[words[4]] += 1
            slowest, largest = max(slowest, int(words[0])), max(largest, int(words[2]))
            if int(words[2]) > MOST_KIB:
                findings.append(f"{round_} {os.path.basename(name)}: {words[2]} KiB")
    if ended.returncode != 0:
        findings.append(f"{round_} {os.path.basename(name)}: ended with {ended.returncode}")
        at = round_ + 1
    else:
        at += step
for verdict, number in sorted(verdicts.items()):
    print(f"{verdict}: {number}")
print(f"slowest: {slowest} ms, largest: {largest} KiB")
for finding in findings:
    print("finding: " + finding)
sys.exit(1 if findings else 0)
