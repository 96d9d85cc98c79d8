import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { isToBeFilled, type PaperGround, someOf } from './load-paper-ground.ts';
import { createRandom } from './random.ts';

const PEOPLE: readonly [holdersso: string, holdername: string][] = [
  ['100231', 'Anna Weber'],
  ['100487', 'Jan Novak'],
  ['100902', 'Maria Silva'],
  ['101177', 'Tom Berg'],
];
const REASONS = ['Program for the press', 'Update of a control', 'Measuring data', 'Logs for the maker'];
const MAX_DEVICES = 60;

/** Sets the fields of the USB sticks, checks them out to employees and checks most of them in. */
export async function loadUsb(ground: PaperGround): Promise<void> {
  const { api, seed } = ground;
  if (!(await isToBeFilled(api, '/api/usb?isencrypted=true'))) return;
  await forEachConcurrently(someOf(ground, 'USB device', MAX_DEVICES), LANES, async (assetid) => {
    const random = createRandom(seed, 'usb', assetid);
    const { usbdeviceid } = await api.get(`/api/usb/by-asset/${assetid}`);
    const path = `/api/usb/${usbdeviceid}`;
    await api.put(path, {
      label: `Stick ${usbdeviceid}`,
      capacitygb: random.pick([16, 32, 64, 128]),
      isencrypted: random.chance(0.7),
    });
    for (let takes = random.whole(0, 3); takes > 0; takes--) {
      const [holdersso, holdername] = random.pick(PEOPLE);
      await api.post(`${path}/checkout`, { holdersso, holdername, reason: random.pick(REASONS) });
      if (takes === 1 && random.chance(0.4)) return;
      await api.post(`${path}/checkin`, {});
    }
    if (random.chance(0.05)) await api.put(path, { state: 'retired' });
  });
}
