"""Starts PostgreSQL with a standby, and an object store, both behind proxies that can cause faults.

All servers use loopback ports and folders of their own, and run until `stop` is called.
"""

import glob
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))[-1]
AS_POSTGRES = (
    ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
)


def children(process):
    """Returns the child processes of a process that still exist."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(path.split("/")[2]))
    return found


def free_ports(count):
    return [int(port) for port in subprocess.check_output([f"{ROOT}/scripts/free-ports", str(count)]).split()]


class Proxy:
    """Forwards bytes between its own port and the port of a server, unless a fault is set."""

    def __init__(self, target):
        self.target = target
        # The fault for a client's next packet: None, "drop", "lose", "half", "slow" or "refuse".
        self.fault = None
        self.until = 0.0
        self.faults = 0
        self.pairs = set()
        self.lock = threading.Lock()
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def misbehave(self, fault, seconds):
        with self.lock:
            self.fault, self.until = fault, time.monotonic() + seconds

    def take(self):
        """Returns the current fault, if any. A fault that cuts a connection ends with a probability of
        50 % after each use."""
        with self.lock:
            if self.fault is None or time.monotonic() > self.until:
                self.fault = None
                return None
            fault = self.fault
            if fault in ("drop", "lose", "half") and random.random() < 0.5:
                self.fault = None
            self.faults += 1
            return fault

    def cut_all(self):
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            self.close(pair)

    @staticmethod
    def close(pair):
        for one in pair:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
                server.settimeout(None)
            except OSError:
                client.close()
                continue
            pair = (client, server)
            with self.lock:
                self.pairs.add(pair)
            threading.Thread(target=self.forward, args=(pair,), daemon=True).start()
            threading.Thread(target=self.backward, args=(pair,), daemon=True).start()

    def forward(self, pair):
        client, server = pair
        try:
            while True:
                piece = client.recv(1 << 16)
                if not piece:
                    break
                fault = self.take()
                if fault == "slow":
                    time.sleep(random.uniform(0.2, 1.5))
                elif fault == "drop":
                    # The packet never arrives.
                    break
                elif fault == "half":
                    server.sendall(piece[: len(piece) // 2])
                    break
                elif fault == "lose":
                    # The packet arrives, but the response is lost.
                    server.sendall(piece)
                    time.sleep(0.05)
                    break
                elif fault == "refuse":
                    body = b"<Error><Code>SlowDown</Code><Message>torture</Message></Error>"
                    client.sendall(
                        b"HTTP/1.1 503 Slow Down\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                        % len(body) + body
                    )
                    break
                server.sendall(piece)
        except OSError:
            pass
        self.close(pair)

    def backward(self, pair):
        client, server = pair
        try:
            while True:
                piece = server.recv(1 << 16)
                if not piece:
                    break
                client.sendall(piece)
        except OSError:
            pass
        self.close(pair)


class Postgres:
    """A primary, and a standby that commits wait for; a failover exchanges their roles."""

    def __init__(self, folder, with_standby):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        self.ports = free_ports(2)
        self.proxies = [Proxy(port) for port in self.ports]
        self.servers = [None, None]
        self.primary = 0
        self.has_standby = with_standby
        if AS_POSTGRES:
            shutil.chown(folder, "postgres")
        self.run(
            "initdb", "-D", self.data(0), "-A", "trust", "-U", "wallfarm", "-E", "UTF8",
            "--locale=C", "--no-sync",
        )
        self.start(0)
        if with_standby:
            self.add_standby()

    def data(self, number):
        return f"{self.folder}/data{number}"

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{proxy.port}" for proxy in self.proxies)
        return f"postgres://wallfarm@{hosts}/postgres?connect_timeout=3"

    def run(self, program, *words, check=True):
        return subprocess.run(
            AS_POSTGRES + [f"{BIN}/{program}", *words], cwd=self.folder, check=check,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def start(self, number):
        log = open(f"{self.folder}/log{number}", "ab")
        deadline = time.monotonic() + 120
        while True:
            self.servers[number] = subprocess.Popen(
                AS_POSTGRES
                + [
                    f"{BIN}/postgres", "-D", self.data(number), "-p", str(self.ports[number]),
                    "-k", self.folder, "-c", "listen_addresses=127.0.0.1",
                    "-c", "max_connections=100", "-c", "wal_level=replica",
                    "-c", "max_wal_senders=8", "-c", "wal_keep_size=512MB",
                    "-c", "hot_standby=on", "-c", "synchronous_commit=on",
                ],
                cwd=self.folder, stdout=log, stderr=log,
            )
            while self.servers[number].poll() is None:
                if self.ready(number):
                    return
                time.sleep(0.05)
            # Try again, because processes of the killed server may still be exiting.
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start; see " + log.name)
            time.sleep(0.3)

    def ready(self, number):
        return self.run(
            "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.ports[number]), check=False
        ).returncode == 0

    def sql(self, text, number=None):
        number = self.primary if number is None else number
        done = subprocess.run(
            [
                f"{BIN}/psql", "-XAtq", "-h", "127.0.0.1", "-p", str(self.ports[number]), "-U",
                "wallfarm", "postgres", "-v", "ON_ERROR_STOP=1", "-c", text,
            ],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout.strip()

    def add_standby(self):
        """Copies the primary to a standby; from then on, commits wait for the standby."""
        other = 1 - self.primary
        shutil.rmtree(self.data(other), ignore_errors=True)
        self.run(
            "pg_basebackup", "-D", self.data(other), "-h", "127.0.0.1", "-p",
            str(self.ports[self.primary]), "-U", "wallfarm", "-R", "-X", "stream", "-c", "fast",
            "--no-sync",
        )
        self.start(other)
        self.wait_for("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", "1")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("SELECT pg_reload_conf()")
        self.wait_for("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1")

    def wait_for(self, question, answer):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if self.sql(question) == answer:
                    return
            except RuntimeError:
                pass
            time.sleep(0.1)
        raise RuntimeError(f"never: {question}")

    def kill(self, number):
        """Kills a server and its child processes without any notice, as in a power failure."""
        process = self.servers[number]
        started = children(process.pid)
        process.send_signal(signal.SIGKILL)
        for child in started:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def crash(self):
        self.kill(self.primary)
        self.start(self.primary)

    def restart(self):
        self.servers[self.primary].send_signal(signal.SIGINT)
        self.servers[self.primary].wait()
        self.start(self.primary)

    def fail_over(self):
        """Kills the primary for good, promotes the standby, and adds a new standby."""
        self.wait_for("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1")
        old, self.primary = self.primary, 1 - self.primary
        self.kill(old)
        # There is no standby yet, so commits must not wait for one.
        self.run("pg_ctl", "promote", "-D", self.data(self.primary), "-w", "-t", "60")
        self.wait_for("SELECT pg_is_in_recovery()", "f")
        subprocess.run(
            [
                f"{BIN}/psql", "-XAtq", "-h", "127.0.0.1", "-p", str(self.ports[self.primary]), "-U",
                "wallfarm", "postgres", "-c", "SET synchronous_commit = local",
                "-c", "ALTER SYSTEM SET synchronous_standby_names = ''", "-c", "SELECT pg_reload_conf()",
            ],
            check=True, stdout=subprocess.DEVNULL,
        )
        self.add_standby()

    def stop(self):
        for process in self.servers:
            if process and process.poll() is None:
                process.send_signal(signal.SIGQUIT)
                process.wait()


class ObjectStore:
    """SeaweedFS with one bucket, which everyone can read and one key can write."""

    bucket = "wallpapers"
    key, secret = "writer", "a secret/of+tests"

    def __init__(self, folder, weed):
        os.makedirs(folder + "/data", exist_ok=True)
        keys = {
            "identities": [
                {
                    "name": "writer",
                    "credentials": [{"accessKey": self.key, "secretKey": self.secret}],
                    "actions": ["Admin", "Read", "Write", "List"],
                },
                {"name": "anonymous", "actions": ["Read", "List"]},
            ]
        }
        with open(folder + "/keys.json", "w") as file:
            json.dump(keys, file)
        m, mg, v, vg, f, fg, s, sg = free_ports(8)
        self.port = s
        self.log = folder + "/log"
        self.process = subprocess.Popen(
            [
                weed, "server", "-dir=data", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
                f"-master.port={m}", f"-master.port.grpc={mg}", f"-volume.port={v}",
                f"-volume.port.grpc={vg}", "-volume.max=20", "-master.telemetry=false", "-filer",
                f"-filer.port={f}", f"-filer.port.grpc={fg}",
                f"-filer.localSocket={folder}/filer.sock", "-s3", f"-s3.port={s}",
                f"-s3.port.grpc={sg}", "-s3.port.iceberg=0", "-s3.port.lance=0",
                "-s3.config=keys.json", "-s3.iam=false", "-s3.autoCreateBucket=false",
                f"-s3.localSocket={folder}/s3.sock",
            ],
            cwd=folder, stdout=open(self.log, "wb"), stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + 120
        while True:
            made = subprocess.run(
                [weed, "shell", f"-master=127.0.0.1:{m}.{mg}", f"-filer=127.0.0.1:{f}.{fg}"],
                input=f"s3.bucket.create -name {self.bucket}\n", text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            if "created" in made.stdout or "exists" in made.stdout:
                if self.answers():
                    break
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError("the object store does not start; see " + self.log)
            time.sleep(0.2)
        self.proxy = Proxy(self.port)

    def answers(self):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{self.bucket}", timeout=5).read()
            return True
        except urllib.error.HTTPError as error:
            return error.code < 500
        except OSError:
            return False

    def variables(self, through_proxy=True):
        port = self.proxy.port if through_proxy else self.port
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_ACCESS_KEY_ID": self.key,
            "AWS_SECRET_ACCESS_KEY": self.secret, "AWS_REGION": "us-east-1",
        }

    def read(self, name):
        """Returns the bytes and the headers of an object."""
        path = urllib.parse.quote(f"/{self.bucket}/{name}")
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.read(), {key.lower(): value for key, value in answer.headers.items()}

    def names(self, prefix):
        """Returns the names of all objects that begin with a prefix."""
        import xml.etree.ElementTree as xml

        found, token = [], None
        while True:
            query = {"list-type": "2", "prefix": prefix, "max-keys": "1000"}
            if token:
                query["continuation-token"] = token
            address = f"http://127.0.0.1:{self.port}/{self.bucket}?" + urllib.parse.urlencode(query)
            with urllib.request.urlopen(address, timeout=60) as answer:
                root = xml.fromstring(answer.read())
            space = root.tag.partition("}")[0] + "}" if root.tag.startswith("{") else ""
            found += [one.findtext(f"{space}Key") for one in root.iter(f"{space}Contents")]
            token = root.findtext(f"{space}NextContinuationToken")
            if root.findtext(f"{space}IsTruncated") != "true":
                return found

    def stop(self):
        self.process.kill()
        self.process.wait()
