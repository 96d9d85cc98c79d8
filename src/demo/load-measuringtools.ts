import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { computeDayFromNow, isToBeFilled, type PaperGround, someOf } from './load-paper-ground.ts';
import { modelsOf } from './plant-makes.ts';
import { createRandom } from './random.ts';

/** The calibration interval of a type in days, if it is not `USUAL_DAYS`. */
const DAYS: Readonly<Record<string, number>> = { 'Torque wrench': 180 };
const USUAL_DAYS = 365;
const MAX_TOOLS = 400;

/**
 * Sets the types of the first measuring tools, which are those of their models, and their calibrations: most in
 * order, some due, overdue or failed.
 */
export async function loadMeasuringTools(ground: PaperGround): Promise<void> {
  const { api, seed } = ground;
  if (!(await isToBeFilled(api, '/api/measuringtools?calibrationstate=ok'))) return;
  const types = new Map<string, number>();
  for await (const row of api.list('/api/measuringtools/types'))
    types.set(String(row.measuringtooltype), Number(row.measuringtooltypeid));
  for (const { description: measuringtooltype } of modelsOf('Measuring tool')) {
    if (types.has(measuringtooltype)) continue;
    const calibrationintervaldays = daysOf(measuringtooltype);
    const made = await api.post('/api/measuringtools/types', { measuringtooltype, calibrationintervaldays });
    types.set(measuringtooltype, Number(made.measuringtooltypeid));
  }
  await forEachConcurrently(someOf(ground, 'Measuring tool', MAX_TOOLS), LANES, async (assetid) => {
    const random = createRandom(seed, 'calibration', assetid);
    const { measuringtoolid, modelnumber } = await api.get(`/api/measuringtools/by-asset/${assetid}`);
    const model = modelsOf('Measuring tool').find((one) => one.modelnumber === modelnumber);
    // The plant may have other measuring tools too.
    if (!model) return;
    const measuringtooltype = model.description;
    const days = daysOf(measuringtooltype);
    const path = `/api/measuringtools/${measuringtoolid}`;
    await api.put(path, {
      measuringtooltypeid: types.get(measuringtooltype),
      calibrationintervaldays: days,
      gagelabtag: `GL-${String(measuringtoolid).padStart(5, '0')}`,
    });
    if (random.chance(0.06)) return;
    const last = random.weighted([
      [random.whole(0, days - 40), 80],
      [random.whole(days - 28, days), 12],
      [random.whole(days + 1, days + 60), 8],
    ]);
    const earlier = { calibrationdate: computeDayFromNow(-last - days), result: 'pass' };
    await api.post(`${path}/calibrations`, earlier);
    const result = random.weighted([
      ['pass', 88],
      ['adjusted', 10],
      ['fail', 2],
    ]);
    const notes = result === 'pass' ? null : 'Outside of its limits when it came in.';
    await api.post(`${path}/calibrations`, { calibrationdate: computeDayFromNow(-last), result, notes });
  });
}

const daysOf = (measuringtooltype: string): number => DAYS[measuringtooltype] ?? USUAL_DAYS;
