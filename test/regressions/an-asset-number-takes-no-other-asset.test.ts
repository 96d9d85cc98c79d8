import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
const vendors: number[] = [];
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
  for (const vendor of ['Maker A', 'Maker B'])
    vendors.push((await site.admin.post('/api/vendors', { vendor })).data.vendorid);
});
afterAll(() => site.stop());

const KINDS = ['measuringtools', 'machines', 'network'] as const;
type Kind = (typeof KINDS)[number];

let made = 0;
const send = (kind: Kind, body: object) => ask.collector.post(`/api/collector/${kind}`, body);

/** Reports a new asset with all identifiers of its kind. */
async function reportNew(kind: Kind) {
  const number = `${kind}-${++made}`;
  const identity = {
    assetnumber: number,
    serialnumber: `S-${number}`,
    vendorid: vendors[0],
    ...(kind === 'measuringtools' && { gagelabtag: `T-${number}` }),
  };
  const { assetid } = (await send(kind, { ...identity, name: 'First' })).data;
  return { assetid: assetid as number, identity };
}

const recordOf = async (kind: Kind, assetid: number) => {
  const rows = (await site.admin.get(`/api/${kind}?per_page=100`)).data as { assetid: number }[];
  return rows.find((row) => row.assetid === assetid);
};

const OTHERS: [kind: Kind, field: string, value: () => unknown][] = KINDS.flatMap((kind) => [
  [kind, 'serialnumber', () => 'S-other'],
  [kind, 'vendorid', () => vendors[1]],
  ...(kind === 'measuringtools'
    ? [[kind, 'gagelabtag', () => 'T-other'] as [Kind, string, () => unknown]]
    : []),
]);

test.each(OTHERS)(
  'the collector of %s returns 409 when the asset number matches and the %s differs',
  async (kind, field, value) => {
    const { assetid, identity } = await reportNew(kind);
    const before = await recordOf(kind, assetid);
    const { status, error } = await send(kind, {
      assetnumber: identity.assetnumber,
      [field]: value(),
      name: 'Other',
    });
    expect([status, error?.details]).toEqual([409, { field, records: [assetid] }]);
    expect(await recordOf(kind, assetid)).toEqual(before);
  },
);

const EMPTY = [null, '', ' ', 'N/A', 'To be filled by O.E.M.', '0'];

test.each(KINDS)(
  'the collector of %s keeps the identifiers of a record when a report has empty ones',
  async (kind) => {
    const { assetid, identity } = await reportNew(kind);
    for (const value of EMPTY) {
      const tag = kind === 'measuringtools' ? { gagelabtag: value } : {};
      const sent = await send(kind, {
        assetnumber: identity.assetnumber,
        serialnumber: value,
        vendorid: null,
        ...tag,
        name: `With ${JSON.stringify(value)}`,
      });
      expect([value, sent.status, sent.data?.assetid]).toEqual([value, 200, assetid]);
      expect(await recordOf(kind, assetid)).toMatchObject({
        ...identity,
        name: `With ${JSON.stringify(value)}`,
      });
    }
  },
);

test.each(KINDS)(
  'the collector of %s ignores spaces around identifiers when it looks for an asset',
  async (kind) => {
    for (const blank of [' ', '\u00a0', '\t', '\u3000']) {
      const text = `${kind} ${++made}`;
      const path = kind === 'network' ? '/api/network' : `/api/${kind}`;
      const entered = await site.admin.post(path, {
        assetnumber: `${blank}${text}${blank}`,
        serialnumber: `S${text.replace(' ', blank)}${blank}`,
      });
      expect([entered.status, entered.data?.assetnumber]).toEqual([201, text]);
      const { assetid } = entered.data;
      for (const identity of [
        { assetnumber: text },
        { assetnumber: ` ${text}\u00a0` },
        { serialnumber: `S${text}` },
        { serialnumber: ` S${text}${blank}` },
      ]) {
        const sent = await send(kind, { ...identity, name: 'Found' });
        expect([identity, sent.status, sent.data?.assetid]).toEqual([identity, 200, assetid]);
      }
    }
  },
);

test('the server lists a new tool as possible duplicate when its gauge lab tag exists', async () => {
  const { assetid, identity } = await reportNew('measuringtools');
  const twin = await send('measuringtools', {
    serialnumber: 'S-twin',
    gagelabtag: identity.gagelabtag!.toLowerCase(),
  });
  expect([twin.status, twin.data.created]).toEqual([200, 1]);
  const pairs = (await ask.collisions()).map(({ reason, assets }) => [
    reason,
    assets.map((asset: { assetid: number }) => asset.assetid),
  ]);
  expect(pairs).toContainEqual([
    `Both have the gauge lab tag ${identity.gagelabtag}.`,
    [assetid, twin.data.assetid],
  ]);
});
