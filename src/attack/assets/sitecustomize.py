# `payctl attack` has an application under Python load this: its clock is as far from the machine's as the
# file `offset` beside this one says, in milliseconds. `time.monotonic`, by which Python waits, stays.
import datetime
import gc
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
machine = {name: getattr(time, name) for name in ("time", "localtime", "gmtime", "ctime", "asctime", "strftime")}


def now():
    with open(os.path.join(HERE, "offset")) as file:
        return machine["time"]() + int(file.read()) / 1000


def moved(name):
    return lambda seconds=None: machine[name](now() if seconds is None else seconds)


def now_in(cls, tz=None):
    return cls.fromtimestamp(now(), tz)


def utcnow(cls):
    return now_in(cls, datetime.timezone.utc).replace(tzinfo=None)


# The type itself is changed: another in its place would not be the one of what C code makes.
methods = gc.get_referents(datetime.datetime.__dict__)[0]
methods.update(now=classmethod(now_in), utcnow=classmethod(utcnow))

time.time = now
time.time_ns = lambda: int(now() * 1e9)
for name in ("localtime", "gmtime", "ctime"):
    setattr(time, name, moved(name))
time.asctime = lambda moment=None: machine["asctime"](moment or time.localtime())
time.strftime = lambda format, moment=None: machine["strftime"](format, moment or time.localtime())

# The file of this name that would have been loaded without this one.
sys.path[:] = [path for path in sys.path if os.path.abspath(path) != HERE]
this = sys.modules.pop("sitecustomize")
try:
    import sitecustomize
except ImportError:
    sys.modules["sitecustomize"] = this
