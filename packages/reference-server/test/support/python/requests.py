"""As much of `requests` as the code samples use, for machines that do not have it. Anything else is a TypeError."""

import base64
import json as jsons
import urllib.error
import urllib.request


class Response:
    def __init__(self, status_code, content):
        self.status_code = status_code
        self.content = content

    def raise_for_status(self):
        if self.status_code >= 400:
            raise RuntimeError(f"{self.status_code}: {self.content.decode()}")

    def json(self):
        return jsons.loads(self.content)


def _request(method, url, *, timeout, headers=None, auth=None, json=None):
    headers = dict(headers or {})
    if auth is not None:
        headers["Authorization"] = "Basic " + base64.b64encode(":".join(auth).encode()).decode()
    data = None
    if json is not None:
        headers["Content-Type"] = "application/json"
        data = jsons.dumps(json).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return Response(response.status, response.read())
    except urllib.error.HTTPError as error:
        return Response(error.code, error.read())


def get(url, **options):
    return _request("GET", url, **options)


def post(url, **options):
    return _request("POST", url, **options)


def put(url, **options):
    return _request("PUT", url, **options)


def patch(url, **options):
    return _request("PATCH", url, **options)


def delete(url, **options):
    return _request("DELETE", url, **options)
