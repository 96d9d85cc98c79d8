import { deflateSync, gzipSync } from 'node:zlib';

const MB = 1024 * 1024;

/** A request body that is designed to block the appliance. A new route with large bodies adds its own. */
export interface HostileBody {
  name: string;
  path: string;
  /** `collector`: sent with the key of the agents. `person`: sent by a signed-in user. */
  as: 'collector' | 'person';
  type: string;
  body(): BodyInit;
  /** Number of parallel requests. */
  parallel?: number;
  /** True when `long-turns.test.ts` measures how long it blocks the event loop. Here it is only sent. */
  isCounted?: boolean;
}

const GLPI = '/api/collector/glpi';
const COMPUTERS = '/api/collector/computers';
const POSITIONS = '/api/mappositions';
/** Methods of the paths that do not accept POST. */
export const OTHER_METHODS: Record<string, string> = { '/api/assets/bulk': 'PATCH', [POSITIONS]: 'PUT' };
const XML_START = '<?xml version="1.0"?><REQUEST><QUERY>INVENTORY</QUERY><DEVICEID>x</DEVICEID><CONTENT>';

const times = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

const xml = (name: string, text: () => string, parallel = 1): HostileBody => ({
  name,
  path: GLPI,
  as: 'collector',
  type: 'application/x-compress-zlib',
  body: () => new Uint8Array(deflateSync(text())),
  parallel,
});

const json = (name: string, path: string, text: () => string, parallel = 1): HostileBody => ({
  name,
  path,
  as: path.startsWith('/api/collector') ? 'collector' : 'person',
  type: 'application/json',
  body: text,
  parallel,
});

const form = (name: string, path: string, make: (form: FormData) => void, parallel = 1): HostileBody => ({
  name,
  path,
  as: 'person',
  type: '',
  body: () => {
    const made = new FormData();
    make(made);
    return made;
  },
  parallel,
});

const comments = (closed: number) => `<!---->`.repeat(closed);
const fill = (made: FormData, csv: string, mapping?: string) => {
  made.set('file', new File([csv], 'x.csv'));
  made.set('target', 'vendors');
  if (mapping) made.set('mapping', mapping);
};
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const mac = (n: number) => n.toString(16).padStart(12, '02').slice(-12).replace(/^../, '02');

const batch = (records: number, record: (n: number) => object): string =>
  JSON.stringify({ records: Array.from({ length: records }, (_, n) => record(n)) });

/** Returns the bodies of all attacks. `image` is the path for pictures of a model. */
export const buildHostileBodies = (image: string): HostileBody[] => [
  form('fifty drawings of comments', image, (made) => {
    for (let n = 0; n < 50; n++) made.append('file', new File([comments(32)], 'i.svg'));
  }),
  form('one large drawing of comments', image, (made) =>
    made.set('file', new File([comments(1_000_000)], 'i.svg')),
  ),
  form('a picture of half tags', image, (made) =>
    made.set('file', new File([`GIFxx${'<svg '.repeat(200_000)}`], 'i.gif')),
  ),
  form('20,000 columns and a mapping of as many', '/api/imports', (made) =>
    fill(
      made,
      times(20_000, (n) => `c${n},`),
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`c${n}`, null]))),
    ),
  ),
  form('a million columns', '/api/imports', (made) =>
    fill(
      made,
      times(1_000_000, (n) => `c${n},`),
    ),
  ),
  form('a row of sixteen million cells', '/api/imports', (made) =>
    fill(made, `vendor\n${','.repeat(16 * MB - 10_000)}`),
  ),
  form('a header of sixteen million quotes', '/api/imports', (made) =>
    fill(made, '"'.repeat(16 * MB - 10_000)),
  ),
  form('20,000 rows of 400 cells', '/api/imports', (made) =>
    fill(made, `${times(400, (n) => `c${n},`)}\n${`${'a,'.repeat(400)}\n`.repeat(20_000)}`),
  ),
  form('250,000 fields', '/api/imports', (made) => {
    for (let n = 0; n < 100_000; n++) made.append('f', '');
  }),
  xml('an unclosed tag', () => `${XML_START}<A ${'a'.repeat(15 * MB)}`),
  xml('399,000 tags', () => XML_START + '<A/>'.repeat(399_000)),
  xml('399,000 open tags', () => XML_START + '<A>'.repeat(399_000)),
  xml('distinct tags', () => `${XML_START}${times(60_000, (n) => `<t${n}/>`)}</CONTENT></REQUEST>`),
  xml('attributes', () => `${XML_START}<A ${times(300_000, (n) => `a${n}="" `)}/></CONTENT></REQUEST>`),
  xml('60 KB of attributes', () => `${XML_START}<A ${times(5000, (n) => `a${n}="" `)}/>`),
  xml('60 KB of tags', () => `${XML_START}${times(8000, (n) => `<t${n}/>`)}</CONTENT></REQUEST>`),
  xml('references', () => `${XML_START}<A>${'&#x41;'.repeat(2_500_000)}</A></CONTENT></REQUEST>`),
  xml('six at once', () => `${XML_START}<A ${'a'.repeat(15 * MB)}`, 6),
  json('five million records', COMPUTERS, () => `{"records":[${'{},'.repeat(5_500_000)}{}]}`),
  json('five million records, six at once', COMPUTERS, () => `{"records":[${'{},'.repeat(5_500_000)}{}]}`, 6),
  json('five million keys', COMPUTERS, () => `{${times(1_000_000, (n) => `"k${n}":1,`)}"hostname":"x"}`),
  json('16 MB of text', COMPUTERS, () => JSON.stringify({ hostname: 'x'.repeat(16 * MB - 100) })),
  json('a thousand records of 400 new programs', COMPUTERS, () =>
    batch(1000, (n) => ({
      hostname: `over-${n}`,
      installedapps: Array.from({ length: 400 }, (_, app) => ({ name: `o${n}-${app}` })),
    })),
  ),
  json('a thousand records of 100 new programs', COMPUTERS, () =>
    batch(1000, (n) => ({
      hostname: `many-${n}`,
      installedapps: Array.from({ length: 100 }, (_, app) => ({ name: `m${n}-${app}`, version: '1' })),
    })),
  ),
  json('two hundred records of 500 addresses', COMPUTERS, () =>
    batch(200, (n) => ({
      hostname: `addressed-${n}`,
      ipaddresses: Array.from({ length: 500 }, (_, at) => address(n * 500 + at)),
    })),
  ),
  json('one record of 20,000 new programs', COMPUTERS, () =>
    JSON.stringify({
      hostname: 'full',
      installedapps: Array.from({ length: 20_000 }, (_, app) => ({ name: `f-${app}`, version: `${app}.1` })),
    }),
  ),
  json('one record of 99,000 new programs', COMPUTERS, () =>
    JSON.stringify({
      hostname: 'fuller',
      installedapps: Array.from({ length: 99_000 }, (_, app) => ({ name: `h-${app}`, version: `${app}.1` })),
    }),
  ),
  json(
    '99,000 wrong programs',
    COMPUTERS,
    () => `{"hostname":"wrong","installedapps":[${'{},'.repeat(98_999)}{}]}`,
  ),
  json('an agent of 99,000 new programs', GLPI, () =>
    JSON.stringify({
      action: 'inventory',
      deviceid: 'pc-fuller',
      content: {
        hardware: { name: 'agent-fuller' },
        softwares: Array.from({ length: 99_000 }, (_, n) => ({ name: `i-${n}`, version: '9'.repeat(20) })),
      },
    }),
  ),
  {
    ...json('a switch of 4,000 addresses', GLPI, () =>
      JSON.stringify({
        action: 'inventory',
        deviceid: 'switch',
        itemtype: 'NetworkEquipment',
        content: {
          network_device: { name: 'sw-1', ips: Array.from({ length: 4000 }, (_, n) => address(n)) },
          network_ports: Array.from({ length: 4000 }, (_, n) => ({ mac: mac(n) })),
        },
      }),
    ),
    isCounted: true,
  },
  json('an agent of 20,000 programs and 4,000 networks', GLPI, () =>
    JSON.stringify({
      action: 'inventory',
      deviceid: 'pc',
      content: {
        hardware: { name: 'agent-full' },
        softwares: Array.from({ length: 20_000 }, (_, n) => ({ name: `g-${n}`, version: '9'.repeat(200) })),
        networks: Array.from({ length: 250 }, (_, n) => ({ ipaddress: address(n), mac: mac(n) })),
      },
    }),
  ),
  json('a million wrong items', GLPI, () =>
    JSON.stringify({ action: 'inventory', deviceid: 'x', content: { softwares: Array(1_000_000).fill(0) } }),
  ),
  json('a bulk edit of 300,000 wrong ids', '/api/assets/bulk', () => `{"ids":[${'{},'.repeat(300_000)}{}]}`),
  json('15 MB of positions', POSITIONS, () => `{"positions":[${'{},'.repeat(5_000_000)}{}]}`),
  json('4 MB of positions', POSITIONS, () => `{"positions":[${'{},'.repeat(1_390_000)}{}]}`),
  json('4 MB of keys', POSITIONS, () => `{${times(350_000, (n) => `"k${n}":1,`)}"positions":[{}]}`),
  json('20,000 positions of unknown assets', POSITIONS, () =>
    JSON.stringify({
      positions: Array.from({ length: 20_000 }, (_, n) => ({
        assetid: 1e9 + n,
        mapx: n / 3,
        mapy: n / 7,
        levelid: n + 1,
      })),
    }),
  ),
  json('100,000 unknown keys', '/api/vendors', () => `{${times(90_000, (n) => `"k${n}":1,`)}"vendor":""}`),
  {
    name: 'a bomb of gzip in gzip',
    path: GLPI,
    as: 'collector',
    type: 'application/x-compress-gzip',
    body: () => new Uint8Array(gzipSync(gzipSync(Buffer.alloc(256 * MB)))),
  },
];
