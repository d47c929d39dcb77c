"""Swift, all of it in one process on loopback: a server of somebody else's that speaks S3, to hold our client against.

Usage: s3-server.py FOLDER PORT; the access key is test:tester, the secret testing. Says "ready" when it is.
"""

import os
import sys

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder, port = sys.argv[1], int(sys.argv[2])

sockets = {name: eventlet.listen(("127.0.0.1", port if name == "proxy" else 0)) for name in ("account", "container", "object", "proxy")}
os.makedirs(f"{folder}/devices/one", exist_ok=True)

with open(f"{folder}/swift.conf", "w") as conf:
    conf.write("[swift-hash]\nswift_hash_path_suffix = verso\n[storage-policy:0]\nname = one\ndefault = yes\n")

for name in ("account", "container", "object"):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({"region": 1, "zone": 1, "weight": 1.0, "ip": "127.0.0.1", "port": sockets[name].getsockname()[1], "device": "one"})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")
    with open(f"{folder}/{name}.conf", "w") as conf:
        conf.write(
            f"[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\n"
            f"[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n"
        )

with open(f"{folder}/proxy.conf", "w") as conf:
    conf.write(
        f"[DEFAULT]\nswift_dir = {folder}\n"
        "[pipeline:main]\npipeline = catch_errors gatekeeper proxy-logging listing_formats s3api tempauth bulk slo dlo proxy-server\n"
        "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nallow_account_management = true\n"
        "[filter:catch_errors]\nuse = egg:swift#catch_errors\n"
        "[filter:gatekeeper]\nuse = egg:swift#gatekeeper\n"
        "[filter:proxy-logging]\nuse = egg:swift#proxy_logging\n"
        "[filter:listing_formats]\nuse = egg:swift#listing_formats\n"
        "[filter:s3api]\nuse = egg:swift#s3api\n"
        "[filter:bulk]\nuse = egg:swift#bulk\n"
        "[filter:slo]\nuse = egg:swift#slo\n"
        "[filter:dlo]\nuse = egg:swift#dlo\n"
        "[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\n"
    )

from swift.common import utils

utils.SWIFT_CONF_FILE = f"{folder}/swift.conf"
utils.HASH_PATH_SUFFIX = b"verso"
from swift.common import storage_policy

storage_policy.reload_storage_policies()



class Cache:
    """What Swift asks a memcached for, which it does not run without."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_args, **_options):
        return self.values.get(key)

    def set(self, key, value, *_args, **_options):
        self.values[key] = value

    def incr(self, key, delta=1, **_options):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]

    def delete(self, key, *_args, **_options):
        self.values.pop(key, None)


cache = Cache()


def with_cache(app):
    def handle(environment, start_response):
        environment["swift.cache"] = cache
        return app(environment, start_response)

    return handle


for name, socket in sockets.items():
    app = with_cache(loadapp(f"{folder}/{name}.conf", global_conf={"log_name": name}))
    eventlet.spawn(wsgi.server, socket, app, open(os.devnull, "w"))
print("ready", flush=True)
eventlet.Event().wait()
