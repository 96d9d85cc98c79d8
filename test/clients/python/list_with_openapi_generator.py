"""Signs in and reads a list, as a user of openapi-generator's client for Python would write it."""

import sys

import openapi_generator_made as made

url, password = sys.argv[1:]
configuration = made.Configuration(host=url)
with made.ApiClient(configuration) as client:
    asked = made.PostAuthLoginRequest(username="admin", password=password)
    configuration.access_token = made.AuthApi(client).post_auth_login(asked).data.access_token
    page = made.AssetsApi(client).get_assets_types(per_page=100)
    print(page.meta.pagination.total == len(page.data), "Computer" in [row.assettype for row in page.data])
