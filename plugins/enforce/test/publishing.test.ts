import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pauseDeliveries } from '../../../src/kit/outbox/pause-deliveries.ts';
import type { Client } from '../../../test/support/client.ts';
import { createChooser } from '../../../test/support/random.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  buildTextEntry,
  computeSha256,
  createEntry,
  createPcClient,
  createScope,
  manifestPath,
  requestPublish,
} from './enforce-requests.ts';

let site: Site;
let pc: Client;
beforeAll(async () => {
  site = await startSite();
  pc = await createPcClient(site, ['enforce.fetch']);
});
afterAll(() => site.stop());

test('the server serves a published manifest with its entity tag and returns 404 for a draft', async () => {
  const { scopeid, scopename } = await createScope(site, { manifestversion: '3.2' });
  expect((await pc.get(manifestPath(scopename))).status).toBe(404);
  await createEntry(site, scopeid, buildTextEntry('first'));
  expect((await pc.get(manifestPath(scopename))).status).toBe(404);
  const publication = await requestPublish(site, scopeid, { note: 'The first one' });
  const got = await pc.get(manifestPath(scopename));
  expect(got.status).toBe(200);
  expect(got.headers.get('etag')).toBe(`"${computeSha256(got.text)}"`);
  expect(got.headers.get('x-manifest-version')).toBe('3.2');
  expect(publication).toMatchObject({ revision: 1, entrycount: 1, etag: got.headers.get('etag') });
  const manifest = JSON.parse(got.text);
  expect(manifest).toMatchObject({ ManifestVersion: '3.2', Scope: scopename, Phase: 'runtime', Revision: 1 });
  expect(manifest.PublishedAt).toBe(publication.publisheddate);
  expect(manifest.Entries).toEqual([
    { ...buildTextEntry('first'), PayloadSha256: computeSha256('echo first'), PayloadSize: 10 },
  ]);
  await createEntry(site, scopeid, buildTextEntry('second'));
  expect((await pc.get(manifestPath(scopename))).text).toBe(got.text);
  expect((await pc.get(manifestPath(scopename.toUpperCase()))).text).toBe(got.text);
});

test('the manifest returns 304 without a body when If-None-Match matches', async () => {
  const { scopeid, scopename } = await createScope(site);
  await requestPublish(site, scopeid);
  const path = manifestPath(scopename);
  const etag = (await pc.get(path)).headers.get('etag')!;
  for (const [ifNoneMatch, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    ['*', 304],
    [`"other", ${etag}`, 304],
    [` "x" ,W/"y",  W/${etag} `, 304],
    ['"other"', 200],
    [etag.slice(1, -1), 200],
    ['', 200],
  ] as const) {
    const got = await pc.with({ 'if-none-match': ifNoneMatch }).get(path);
    expect([ifNoneMatch, got.status, got.headers.get('etag')]).toEqual([ifNoneMatch, status, etag]);
    expect(got.text === '').toBe(status === 304);
  }
  await requestPublish(site, scopeid);
  expect((await pc.with({ 'if-none-match': etag }).get(path)).status).toBe(200);
});

test('the manifest returns 404 for an unknown scope or phase and 400 for a missing parameter', async () => {
  const { scopeid, scopename } = await createScope(site, { phase: 'preinstall' });
  await requestPublish(site, scopeid);
  expect((await pc.get(manifestPath(scopename))).status).toBe(404);
  expect((await pc.get(manifestPath(scopename, 'preinstall'))).status).toBe(200);
  expect((await pc.get(manifestPath('Nobody'))).status).toBe(404);
  for (const path of ['/api/enforce/manifest', manifestPath(''), manifestPath('x', 'later')])
    expect([path, (await pc.get(path)).status]).toEqual([path, 400]);
});

test('the manifest requires enforce.fetch, and a scoped token reads only its own scopes', async () => {
  const { scopeid, scopename } = await createScope(site);
  await requestPublish(site, scopeid);
  const path = manifestPath(scopename);
  const status = async (client: Client) => (await client.get(path)).status;
  expect(await status(site.anonymous)).toBe(401);
  expect(await status(site.anonymous.with({ 'x-api-key': 'wrong' }))).toBe(401);
  expect(await status(await createPcClient(site, ['enforce.report']))).toBe(403);
  expect(await status(site.admin)).toBe(403);
  expect(await status(site.anonymous.bearer(pc.headers['x-api-key']!))).toBe(200);
  expect(await status(await createPcClient(site, ['enforce.fetch'], [scopename]))).toBe(200);
  const bound = await createPcClient(site, ['enforce.fetch'], ['Another']);
  expect(await status(bound)).toBe(403);
  expect((await bound.get(manifestPath('Nobody'))).status).toBe(403);
});

test('publishing returns 409 when a payload is missing and omits disabled entries', async () => {
  const { scopeid, scopename } = await createScope(site);
  const missing = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' });
  await createEntry(site, scopeid, { Name: 'Named', Type: 'MSI', PayloadSha256: 'a'.repeat(64) });
  await createEntry(site, scopeid, { Name: 'Line', Type: 'CMD', InstallArgs: 'echo 1' });
  const refused = await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {});
  expect([refused.status, refused.error.code, refused.error.details.entries]).toEqual([
    409,
    'CONFLICT',
    ['Setup', 'Named'],
  ]);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}/history`)).data).toEqual([]);
  await site.admin.put(`/api/enforce/entries/${missing.entryid}`, { isenabled: false });
  const named = (await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries[1];
  await site.admin.delete(`/api/enforce/entries/${named.entryid}`);
  await requestPublish(site, scopeid);
  expect(JSON.parse((await pc.get(manifestPath(scopename))).text).Entries).toEqual([
    { Name: 'Line', Type: 'CMD', InstallArgs: 'echo 1' },
  ]);
});

test('publishing returns 400 for a possible secret unless the findings are accepted', async () => {
  const { scopeid } = await createScope(site);
  const secrets: Record<string, object> = {
    args: { InstallArgs: '/S /password=Sommer2026' },
    spaced: { InstallArgs: 'setup --password hunter22' },
    short: { InstallArgs: 'tool.exe -p Geheim123' },
    script: { InlinePayload: '$apiKey = "abcdef123456"' },
    key: { InlinePayload: '-----BEGIN RSA PRIVATE KEY-----\nMIIE' },
    url: { DetectionPath: 'https://svc:Pa55word@files.plant.example/x' },
    share: { InlinePayload: 'net use Z: \\\\srv\\share /user:plant\\svc Abc' },
    unknown: { Settings: { DbPassword: 'x' } },
    token: { InlinePayload: `curl -H "X-API-Key: mw_svc_abcdefgh_${'x'.repeat(43)}"` },
  };
  for (const [name, fields] of Object.entries(secrets))
    await createEntry(site, scopeid, { Name: name, Type: 'CMD', InstallArgs: 'run', ...fields });
  for (const [name, InstallArgs] of [
    ['filled in', '/password=%PLANT_PASSWORD% /token:$token'],
    ['plain', '/qn /norestart PROPERTY=1 -p'],
    ['about', 'Disable the password prompt'],
  ])
    await createEntry(site, scopeid, { Name: name, Type: 'CMD', InstallArgs });
  const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}/diff`);
  expect(data.findings.map((one: { Name: string }) => one.Name)).toEqual(Object.keys(secrets));
  const refused = await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {});
  expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(refused.error.details.issues[0].path).toBe('args.InstallArgs');
  expect(refused.text).not.toContain('Sommer2026');
  expect(await requestPublish(site, scopeid, { acceptfindings: true })).toMatchObject({ revision: 1 });
});

test('a rollback creates a new revision with the content of the old one', async () => {
  const { scopeid, scopename } = await createScope(site);
  const path = manifestPath(scopename);
  const entry = await createEntry(site, scopeid, buildTextEntry('a'));
  await requestPublish(site, scopeid);
  const first = JSON.parse((await pc.get(path)).text);
  await site.admin.put(`/api/enforce/entries/${entry.entryid}`, { InlinePayload: 'echo other' });
  await requestPublish(site, scopeid);
  const rolled = await site.admin.post(`/api/enforce/scopes/${scopeid}/rollback`, {
    revision: 1,
    note: 'Back',
  });
  expect([rolled.status, rolled.data]).toEqual([
    200,
    expect.objectContaining({ revision: 3, rollbackof: 1, note: 'Back' }),
  ]);
  const now = JSON.parse((await pc.get(path)).text);
  expect([now.Revision, now.Entries]).toEqual([3, first.Entries]);
  const { data, meta } = await site.admin.get(`/api/enforce/scopes/${scopeid}/history?per_page=2`);
  expect([data.map((one: { revision: number }) => one.revision), meta.pagination.total]).toEqual([[3, 2], 3]);
  for (const [body, status] of [
    [{ revision: 9 }, 404],
    [{ revision: 0 }, 400],
    [{}, 400],
  ] as const)
    expect((await site.admin.post(`/api/enforce/scopes/${scopeid}/rollback`, body)).status).toBe(status);
  const { data: scope } = await site.admin.get(`/api/enforce/scopes/${scopeid}`);
  expect([scope.publishedrevision, scope.draftdiffers]).toEqual([3, true]);
  const filter = `publishedrevision__gte=3&publisheddate__gte=${scope.publisheddate}`;
  const { data: found } = await site.admin.get(`/api/enforce/scopes?${filter}`);
  expect(found.map((one: { scopeid: number }) => one.scopeid)).toContain(scopeid);
});

test('the diff lists added, removed and changed entries between revisions and the draft', async () => {
  const { scopeid } = await createScope(site);
  const base = `/api/enforce/scopes/${scopeid}`;
  const a = await createEntry(site, scopeid, buildTextEntry('a'));
  const b = await createEntry(site, scopeid, buildTextEntry('b'));
  const everything = (await site.admin.get(`${base}/diff`)).data;
  expect([everything.from, everything.added.length, everything.removed]).toEqual([null, 2, []]);
  await requestPublish(site, scopeid, { draftsha256: everything.draftsha256 });
  expect((await site.admin.get(`${base}/diff?to=draft`)).data).toMatchObject({
    from: 1,
    unchanged: 2,
    added: [],
  });
  await site.admin.put(`/api/enforce/entries/${a.entryid}`, { LogFile: 'C:\\a.log' });
  await site.admin.delete(`/api/enforce/entries/${b.entryid}`);
  await createEntry(site, scopeid, buildTextEntry('c'));
  await site.admin.put(base, { manifestversion: '2.0' });
  const late = await site.admin.post(`${base}/publish`, { draftsha256: everything.draftsha256 });
  expect([late.status, late.error.code]).toEqual([409, 'STALE_WRITE']);
  await requestPublish(site, scopeid);
  const { data } = await site.admin.get(`${base}/diff?from=1&to=2`);
  expect(data).toMatchObject({
    from: 1,
    to: 2,
    added: [{ Name: 'c' }],
    removed: [{ Name: 'b' }],
    changed: [{ Name: 'a', fields: [{ field: 'LogFile', before: null, after: 'C:\\a.log' }] }],
    manifestversion: ['1.0', '2.0'],
  });
  expect((await site.admin.get(`${base}/diff?from=2&to=1`)).data).toMatchObject({ added: [{ Name: 'b' }] });
  expect((await site.admin.get(`${base}/diff?from=7`)).status).toBe(404);
  expect((await site.admin.get(`${base}/diff?from=x`)).status).toBe(400);
});

/** Renames a row as in older data, so that its name differs from another one only in letter case. */
const renameAsBefore = (table: string, id: string, column: string, name: string, of: number) =>
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`, name, of),
  );

test('the server returns 400 when a scope name differs only in letter case from another', async () => {
  await createScope(site, { scopename: 'Änderung' });
  const answer = await site.admin.post('/api/enforce/scopes', { scopename: 'ÄNDERUNG' });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'scopename']);
});

test('the server serves scopes of older data separately when names differ only in letter case', async () => {
  for (const scopename of ['PRÜF', 'PRüF']) {
    const { scopeid } = await createScope(site);
    renameAsBefore('enforcescopes', 'scopeid', 'scopename', scopename, scopeid);
    await createEntry(site, scopeid, buildTextEntry(`For ${scopename}`));
    await requestPublish(site, scopeid);
  }
  for (const scopename of ['PRÜF', 'PRüF']) {
    const manifest = JSON.parse((await pc.get(manifestPath(scopename))).text);
    expect([manifest.Scope, manifest.Entries[0].Name]).toEqual([scopename, `For ${scopename}`]);
    const bound = await createPcClient(site, ['enforce.fetch'], [scopename]);
    const other = scopename === 'PRÜF' ? 'PRüF' : 'PRÜF';
    expect([
      (await bound.get(manifestPath(scopename))).status,
      (await bound.get(manifestPath(other))).status,
    ]).toEqual([200, 403]);
  }
});

test('the server rejects an entry name that looks like another one, and the diff shows both', async () => {
  const { scopeid } = await createScope(site);
  await createEntry(site, scopeid, { ...buildTextEntry('Ärger', 'echo good'), sortorder: 5 });
  await requestPublish(site, scopeid);
  const path = `/api/enforce/scopes/${scopeid}/entries`;
  const evil = { ...buildTextEntry('ärger', 'echo evil'), sortorder: 1 };
  expect((await site.admin.post(path, evil)).error.details.issues[0].path).toBe('Name');
  const { entryid } = await createEntry(site, scopeid, { ...evil, Name: 'another' });
  renameAsBefore('enforceentries', 'entryid', 'name', 'ärger', entryid);
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled('UPDATE enforceentries SET fields = replace(fields, \'"another"\', \'"ärger"\')'),
  );
  const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}/diff`);
  expect(data.added.map(({ Name }: { Name: string }) => Name)).toEqual(['ärger']);
  expect([data.unchanged, data.changed]).toEqual([1, []]);
  for (const Name of ['Ärger\u200b', '\u202eÄrger', 'A\u0308rger'])
    expect((await site.admin.post(path, buildTextEntry(Name))).error.details.issues[0].path).toBe('Name');
});

test('twenty concurrent publications create twenty revisions without a gap', async () => {
  const { scopeid, scopename } = await createScope(site);
  const entry = await createEntry(site, scopeid, buildTextEntry('n', 'echo 0'));
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      if (n % 3 === 0)
        await site.admin.put(`/api/enforce/entries/${entry.entryid}`, { InlinePayload: `echo ${n}` });
      return site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {});
    }),
  );
  const revisions = answers.map(({ data }) => data.revision).sort((x, y) => x - y);
  expect(revisions).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  const { Entries, Revision } = JSON.parse((await pc.get(manifestPath(scopename))).text);
  expect([Revision, Entries[0].PayloadSha256]).toEqual([20, computeSha256(Entries[0].InlinePayload)]);
});

test('a client gets one complete revision when it fetches during publications', async () => {
  const { scopeid, scopename } = await createScope(site);
  const entry = await createEntry(site, scopeid, buildTextEntry('n', 'echo 0'));
  await requestPublish(site, scopeid);
  const fetching = Array.from({ length: 60 }, () => pc.get(manifestPath(scopename)));
  for (let n = 1; n <= 10; n++) {
    await site.admin.put(`/api/enforce/entries/${entry.entryid}`, { InlinePayload: `echo ${n}` });
    await requestPublish(site, scopeid);
    fetching.push(...Array.from({ length: 10 }, () => pc.get(manifestPath(scopename))));
  }
  for (const { text, headers } of await Promise.all(fetching)) {
    expect(headers.get('etag')).toBe(`"${computeSha256(text)}"`);
    const { Revision, Entries } = JSON.parse(text);
    expect(Entries[0].InlinePayload).toBe(`echo ${Revision - 1}`);
  }
});

test('the manifest and its entity tag are the same after a restart for random entries', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-enforce-'));
  const chosen = createChooser(7);
  const pick = () => chosen.below(1_000_000) / 1_000_000;
  const value = (depth: number): unknown => {
    const kind = Math.floor(pick() * (depth > 2 ? 5 : 7));
    if (kind === 0) return pick() * 1e21;
    if (kind === 1) return Math.floor(pick() * 1000) - 500;
    if (kind === 2) return ['ä€𝄞', '"\\/', '\u2028', '', '\t'][Math.floor(pick() * 5)];
    if (kind === 3) return pick() > 0.5;
    if (kind === 4) return null;
    const many = Array.from({ length: 3 }, () => value(depth + 1));
    return kind === 5 ? many : Object.fromEntries(many.map((one, n) => [`k${n}${pick()}`, one]));
  };
  try {
    let before: Site | undefined = await startSite({ data });
    const { scopeid, scopename } = await createScope(before);
    for (let n = 0; n < 25; n++)
      await createEntry(before, scopeid, {
        ...buildTextEntry(`e${n}`),
        zz: value(0),
        aa: value(0),
        10: 1,
        9: 2,
      });
    await requestPublish(before, scopeid, { acceptfindings: true });
    const key = await createPcClient(before, ['enforce.fetch']);
    const first = await key.get(manifestPath(scopename));
    await before.stop();
    before = undefined;
    const after = await startSite({ data });
    try {
      const second = await after.anonymous.with(key.headers).get(manifestPath(scopename));
      expect(second.text).toBe(first.text);
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(second.headers.get('etag')).toBe(`"${computeSha256(first.text)}"`);
    } finally {
      await after.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('each publication is in the audit log with its revision and has no undo', async () => {
  const { scopeid } = await createScope(site);
  const answer = await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {});
  expect(answer.headers.get('x-audit-id')).toBeNull();
  const { data } = await site.admin.get('/api/auditlogs?action=enforce.scope.published&per_page=1');
  expect(data[0]).toMatchObject({ entitytype: 'scope', entityid: scopeid, details: { revision: 1 } });
  expect((await site.admin.post(`/api/auditlogs/${data[0].auditlogid}/undo`)).status).toBe(409);
});

test('the manifest returns 503 after a restore, or 304 if unchanged, until an admin continues', async () => {
  const { scopeid, scopename } = await createScope(site);
  await createEntry(site, scopeid, buildTextEntry('old'));
  const { etag } = await requestPublish(site, scopeid);
  const path = manifestPath(scopename);
  site.app.host.db.writeUnaudited((tx) => pauseDeliveries(tx));
  const refused = await pc.get(path);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
  expect((await pc.with({ 'if-none-match': etag }).get(path)).status).toBe(304);
  expect((await site.admin.post('/api/backups/continue')).status).toBe(200);
  expect((await pc.get(path)).status).toBe(200);
});
