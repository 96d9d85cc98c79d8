import { runConcurrently } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const CREDENTIALS = 200;
const PLACES = 3;
const COMMANDS = 10;
const SECONDS = 60;
const message = { action: 'message', parameters: { text: 'load' } };

/** Cloned PCs: three poll with each credential. Each command must run once. */
export const runClones: LoadProfile = async ({ site, pcs: size }) => {
  const count = Math.min(size, CREDENTIALS);
  const pcs = Array.from({ length: count * PLACES }, (_, n) => new LoadPc(n % count, site.port));
  await runConcurrently(pcs, 50, (pc) => pc.open());
  const done = new Map<number, number>();
  let isOver = false;
  const working = pcs.map(async (pc) => {
    while (!isOver) {
      const command = await pc.nextCommand();
      if (!command) return;
      done.set(command.commandid, (done.get(command.commandid) ?? 0) + 1);
      await pc.report(command.commandid, { status: 'succeeded', output: 'done' });
    }
  });
  const taken = await site.during(async () => {
    const assetids = Array.from({ length: count }, (_, n) => n + 1);
    for (let round = 0; round < COMMANDS; round++)
      await site.post('/endpoints/commands/bulk', { assetids, ...message });
    const until = performance.now() + SECONDS * 1000;
    while (done.size < count * COMMANDS && performance.now() < until) await Bun.sleep(100);
    isOver = true;
    return {};
  });
  for (const pc of pcs) pc.end();
  await Promise.all(working);
  return {
    ...taken,
    commands: count * COMMANDS,
    done: done.size,
    donetwice: [...done.values()].filter((times) => times > 1).length,
    errors: errorsOf(pcs),
  };
};
