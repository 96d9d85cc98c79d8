// Runs the job that deletes unneeded payloads, and kills its own process before the commit or at the n-th deleted file.
import { FILE_REMOVED } from '../../../src/kit/files/store.ts';
import { startSite } from '../../../test/support/site.ts';

const [data = '', point = ''] = process.argv.slice(2);
const { app } = await startSite({ data });
const { db, events, scheduler } = app.host;
const kill = () => process.kill(process.pid, 'SIGKILL');
let deleted = 0;
events.on(FILE_REMOVED, () => {
  if (++deleted === Number(point)) kill();
});
if (point === 'commit') db.beforeCommit((tx) => void (tx.action === 'enforce.payload.reaped' && kill()));
await scheduler.run('enforce.reap-payloads');
