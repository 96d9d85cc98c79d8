"""Imports every module of a client. Prints those that cannot be imported, else how many there are."""

import importlib
import pkgutil
import sys

client = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(client.__path__, f"{client.__name__}.")]
failures = []
for name in names:
    try:
        importlib.import_module(name)
    except Exception as cause:
        failures.append(f"{name}: {cause!r}")
print("\n".join(failures) or f"{len(names)} modules")
sys.exit(1 if failures else 0)
