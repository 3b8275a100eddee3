-- A wrk request: five fixed notes and one that changes each time, on a cached photo. The
-- environment provides FORMAT and PHOTO.
local format, photo = os.getenv("FORMAT"), os.getenv("PHOTO")
local threads, number = 0, 0

function setup(thread)
  threads = threads + 1
  thread:set("id", threads)
end

function request()
  number = number + 1
  local body = string.format([[{"devices": "iphone15", "format": "%s", "photo": "%s", "notes": [
    "Buy oat milk and bread", "Call Ana about Saturday", "Dentist at 9:40, bring the card", "Water the plants",
    "Send the invoice to Mr Okafor", "Read page %d.%d"]}]], format, photo, id, number)
  return wrk.format("POST", "/v1/render", {["Content-Type"] = "application/json"}, body)
end

-- Count failures, because error responses would look fast.
local failed = 0
function response(status) if status ~= 200 then failed = failed + 1 end end

function done(summary, latency)
  io.write(string.format("%d %d %d %.3f %.3f\n", summary.requests, summary.duration,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
