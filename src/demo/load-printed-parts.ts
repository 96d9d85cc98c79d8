import type { ApiClient, ApiRecord } from './api-client.ts';
import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { pictureOf, type Shape } from './part-picture.ts';
import { createRandom, type Random } from './random.ts';

const PATH = '/api/printedparts/items';
/** SSOs of the employees who take parts; they also hold the USB sticks. */
const BADGES = ['100231', '100487', '100902', '101177'];
const PARTS: readonly [name: string, description: string, shape: Shape][] = [
  ['Drill guide 8 mm', 'Holds the drill square on the clamping plate.', 'plate'],
  ['Probe cap', 'Keeps swarf off the touch probe while the machine stands.', 'ring'],
  ['Hose clip 12 mm', 'For coolant hoses on the inside of the door.', 'ring'],
  ['Caliper holder', 'Screws to the tool wagon; for calipers of 150 mm.', 'bracket'],
  ['Cable bridge', 'Over the drag chain, two screws M4.', 'bracket'],
  ['Soft jaw left', 'For turned parts that must not be scratched.', 'plate'],
  ['Soft jaw right', 'For turned parts that must not be scratched.', 'plate'],
  ['Spacer ring 20 x 4', 'Between bearing and cover while fitting.', 'ring'],
  ['Knob for fixture', 'Nut M8 is pressed in from below.', 'knob'],
  ['Sensor mount', 'For light barriers of 18 mm.', 'bracket'],
  ['Funnel for oil', 'Fits the filler neck of the gear boxes.', 'ring'],
  ['Door stop', 'Replaces the one that breaks twice a year.', 'knob'],
  ['Label holder', 'Clips to the shelf, for labels of 62 mm.', 'plate'],
  ['Gauge stand foot', 'Three of them under each stand.', 'knob'],
];
const STL =
  'solid demo\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid demo\n';
const NOTES = [
  'First that fits',
  'Wall 2 mm thicker',
  'Less support, prints in an hour',
  'Hole for the screw M4',
];

/**
 * Creates printed parts with pictures, print files, receipts and withdrawals, a support team, and turns the
 * kiosk on. Does nothing when there are parts already or the plugin is disabled.
 */
export async function loadPrintedParts({ api, seed }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, PATH))) return;
  const team = await api.post('/api/supportteams', { teamname: '3D print room' });
  const codes: string[] = [];
  await forEachConcurrently(PARTS, LANES, async (part) => {
    codes.push(
      await loadPart(api, createRandom(seed, 'printedpart', part[0]), part, Number(team.supportteamid)),
    );
  });
  await takeSome(api, createRandom(seed, 'takes'), codes.sort());
}

/** Creates a printed part with a picture and print files, and returns its code. */
async function loadPart(
  api: ApiClient,
  random: Random,
  [name, description, shape]: (typeof PARTS)[number],
  supportteamid: number,
): Promise<string> {
  const number = PARTS.findIndex(([one]) => one === name) + 1;
  const itemcode = `PP-${String(100 + number * 7).padStart(4, '0')}`;
  const item = await api.post(PATH, {
    itemcode,
    gagelabtag: random.chance(0.6) ? `GL-${5000 + number}` : null,
    name,
    description,
    lowstockthreshold: random.pick([5, 10, 30, 50]),
    supportteamid,
  });
  const path = `${PATH}/${item.itemid}`;
  await send(api, `${path}/image?filename=part.png`, pictureOf(shape, random));
  const revisions = random.whole(1, 4);
  for (let revision = 1; revision <= revisions; revision++)
    await send(
      api,
      `${path}/files?filename=${encodeURIComponent(`${name} v${revision}.stl`)}&note=${encodeURIComponent(NOTES[revision - 1]!)}`,
      new TextEncoder().encode(STL),
    );
  await api.post(`${path}/receive`, { quantity: random.whole(45, 75), note: 'Print job of the week' });
  if (random.chance(0.3))
    await api.post(`${path}/adjust`, { delta: -random.whole(1, 3), note: 'Broken ones sorted out' });
  return itemcode;
}

const send = (api: ApiClient, path: string, content: Uint8Array<ArrayBuffer>): Promise<ApiRecord> =>
  api.post(path, content, { 'Content-Type': 'application/octet-stream' });

/** Books takes at a kiosk device, which is deleted afterwards. */
async function takeSome(api: ApiClient, random: Random, codes: readonly string[]): Promise<void> {
  await api.put('/api/settings/printedparts_kiosk_enabled', { value: 'true' });
  const device = await api.post('/api/kioskdevices', {
    cabinetname: 'Cabinet in the print room',
    kind: 'printedparts',
  });
  const headers = { 'X-Kiosk-Token': String(device.secret) };
  for (const itemcode of codes) {
    // The same badge and quantity again would count as a repeated scan.
    const takes = BADGES.flatMap((badge) => [1, 2, 3, 4].map((quantity) => ({ itemcode, badge, quantity })));
    for (const body of takes.filter(() => random.chance(0.3)))
      await api.post('/api/printedparts/kiosk/take', body, headers);
  }
  await api.delete(`/api/kioskdevices/${device.kioskdeviceid}`);
}
