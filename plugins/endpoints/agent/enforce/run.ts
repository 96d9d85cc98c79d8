import type { Means } from '../means.ts';
import type { Outcome } from '../outcome.ts';
import { apply, isForThisSystem } from './apply.ts';
import { detect, Undetectable } from './detect.ts';
import { type Entry, type Result, type Wanted, wanted } from './wanted.ts';

const MOST_MESSAGE = 4000;
/** Seconds for all of it: the appliance gives a command up that is not done in a quarter of an hour. */
const LIMIT_SECONDS = 13 * 60;

/** Brings the PC to what is published for it, and tells the appliance what came of it. `appid`: only what brings that. */
export async function enforce(means: Means, appid?: number): Promise<Outcome> {
  const { connection, headers, named } = means;
  const asked = appid === undefined ? '/enforce/mine' : `/enforce/mine?appid=${appid}`;
  const answer = await connection.ask(named(asked), { headers: headers() });
  if (answer.status === 404 && answer.code === 'NOT_FOUND')
    return failed('Nothing was enforced: this appliance does not say what PCs must have.');
  if (answer.status >= 300) return failed(`The appliance answered ${answer.status}: ${answer.message ?? ''}`);
  const { manifests } = wanted.parse(answer.data);
  const count = manifests.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count === 0)
    return appid === undefined
      ? { status: 'succeeded', exitcode: 0, output: 'Nothing is published for this PC.' }
      : failed('Nothing that is published for this PC brings this application.');
  const ends = performance.now() + LIMIT_SECONDS * 1000;
  const told: string[] = [];
  let isFailed = false;
  for (const manifest of manifests) {
    const results = await applyAll(manifest.entries, means, ends);
    isFailed ||= results.some(({ action }) => action === 'failed');
    told.push(`${manifest.scopename}, revision ${manifest.revision}:`, ...results.map(said));
    told.push(...(await report(manifest, results, means)));
  }
  return { status: isFailed ? 'failed' : 'succeeded', exitcode: isFailed ? 1 : 0, output: told.join('\n') };
}

const failed = (output: string): Outcome => ({ status: 'failed', output });

const said = ({ entryname, action, message }: Result): string =>
  `  ${entryname}: ${action}${message ? `. ${message}` : ''}`;

/** One after the other, in their order: later ones may need what earlier ones bring. */
async function applyAll(entries: readonly Entry[], means: Means, ends: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const entry of entries) {
    const began = performance.now();
    const result = await one(entry, means, (ends - began) / 1000).catch(
      (cause: unknown): Result => ({
        entryname: entry.Name,
        action: cause instanceof Undetectable ? 'skipped' : 'failed',
        message: (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST_MESSAGE),
      }),
    );
    results.push({ ...result, durationms: Math.round(performance.now() - began) });
  }
  return results;
}

async function one(entry: Entry, means: Means, seconds: number): Promise<Result> {
  const entryname = entry.Name;
  if (!isForThisSystem(entry))
    return { entryname, action: 'skipped', message: `${entry.Type} is for Windows.` };
  const before = await detect(entry);
  if (before === 'wanted') return { entryname, action: 'uptodate' };
  if (seconds < 1)
    return { entryname, action: 'skipped', message: 'There was no time left. The next run goes on here.' };
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
  const body = { scopename, phase, appliedversion: String(revision), enforcerversion: 'millwright', results };
  const { status } = await connection.ask(named('/enforce/mine/report'), {
    method: 'POST',
    body,
    headers: headers(),
  });
  return status < 300 ? [] : [`  The appliance did not take the report (${status}).`];
}
