"""Signs in and reads a list, as a user of openapi-python-client would write it."""

import sys

from openapi_python_client_made import AuthenticatedClient, Client
from openapi_python_client_made.api.assets import get_assets_types
from openapi_python_client_made.api.auth import post_auth_login
from openapi_python_client_made.models import PostAuthLoginBody

url, password = sys.argv[1:]
signed_in = post_auth_login.sync(
    client=Client(base_url=url), body=PostAuthLoginBody(username="admin", password=password)
)
client = AuthenticatedClient(base_url=url, token=signed_in.data.access_token)
page = get_assets_types.sync(client=client, per_page=100)
print(page.meta.pagination.total == len(page.data), "Computer" in [row.assettype for row in page.data])
