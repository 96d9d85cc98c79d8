import { computeDayFromNow, isToBeFilled, type PaperGround, sendPaper, someOf } from './load-paper-ground.ts';
import { PLANT_MODELS, type PlantKind } from './plant-makes.ts';
import { createRandom } from './random.ts';

const KINDS: readonly PlantKind[] = ['Machine', 'Computer', 'Printer', 'Measuring tool', 'Network device'];
const LEVELS = ['Next business day', '8 h on site', 'Bring in', 'Parts only'];
/** Days until the end of a warranty. A negative number means that it has expired. */
const DAYS_UNTIL_END = [-120, 25, 70, 400, 900];

/**
 * Creates warranties and contracts for the first assets of each kind, some with a document. Does nothing when
 * there are warranties already or the plugin is disabled.
 */
export async function loadWarranty(ground: PaperGround): Promise<void> {
  const { api, seed, vendors } = ground;
  if (!(await isToBeFilled(api, '/api/warranty'))) return;
  for (const kind of KINDS) {
    const assets = someOf(ground, kind, DAYS_UNTIL_END.length * 12);
    const makers = [
      ...new Set(PLANT_MODELS.filter((model) => model.kind === kind).map(({ vendor }) => vendor)),
    ];
    for (const [index, end] of DAYS_UNTIL_END.entries()) {
      const random = createRandom(seed, 'warranty', kind, index);
      const vendor = random.pick(makers);
      const made = await api.post('/api/warranty', {
        warrantyname: `${vendor} ${kind.toLowerCase()}s, contract ${index + 1}`,
        vendorid: vendors.get(vendor),
        servicelevel: random.pick(LEVELS),
        contractnumber: `C-${random.whole(10_000, 99_999)}`,
        startdate: computeDayFromNow(end - 1095),
        enddate: computeDayFromNow(end),
        cost: random.whole(50_000, 2_500_000) / 100,
        assetids: assets.slice(index * 12, index * 12 + random.whole(3, 12)),
      });
      if (random.chance(0.6)) await sendPaper(api, `/api/warranty/${made.warrantyid}/proof`, 'Contract.pdf');
    }
  }
}
