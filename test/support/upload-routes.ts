import type { Route } from '../../src/kit/http/routes.ts';
import { sampleBody } from '../contract/sample.ts';
import type { Site } from './site.ts';

/** The media types of uploads. A route that accepts one is found automatically. */
const FORM = 'multipart/form-data';
const RAW = /^application\/(offset\+)?octet-stream$/;

/** A media type in which a route accepts files. */
export interface UploadWay {
  route: Route;
  type: string;
  isForm: boolean;
}

/**
 * A route that is closed as soon as there is an admin. `test/restore/on-a-new-box.slow.test.ts` covers it.
 */
const UNTIL_THE_FIRST_ADMIN = ['/api/setup/restore'];

/** Returns all upload routes of an appliance with an admin. */
export const listUploadWays = ({ app }: Site): UploadWay[] =>
  app.routes
    .filter(({ path }) => !UNTIL_THE_FIRST_ADMIN.includes(path))
    .flatMap((route) =>
      [route.raw?.type ?? []]
        .flat()
        .filter((type) => type === FORM || RAW.test(type))
        .map((type) => ({ route, type, isForm: type === FORM })),
    );

/** The records that were created for a site, by the name of their ID. */
const owners = new WeakMap<Site, Map<string, Record<string, unknown>>>();

/**
 * Creates records that no register can create, by the name of the path parameter. An upload route with a new
 * parameter of this kind needs an entry here.
 */
const MADE: Record<string, (site: Site) => Promise<unknown>> = {
  sso: async (site) =>
    createRecord(
      site,
      '/api/employees/directory',
      { sso: nextNumber(), firstname: 'A', lastname: 'B' },
      'sso',
    ),
  surface: async () => 'lobby',
  levelid: (site) =>
    createRecord(site, '/api/maplevels', { building: 'Hall', level: nextNumber() }, 'levelid'),
  appversionid: async (site) => {
    const { appid } = await ownerOf(site, 'appid');
    return createRecord(
      site,
      `/api/applications/${appid}/versions`,
      { version: nextNumber() },
      'appversionid',
    );
  },
  entryid: async (site) => {
    const { scopeid } = await ownerOf(site, 'scopeid');
    const entry = { Name: nextNumber(), Type: 'EXE' };
    return createRecord(site, `/api/enforce/scopes/${scopeid}/entries`, entry, 'entryid');
  },
  uploadkey: async (site) => {
    const { uploadkey } = owners.get(site)!.get('uploadkey') ?? {};
    // Only one at a time, because the number of started uploads is limited.
    if (uploadkey) await site.admin.delete(`/api/enforce/uploads/${uploadkey}`);
    const entryid = await MADE.entryid!(site);
    const body = { size: 100_000_000, filename: 'setup.exe' };
    const begun = await createRecord(site, `/api/enforce/entries/${entryid}/uploads`, body, 'uploadkey');
    owners.get(site)!.set('uploadkey', { uploadkey: begun });
    return begun;
  },
};

let numbers = 7000;
const nextNumber = () => String(++numbers);

async function createRecord(site: Site, path: string, body: object, id: string): Promise<unknown> {
  const answer = await site.admin.post(path, body);
  if (answer.status !== 201) throw new Error(`${path} made no record: ${answer.text}`);
  return answer.data[id];
}

/** Returns a record of the register with this ID field. It is the same record on each call. */
async function ownerOf(site: Site, id: string): Promise<Record<string, unknown>> {
  const records = owners.get(site)!;
  if (!records.has(id)) {
    const register = site.app.host.registers.all().find((one) => one.id === id && !one.unlisted);
    if (!register) throw new Error(`Say in this file how a record named by :${id} is made.`);
    const answer = await site.admin.post(`/api${register.path}`, sampleBody(site, register));
    if (answer.status !== 201) throw new Error(`${register.path} made no record: ${answer.text}`);
    records.set(id, answer.data);
  }
  return records.get(id)!;
}

/** Returns the path of a route with existing records. A raw upload has its file name in the query. */
export async function buildUploadPath(
  site: Site,
  { route, isForm }: UploadWay,
  name = 'file.bin',
): Promise<string> {
  if (!owners.has(site)) owners.set(site, new Map());
  let path = route.path;
  for (const [, name] of route.path.matchAll(/:(\w+)/g)) {
    const value = MADE[name!] ? await MADE[name!]!(site) : (await ownerOf(site, name!))[name!];
    path = path.replace(`:${name}`, String(value));
  }
  return isForm ? path : `${path}?filename=${name}`;
}
