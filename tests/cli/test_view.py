# SPDX-License-Identifier: BSD-3-Clause
"""The report of a run and the server of its viewer, from outside: what they say, and to whom."""

import concurrent.futures
import csv
import http.client
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, small_bed

LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/")


class Served:
    """`scree view` of a folder, while the block lasts."""

    def __init__(self, folder, *words):
        self.process = subprocess.Popen([program.PROGRAM, "view", str(folder), *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.link = self.process.stdout.readline().strip()
        self.port, self.token = LINK.fullmatch(self.link).groups()
        self.port = int(self.port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.ended = self.process.wait(timeout=10)
        self.process.stdout.close()
        self.process.stderr.close()

    def raw(self, request):
        """All bytes the server answers to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as s:
            s.sendall(request)
            answer = b""
            while True:
                try:
                    part = s.recv(65536)
                except ConnectionResetError:
                    break
                if not part:
                    break
                answer += part
            return answer

    def ask(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def get(self, what):
        response, body = self.ask(f"/{self.token}/{what}")
        assert response.status == 200, (what, response.status, body)
        return body


class RunTest(ProgramTest):
    """Each test has a copy of the same small run in `out`."""

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory(prefix="scree-test-")
        scene = Path(cls.made.name) / "bed.toml"
        scene.write_text(small_bed(count=120, duration=0.25))
        done = program.scree("run", scene, "-o", Path(cls.made.name) / "out", "--quiet")
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    def setUp(self):
        super().setUp()
        shutil.copytree(self.made.name, self.folder, dirs_exist_ok=True)


def data_of(page):
    """The data a report shows."""
    text = Path(page).read_text()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text,
                                re.S).group(1))


class Report(RunTest):
    def test_its_numbers_are_those_of_measures_csv(self):
        report = data_of("out/report.html")
        with open("out/measures.csv") as file:
            rows = list(csv.DictReader(file))
        columns = {name: [float(row[name]) for row in rows] for name in rows[0]}
        lines = {p["title"]: p for p in report["plots"] if p["kind"] == "lines"}
        energy = {s["name"]: s["ys"] for s in lines["Energy"]["series"]}
        self.assertEqual(energy["kinetic"], columns["kinetic_J"])
        self.assertEqual(energy["residual"], columns["residual_J"])
        self.assertEqual(lines["Energy"]["xs"], columns["time_s"])
        self.assertEqual(lines["Density"]["series"][0]["ys"], columns["density"])
        self.assertEqual(lines["Flow"]["series"][0]["ys"], columns["middle_mass_kg"])
        self.assertEqual(lines["Coordination number"]["series"][0]["ys"], columns["coordination"])
        results = {r["name"]: r["value"] for r in report["results"]}
        self.assertEqual(results["simulated time"], columns["time_s"][-1])
        self.assertEqual(results["mass through middle"], columns["middle_mass_kg"][-1])
        bars = {p["title"]: p for p in report["plots"] if p["kind"] == "bars"}
        self.assertEqual(sum(bars["Contacts of a grain"]["values"]), 120)
        self.assertEqual([p["title"] for p in report["plots"] if p["kind"] == "heat"], ["Layers"])

    def test_says_what_was_run_and_how(self):
        report = data_of("out/report.html")
        self.assertEqual(report["title"], "small bed")
        self.assertIn("120 spheres of glass", report["words"][0])
        made = [(m["name"], m["value"]) for m in report["made"]]
        state_hash = self.succeeds("hash", "out").stdout.split()[0]
        self.assertTrue(any(state_hash in value for _, value in made), made)
        self.assertTrue(any(name == "log" and "grain-steps/s" in value for name, value in made))
        self.assertEqual(report["warnings"], [])
        self.assertEqual([f["label"].split(",")[0] for f in report["frames"]],
                         ["first", "middle", "last"])

    def test_needs_nothing_else(self):
        text = Path("out/report.html").read_text()
        data = text.index('id="data"')
        page = text[:data] + text[text.index("</script>", data):]
        self.assertNotRegex(page, r'(src|href)\s*=\s*"(?!data:|#)')
        self.assertIn("Content-Security-Policy", page)

    def test_is_optional_and_made_again_on_demand(self):
        self.succeeds("run", "bed.toml", "-o", "plain", "--quiet", "--no-report")
        self.assertFalse(Path("plain/report.html").exists())
        self.succeeds("report", "plain", "-o", "elsewhere.html")
        self.assertEqual(data_of("elsewhere.html")["plots"], data_of("out/report.html")["plots"])
        self.fails("error: nowhere: no such folder", "report", "nowhere")

    def test_warns_of_what_a_reader_should_know(self):
        soft = small_bed(count=120, duration=0.3).replace("contact_time = 1e-3", "contact_time = 2e-2")
        self.write("soft.toml", soft)
        self.succeeds("run", "soft.toml", "-o", "soft", "--quiet", "--steps", "400")
        Path("soft/checkpoint.h5").rename("soft/kept.h5")
        self.fails("error: soft/checkpoint.h5: no such file", "report", "soft")
        Path("soft/kept.h5").rename("soft/checkpoint.h5")
        warnings = " ".join(data_of("soft/report.html")["warnings"])
        self.assertIn("overlap", warnings)


class View(RunTest):
    def test_what_the_viewer_asks_for(self):
        with Served("out") as server:
            run = json.loads(server.get("api/run"))
            self.assertEqual((run["title"], run["state"], run["grains"]),
                             ("small bed", "finished", 120))
            self.assertEqual(len(run["frames"]), len(list(Path("out/frames").iterdir())))
            self.assertGreater(len(run["walls"]), 0)
            last = run["frames"][-1]
            self.assertAlmostEqual(last["time"], 0.25, delta=1e-3)
            self.assertEqual(server.get("api/measures"), Path("out/measures.csv").read_bytes())
            self.succeeds("export", "out", "--csv")
            with open(next(Path("out/export").glob("grains*.csv"))) as file:
                grains = list(csv.DictReader(file))
            for field in run["fields"]:
                data = server.get(f"api/frame/{last['index']}?color={field['name']}&chains=1")
                size = struct.unpack_from("<I", data)[0]
                head = json.loads(data[4:4 + size])
                n, m = head["balls"], head["rods"]
                self.assertEqual(n, 120)
                self.assertGreater(m, 50)
                self.assertEqual(len(data), 4 + size + 24 * n + 32 * m)
                balls = struct.unpack_from(f"<{4 * n}f", data, 4 + size)
                for i in (0, 7, 119):
                    x = balls[4 * i] + head["origin"][0]
                    self.assertAlmostEqual(x, float(grains[i]["x_m"]), places=8)
            data = server.get(f"api/frame/{last['index']}?cells=1")
            size = struct.unpack_from("<I", data)[0]
            head = json.loads(data[4:4 + size])
            s = head["solids"]
            self.assertEqual((head["balls"], head["rods"], head["inner"]), (120, 0, True))
            self.assertGreater(s, 100)
            self.assertEqual(len(data), 4 + size + 24 * 120 + 12 * (s + head["vertices"] + head["triangles"]))
            grain = json.loads(server.get(f"api/grain/{last['index']}/7"))
            values = {v["name"]: v["value"] for v in grain["values"]}
            self.assertEqual(values["radius"], float(grains[7]["radius_m"]))
            self.assertEqual(len(grain["contacts"]), int(grains[7]["contacts"]))
            path = json.loads(server.get("api/path/7"))
            self.assertEqual(len(path["points"]), 3 * len(path["times"]))
            self.assertEqual(path["points"][-3], float(grains[7]["x_m"]))
            for page in ("", "viewer.js", "viewer.css", "licences.txt"):
                self.assertGreater(len(server.get(page)), 100)
        self.assertEqual(server.ended, 0)

    def test_only_for_those_who_have_the_link(self):
        with Served("out") as server:
            for path in ("/", "/api/run", "/" + "0" * 32 + "/api/run", f"/{server.token[:-1]}/",
                         f"/{server.token}x/api/run"):
                response, body = server.ask(path)
                self.assertEqual(response.status, 403, path)
                self.assertNotIn(server.token.encode(), body)
            # A name that leads here is not enough: the browser of a foreign page would send it.
            response, _ = server.ask(f"/{server.token}/api/run",
                                     headers={"Host": f"elsewhere.example:{server.port}"})
            self.assertEqual(response.status, 403)
            # Loopback only.
            listening = subprocess.run(["cat", "/proc/net/tcp", "/proc/net/tcp6"],
                                       capture_output=True, text=True).stdout
            here = [line.split()[1] for line in listening.splitlines()
                    if f":{server.port:04X} " in line and line.split()[3] == "0A"]
            self.assertEqual(here, [f"0100007F:{server.port:04X}"])

    def test_strict_headers(self):
        with Served("out") as server:
            for path in (f"/{server.token}/", f"/{server.token}/api/run", "/none"):
                response, _ = server.ask(path)
                policy = response.getheader("Content-Security-Policy")
                self.assertIn("default-src 'none'", policy)
                self.assertNotIn("unsafe", policy)
                self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff")
                self.assertEqual(response.getheader("Referrer-Policy"), "no-referrer")

    def test_nothing_outside_the_folder(self):
        Path("secret.txt").write_text("secret")
        Path("out/measures.csv").unlink()
        Path("out/measures.csv").symlink_to("../secret.txt")
        frame = sorted(Path("out/frames").iterdir())[1]
        frame.unlink()
        frame.symlink_to(Path("secret.txt").resolve())
        with Served("out") as server:
            index = int(frame.stem)
            for what in ("../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "%2e%2e%2fsecret.txt",
                         "..%252fsecret.txt", "....//secret.txt", "api/../../secret.txt",
                         "api/frame/../../secret.txt", "api/frame/%2e%2e%2fsecret.txt",
                         "/etc/passwd", "%00", "api/frame/0%00", "out/scene.toml", "scene.toml",
                         "api/measures", f"api/frame/{index}", "..\\secret.txt"):
                answer = server.raw(f"GET /{server.token}/{what} HTTP/1.1\r\n"
                                    f"Host: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
                                    .encode())
                self.assertNotIn(b" 200 ", answer.split(b"\r\n")[0], what)
                self.assertNotIn(b"root:", answer)
                self.assertNotRegex(answer, rb"(?<!\.)\bsecret\b(?!\.txt)", what)

    def test_survives_malformed_requests(self):
        with Served("out") as server:
            host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
            path = f"/{server.token}/api/frame/0".encode()
            for request in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x00\xff\xfe garbage\r\n\r\n",
                            b"GET " + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
                            b"GET / HTTP/9.9\r\n\r\n",
                            b"GET " + path + b"?color=%zz HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n",
                            b"GET " + path + b"?low=nan&high=1e999 HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n",
                            b"POST " + path + b" HTTP/1.1\r\n" + host +
                            b"Content-Length: 99999999999\r\n\r\nx",
                            b"POST " + path + b" HTTP/1.1\r\n" + host +
                            b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
                            b"DELETE " + path + b" HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n",
                            b"GET " + path + b" HTTP/1.1\r\n" + b"X: y\r\n" * 2000 + b"\r\n"):
                try:
                    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as s:
                        s.settimeout(0.5)
                        s.sendall(request)
                        s.recv(1000)
                except OSError:
                    pass
            self.assertIsNone(server.process.poll())
            self.assertEqual(json.loads(server.get("api/run"))["grains"], 120)
            response, body = server.ask(f"/{server.token}/api/frame/0?color=velocit")
            self.assertEqual(response.status, 404)
            self.assertIn("velocity", json.loads(body)["problem"])
            response, body = server.ask(f"/{server.token}/api/frame/99999")
            self.assertIn("there is no frame 99999", json.loads(body)["problem"])

    def test_a_hundred_clients_at_once(self):
        with Served("out") as server:
            expected = server.get("api/frame/0?color=size")
            with concurrent.futures.ThreadPoolExecutor(100) as pool:
                answers = list(pool.map(lambda _: server.get("api/frame/0?color=size"), range(300)))
            self.assertEqual(set(answers), {expected})

    def test_waits_for_a_run(self):
        with Served("later") as server:
            self.assertIn("no such folder", json.loads(server.get("api/run"))["problem"])
            os.rename("out", "later")
            self.assertEqual(json.loads(server.get("api/run"))["grains"], 120)
            for frame in Path("later/frames").iterdir():
                frame.write_bytes(b"broken")
            response, body = server.ask(f"/{server.token}/api/frame/1")
            self.assertEqual(response.status, 404)
            self.assertIn("000001.h5", json.loads(body)["problem"])

    def test_live(self):
        self.write("long.toml", small_bed(count=300, duration=60))
        run = subprocess.Popen([program.PROGRAM, "run", "long.toml", "-o", "live", "--quiet"])
        try:
            with Served("live") as server:
                counts = []
                deadline = time.time() + 60
                while time.time() < deadline and len(set(counts)) < 3:
                    answer = json.loads(server.get("api/run"))
                    if "frames" in answer:
                        self.assertEqual(answer["state"], "running")
                        counts.append(len(answer["frames"]))
                    time.sleep(0.1)
                self.assertGreaterEqual(len(set(counts)), 3)
                run.send_signal(signal.SIGTERM)
                run.wait(timeout=30)
                self.assertEqual(json.loads(server.get("api/run"))["state"], "stopped")
        finally:
            run.kill()
            run.wait()

    def test_bad_input(self):
        with Served("out") as server:
            self.fails("error: --port: the port is not free; leave it out to take any", "view", "out",
                       "--port", str(server.port))


if __name__ == "__main__":
    program.main()
