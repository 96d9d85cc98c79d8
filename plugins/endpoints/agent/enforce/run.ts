import type { Means } from '../means.ts';
import type { Outcome } from '../outcome.ts';
import { apply, isForThisSystem, removeWork } from './apply.ts';
import { detect, Undetectable } from './detect.ts';
import { entryOf, type Result, type Wanted, wanted } from './wanted.ts';

const MOST_MESSAGE = 4000;
/** Bytes of a report, which the appliance takes up to a megabyte of, and letters of the outcome. */
const MOST_REPORT = 900_000;
const MOST_OUTPUT = 256 * 1024;
/** Bytes of all manifests: texts that entries bring stand within them. */
const MOST_MANIFESTS = 64 * 1024 * 1024;
const NO_TIME = 'There was no time left. The next run goes on here.';
/** Seconds for all of it: the appliance gives a command up that is not done in a quarter of an hour. */
const LIMIT_SECONDS = 13 * 60;

interface Run {
  /** Only what brings this application. */
  appid?: number;
  seconds?: number;
}

/** Brings the PC to what is published for it, and tells the appliance what came of it. */
export async function enforce(means: Means, { appid, seconds = LIMIT_SECONDS }: Run = {}): Promise<Outcome> {
  const { connection, headers, named } = means;
  const asked = appid === undefined ? '/enforce/mine' : `/enforce/mine?appid=${appid}`;
  const answer = await connection.ask(named(asked), { headers: headers(), most: MOST_MANIFESTS });
  if (answer.status === 404 && answer.code === 'NOT_FOUND')
    return failed('Nothing was enforced: this appliance does not say what PCs must have.');
  if (answer.status >= 300) return failed(`The appliance answered ${answer.status}: ${answer.message ?? ''}`);
  const { manifests } = wanted.parse(answer.data);
  const count = manifests.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count === 0)
    return appid === undefined
      ? { status: 'succeeded', exitcode: 0, output: 'Nothing is published for this PC.' }
      : failed('Nothing that is published for this PC brings this application.');
  // What a run has left that was ended in its middle: two never run at a time.
  removeWork(means.work);
  const ends = performance.now() + seconds * 1000;
  const told: string[] = [];
  let isFailed = false;
  for (const manifest of manifests) {
    const results = await applyAll(manifest.entries, means, ends);
    isFailed ||= results.some((one) => one.action === 'failed' || isLeft(one));
    told.push(`${manifest.scopename}, revision ${manifest.revision}:`, ...results.map(said));
    told.push(...(await report(manifest, results, means)));
  }
  const output = told.join('\n').slice(0, MOST_OUTPUT);
  return { status: isFailed ? 'failed' : 'succeeded', exitcode: isFailed ? 1 : 0, output };
}

const failed = (output: string): Outcome => ({ status: 'failed', output });

const said = ({ entryname, action, message }: Result): string =>
  `  ${entryname}: ${action}${message ? `. ${message}` : ''}`;

/** One after the other, in their order: later ones may need what earlier ones bring. */
async function applyAll(entries: Wanted['entries'], means: Means, ends: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const given of entries) {
    const began = performance.now();
    const result = await one(given, means, (ends - began) / 1000).catch(
      (cause: unknown): Result => ({
        entryname: given.Name,
        action: cause instanceof Undetectable ? 'skipped' : 'failed',
        message: (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST_MESSAGE),
      }),
    );
    results.push({ ...result, durationms: Math.round(performance.now() - began) });
  }
  return results;
}

async function one(given: Wanted['entries'][number], means: Means, seconds: number): Promise<Result> {
  const entry = entryOf(given);
  const entryname = entry.Name;
  if (!isForThisSystem(entry))
    return { entryname, action: 'skipped', message: `${entry.Type} is for Windows.` };
  const before = await detect(entry);
  if (before === 'wanted') return { entryname, action: 'uptodate' };
  if (seconds < 1) return { entryname, action: 'skipped', message: NO_TIME };
  const { isDone, exitcode, message, needsReboot } = await apply(entry, means, seconds);
  const code = exitcode === undefined ? {} : { exitcode };
  if (!isDone)
    return { entryname, action: 'failed', message: message || `It ended with ${exitcode}.`, ...code };
  const isSure = (entry.DetectionMethod ?? 'Always') === 'Always' || needsReboot;
  if (!isSure && (await detect(entry)) !== 'wanted')
    return { entryname, action: 'failed', message: 'It ran, and is not found all the same.', ...code };
  return {
    entryname,
    action: before === 'other' ? 'updated' : 'installed',
    ...(needsReboot && { message: 'The PC has to start anew.' }),
    ...code,
  };
}

/** A report that is not taken is told with the outcome: the work is done all the same. */
async function report(
  { scopename, phase, revision }: Wanted,
  results: readonly Result[],
  { connection, headers, named }: Means,
): Promise<string[]> {
  const body = {
    scopename,
    phase,
    appliedversion: String(revision),
    enforcerversion: 'millwright',
    ...(results.some(isLeft) && { status: 'partial' }),
    results: shortened(results),
  };
  const { status } = await connection.ask(named('/enforce/mine/report'), {
    method: 'POST',
    body,
    headers: headers(),
  });
  return status < 300 ? [] : [`  The appliance did not take the report (${status}).`];
}

const isLeft = ({ message }: Result): boolean => message === NO_TIME;

/** What many entries say is cut until all of them fit into a report: of what they print, the end tells the cause. */
function shortened(results: readonly Result[], most = MOST_MESSAGE): Result[] {
  const cut = results.map(({ message, ...result }) => ({ ...result, message: message?.slice(-most) }));
  const isFitting = Buffer.byteLength(JSON.stringify(cut)) <= MOST_REPORT || most < 20;
  return isFitting ? cut : shortened(results, Math.floor(most / 2));
}
