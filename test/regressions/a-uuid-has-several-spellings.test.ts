import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterAll(() => site.stop());

const SPELLINGS: Record<string, (uuid: string) => string> = {
  'upper case': (uuid) => uuid.toUpperCase(),
  braces: (uuid) => `{${uuid}}`,
  'a URN': (uuid) => `urn:uuid:${uuid}`,
  'no dashes': (uuid) => uuid.replaceAll('-', ''),
  'blanks around it': (uuid) => ` ${uuid} `,
};
const ROUTES: Record<string, (hostname: string, uuid: string) => Promise<{ assetid: number }>> = {
  'POST /api/collector/computers': (hostname, uuid) => ask.report({ hostname, uuid }),
  'POST /api/collector/glpi': (name, uuid) => ask.inventory({ hardware: { name, uuid } }),
};
let made = 0;

const CASES = Object.keys(ROUTES).flatMap((route) =>
  Object.keys(SPELLINGS).map((spelling): [string, string] => [route, spelling]),
);

test.each(CASES)('%s finds a computer by its UUID when the UUID has %s', async (route, spelling) => {
  const n = ++made;
  const uuid = `4c4c4544-0031-4410-8031-b1c04f00${n.toString(16).padStart(4, '0')}`;
  const send = ROUTES[route]!;
  const first = await send(`pc-${n}`, uuid);
  const again = await send(`pc-${n}`, SPELLINGS[spelling]!(uuid));
  expect(again).toMatchObject({ assetid: first.assetid, unchanged: 1 });
  const late = await send(`late-${n}`, SPELLINGS[spelling]!(`${uuid.slice(0, -8)}aaaa${uuid.slice(-4)}`));
  const { uuid: stored } = (await ask.computers()).find(({ assetid }) => assetid === late.assetid);
  expect(stored).toBe(`${uuid.slice(0, -8)}aaaa${uuid.slice(-4)}`);
});

test('a UUID of zeros in braces does not identify a computer', async () => {
  const zeros = '{00000000-0000-0000-0000-000000000000}';
  const one = await ask.report({ hostname: 'zero-1', uuid: zeros });
  const two = await ask.report({ hostname: 'zero-2', uuid: zeros });
  expect([two.created, two.assetid === one.assetid]).toEqual([1, false]);
});
