import { expect, test } from 'bun:test';
import { BackupRoutine } from '../../src/features/appliancebackups/index.ts';
import { startSite } from '../support/site.ts';

test('the backup timer starts with the scheduler and stops with the server', async () => {
  const site = await startSite();
  const routine = site.app.host.getInstance(BackupRoutine);
  expect(routine.isStarted).toBe(false);
  site.app.host.scheduler.start();
  expect(routine.isStarted).toBe(true);
  await site.stop();
  expect(routine.isStarted).toBe(false);
});
