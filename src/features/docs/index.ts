import { type Api, api, words } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { pageHeaders } from '../../kit/http/static-ui-headers.ts';
import { llmsText } from './llms.ts';
import { type Documented, openApi } from './openapi.ts';

const page = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millwright API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script src="${base}/api/docs/start.js"></script>
</body>
</html>
`;

/** Beside the page, because its policy allows no inline script. */
const start = `SwaggerUIBundle({
  url: new URL('docs/openapi.json', location.href.replace(/\\/$/, '')).href,
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** The documents of the API, made from the routes themselves: they cannot drift from them. */
export function docsApi(documented: () => Documented, basePath: string): Api {
  const made = new Map<string, string>();
  const json = () => {
    const parts = documented();
    const known = made.get(parts.server) ?? JSON.stringify(openApi(parts));
    made.clear();
    made.set(parts.server, known);
    return known;
  };
  const serve =
    (type: string, content: () => string) =>
    ({ call }: { call: Call }) => {
      // The document is made once, for all who read it: whoever happens to be the first does not pay for it.
      call.account?.end();
      return new Response(content(), {
        headers: { ...pageHeaders(), 'Content-Type': type, 'Cache-Control': 'no-cache' },
      });
    };
  return api('/api/docs')
    .get(
      '',
      serve('text/html; charset=utf-8', () => page(basePath)),
      words({ access: 'open', summary: 'The interactive API page', produces: 'text/html' }),
    )
    .get(
      '/start.js',
      serve('text/javascript; charset=utf-8', () => start),
      words({ access: 'open', summary: 'Starts the interactive page', produces: 'text/javascript' }),
    )
    .get(
      '/openapi.json',
      serve('application/json; charset=utf-8', json),
      words({ access: 'open', summary: 'The OpenAPI 3.1 document', produces: 'application/json' }),
    )
    .get(
      '/llms.txt',
      serve('text/plain; charset=utf-8', () => llmsText(documented())),
      words({ access: 'open', summary: 'A short guide for automated agents', produces: 'text/plain' }),
    );
}
