import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-machines-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a restore fails queued commands, and PCs get no work until an admin resumes operation', async () => {
  const data = join(scratch, 'plant');
  let [file, credential, path] = ['', {}, ''];
  await withServedData(data, async (site) => {
    await setSharedKey(site);
    const allowedactions = ['reboot', 'enforce_run'];
    await site.admin.post('/api/endpoints/policies', { policyname: 'all', allowedactions });
    const { assetid, agent } = await createEnrolledPc(site, 'pc-1');
    path = `/api/endpoints/asset/${assetid}/commands`;
    credential = agent.headers;
    for (let n = 0; n < 2; n++) expect((await site.admin.post(path, { action: 'reboot' })).status).toBe(201);
    expect((await agent.get('/api/endpoints/commands/next?wait=0')).status).toBe(200);
    expect((await agent.post('/api/endpoints/checkin', {})).data.enforces).toBe(true);
    file = await exportBackup(site, scratch, 'with-commands');
  });
  expect((await runRestore(file, '--data', data, '--replace')).code).toBe(0);
  await withServedData(data, async (site) => {
    const agent = site.anonymous.with(credential);
    const { data: log } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(log[0].details.commandsended).toBe(2);
    const { data: old } = await site.admin.get('/api/endpoints/commands');
    expect(old.map(({ state, reason }: Record<string, string>) => [state, reason])).toEqual([
      ['failed', 'restored'],
      ['failed', 'restored'],
    ]);
    expect((await site.admin.post(path, { action: 'reboot' })).status).toBe(201);
    expect((await agent.get('/api/endpoints/commands/next?wait=0')).status).toBe(204);
    expect((await agent.post('/api/endpoints/checkin', {})).data.enforces).toBe(false);
    // Urgent alerts for people on the floor are delivered anyway.
    expect((await agent.get('/api/endpoints/alerts')).status).toBe(200);
    const waiting = agent.get('/api/endpoints/commands/next?wait=20');
    expect((await site.admin.post('/api/backups/continue')).status).toBe(200);
    expect((await waiting).data.action).toBe('reboot');
    expect((await agent.post('/api/endpoints/checkin', {})).data.enforces).toBe(true);
  });
});
