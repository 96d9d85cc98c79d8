import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { pageHeaders } from '../../kit/http/static-ui-headers.ts';
import { llmsText } from './llms.ts';
import { type OpenApiInput, openApi } from './openapi.ts';

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
<script type="module" src="${base}/api/docs/start.js"></script>
</body>
</html>
`;

/**
 * The script that starts Swagger UI. It is a file of its own, because the policy of the page forbids inline
 * scripts. Swagger UI resolves a whole document of version 3.1 each time a part of it is opened, which takes
 * seconds. The script therefore converts it to version 3.0, which only declares nullable values differently.
 */
const start = `const at = new URL('docs/openapi.json', location.href.replace(/\\/$/, '')).href;
const mayBeNull = (key, value) =>
  Array.isArray(value?.type)
    ? { ...value, type: value.type.find((type) => type !== 'null'), nullable: true }
    : value;
const shown = JSON.parse(await (await fetch(at)).text(), mayBeNull);
SwaggerUIBundle({
  spec: { ...shown, openapi: '3.0.4' },
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** The body of a response. A Blob lets all responses share the bytes of the large API document. */
type Content = string | Blob | Uint8Array<ArrayBuffer>;

const documentOf = async (parts: OpenApiInput) => new Blob([JSON.stringify(await openApi(parts))]);

/** Serves the API documents, which are generated from the routes, so that they always match. */
export function docsApi(documented: () => OpenApiInput, basePath: string): Api {
  /** The latest documents and the server address in them. They are generated once for all callers. */
  let made: { server: string; json: Promise<Content>; guide: Content } | undefined;
  const documents = () => {
    const parts = documented();
    if (made?.server !== parts.server)
      made = {
        server: parts.server,
        json: documentOf(parts),
        guide: new TextEncoder().encode(llmsText(parts)),
      };
    return made;
  };
  const serve = (type: string, content: () => Content | Promise<Content>) => async () =>
    new Response(await content(), {
      headers: { ...pageHeaders(), 'Content-Type': type, 'Cache-Control': 'no-cache' },
    });
  return api('/api/docs')
    .get(
      '',
      serve('text/html; charset=utf-8', () => page(basePath)),
      routeOptions({ access: 'open', summary: 'Interactive API documentation', produces: 'text/html' }),
    )
    .get(
      '/start.js',
      serve('text/javascript; charset=utf-8', () => start),
      routeOptions({
        access: 'open',
        summary: 'Script of the interactive API documentation',
        produces: 'text/javascript',
      }),
    )
    .get(
      '/openapi.json',
      serve('application/json; charset=utf-8', () => documents().json),
      routeOptions({ access: 'open', summary: 'The OpenAPI 3.1 document', produces: 'application/json' }),
    )
    .get(
      '/llms.txt',
      serve('text/plain; charset=utf-8', () => documents().guide),
      routeOptions({
        access: 'open',
        summary: 'Short guide for AI agents and scripts',
        produces: 'text/plain',
      }),
    );
}
