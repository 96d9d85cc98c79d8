import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { createRandom, type Random } from './random.ts';

/** Limits for the assets of a location, so that a stocktake fills a page and is quick to load. */
const [FEWEST, MOST] = [15, 250];
const MISPLACED_COUNT = 3;

interface Place {
  id: number;
  depth: number;
  within: number;
}
interface Scan {
  clientid: string;
  code: string;
  at: string;
}

/** Creates a finished stocktake with missing and unexpected assets, and an open one. */
export async function loadStocktakes({ api, seed }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, '/api/stocktakes'))) return;
  const places = (await api.get('/api/locations/tree')) as unknown as Place[];
  const fits = places.filter(({ within }) => within >= FEWEST && within <= MOST);
  const [done] = fits;
  if (!done) return;
  // At the same depth, neither location contains the other.
  const underway = fits.find(({ id, depth }) => depth === done.depth && id !== done.id);
  const random = createRandom(seed, 'stocktakes');
  const elsewhere = underway ? await numbersAt(api, underway.id) : [];
  const first = await start(api, done, 'Yearly count');
  await scan(api, first, random, [
    ...(await pickSeen(api, done, random, 0.93)),
    ...elsewhere.slice(0, MISPLACED_COUNT),
    'OLD-4711',
  ]);
  await api.post(`/api/stocktakes/${first}/finish`, { moved: false, verify: true });
  if (!underway) return;
  const second = await start(api, underway, 'Begun on the early shift');
  await scan(api, second, random, [...(await pickSeen(api, underway, random, 0.55)), 'no label, blue cart']);
}

const start = async (api: PaperGround['api'], { id }: Place, note: string): Promise<number> =>
  Number((await api.post('/api/stocktakes', { locationid: id, note })).stocktakeid);

async function numbersAt(api: PaperGround['api'], locationid: number): Promise<string[]> {
  const numbers: string[] = [];
  for await (const { assetnumber } of api.list(`/api/assets?locationid=${locationid}`))
    numbers.push(String(assetnumber));
  return numbers;
}

/** Returns a share of the asset numbers at a location. */
async function pickSeen(
  api: PaperGround['api'],
  { id }: Place,
  random: Random,
  share: number,
): Promise<string[]> {
  return (await numbersAt(api, id)).filter(() => random.chance(share));
}

async function scan(
  api: PaperGround['api'],
  stocktakeid: number,
  random: Random,
  codes: readonly string[],
): Promise<void> {
  const at = new Date().toISOString();
  const scans = codes.map((code): Scan => ({ clientid: uuidOf(random), code, at }));
  await api.post(`/api/stocktakes/${stocktakeid}/scans`, { scans });
}

/** Returns a UUID that depends only on the seed. */
function uuidOf(random: Random): string {
  const hex = (digits: number) =>
    random
      .whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}
