import { type Access, isOpenToAnonymous } from '../../kit/http/access.ts';
import type { OpenApiInput } from './openapi.ts';

const who = (access: Access): string => {
  if (typeof access === 'string') return isOpenToAnonymous(access) ? 'public' : access;
  return 'machine' in access
    ? access.machine.map(({ kind }) => kind).join('/')
    : [access.can].flat().join('|');
};

/** Returns a short guide for automated agents: the conventions, then one line for each route. */
export function llmsText({ routes, version }: OpenApiInput): string {
  const lines = routes
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (route) =>
        `- ${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')} (${who(route.access)}): ${route.summary}`,
    );
  return `# Millwright ${version} API

The asset register, fleet and floor of a plant. The full document is openapi.json beside this page.

## Conventions
- Success: {"status":"success","data":...,"meta":{"timestamp","requestid","pagination"?}}. Error: {"status":"error","data":{"error":{"code","message","details"?}},"meta"}.
- Sign in with POST /api/auth/login and send Authorization: Bearer <access_token>, or make an API token at POST /api/apitokens and send it the same way.
- Lists take page, per_page (at most 100), search, sort, dir, active=false for inactive records too, and format=csv (bom=true starts it with a byte order mark, for Excel).
- Keys are lower case without separators; ids are integers named <noun>id; references carry the id and the name beside it.
- A PUT changes only the keys that are sent. Send ifmodifieddate with the modifieddate you have seen to be told (409 STALE_WRITE) when somebody was faster.
- Validation errors are 400 VALIDATION_ERROR with details.issues: [{path, message}].

## Routes (who may call: public, login, admin or a permission)
${lines.join('\n')}
`;
}
