import { type Access, isOpenToAnonymous } from '../../kit/http/access.ts';
import type { OpenApiInput } from './openapi.ts';
import { OPERATOR_TEXT } from './operator-parameters.ts';

const describeAccess = (access: Access): string => {
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
        `- ${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')} (${describeAccess(route.access)}): ${route.summary}`,
    );
  return `# Millwright ${version} API

Asset management for a plant: assets, PCs, floor plans and kiosks. The full document is openapi.json in the same folder.

## Conventions
- Success: {"status":"success","data":...,"meta":{"timestamp","requestid","pagination"?}}. Error: {"status":"error","data":{"error":{"code","message","details"?}},"meta"}.
- Sign in with POST /api/auth/login and send Authorization: Bearer <access_token>, or create an API token with POST /api/apitokens and send it the same way.
- Lists take page, per_page (at most 100), search, sort, dir, active=false to include inactive records, and format=csv (bom=true adds a byte order mark for Excel). columns=a,b,cf_x sets the columns of a CSV and adds custom fields to any list.
- ${OPERATOR_TEXT}
- Keys are lower case without separators; ids are integers named <noun>id; references contain the id and the name.
- A PUT changes only the keys that you send. Send ifmodifieddate with the modifieddate that you read: the appliance returns 409 STALE_WRITE if the record has changed since.
- Validation errors return 400 VALIDATION_ERROR with details.issues: [{path, message}].

## Routes (required access: public, login, admin or a permission)
${lines.join('\n')}
`;
}
