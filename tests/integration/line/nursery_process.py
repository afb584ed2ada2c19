"""A process that has imported every service, and forks: `python -m tests.integration.line.nursery_process 5`.

It reads orders from the socket whose number it is given, a line each, and answers each with a line.
"""

import ctypes
import gc
import importlib
import json
import os
import random
import runpy
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from deploy.embedded.launch import PR_SET_PDEATHSIG
from deploy.services import MODULES
from shared.bus import failpoints


def main() -> None:
    """Until nobody holds the other end any more; who was born here goes with it."""
    for module in MODULES.values():
        importlib.import_module(f"{module}.main")
    gc.collect()
    gc.freeze()  # or each child's first search for garbage would copy all of it
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        for line in orders.makefile("rb"):
            order = json.loads(line)
            if "ended" in order:
                _, status = os.waitpid(order["ended"], 0)
                answer = os.waitstatus_to_exitcode(status)
            else:
                answer = os.fork()
            if answer == 0 and "module" in order:
                os.close(orders.detach())
                break
            orders.sendall(b"%d\n" % answer)
        else:
            return
    become(order)


def become(order: dict[str, str]) -> NoReturn:
    """The service that was asked for, as if it had been started by itself.

    It ends without a farewell: ONNX's would wait for a thread that only the parent has.
    """
    os.setsid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    nothing, log = os.open(os.devnull, os.O_RDONLY), os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.environ.clear()
    os.environ.update(json.loads(order["environment"]))
    random.seed()
    importlib.reload(failpoints)  # which are armed stands in the environment
    sys.argv = [str(Path(__file__))]
    code: object = 1
    try:
        runpy.run_module(order["module"], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
    finally:
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
