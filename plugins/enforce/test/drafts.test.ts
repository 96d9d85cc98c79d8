import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ClientResponse } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { buildTextEntry, computeSha256, createEntry, createScope } from './enforce-requests.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const issues = (answer: { error: { details?: { issues?: { path: string }[] } } }) =>
  answer.error?.details?.issues?.map(({ path }) => path);

test('the server creates a scope with defaults and marks the one named common', async () => {
  const made = await site.admin.post('/api/enforce/scopes', { scopename: 'CMM' });
  expect([made.status, made.data]).toEqual([
    201,
    expect.objectContaining({
      scopename: 'CMM',
      phase: 'runtime',
      manifestversion: '1.0',
      iscommon: false,
      entrycount: 0,
      entries: [],
      publishedrevision: null,
    }),
  ]);
  expect((await createScope(site, { scopename: 'common' })) as object).toMatchObject({ iscommon: true });
});

test('the server returns 400 for a scope with an invalid field or an existing name and phase', async () => {
  await createScope(site, { scopename: 'Taken' });
  const post = (body: object) => site.admin.post('/api/enforce/scopes', body);
  for (const [body, path] of [
    [{}, 'scopename'],
    [{ scopename: '  ' }, 'scopename'],
    [{ scopename: 'x', phase: 'later' }, 'phase'],
    [{ scopename: 'taken' }, 'scopename'],
    [{ scopename: 'y', computertypeid: 99_999 }, 'computertypeid'],
    [{ scopename: 'y', measuringtooltypeid: 99_999 }, 'measuringtooltypeid'],
  ] as const) {
    const answer = await post(body);
    expect([body, answer.status, issues(answer)]).toEqual([body, 400, [path]]);
  }
  expect((await post({ scopename: 'Taken', phase: 'preinstall' })).status).toBe(201);
});

test('an update of a scope does not change its name and phase', async () => {
  const { scopeid, modifieddate } = await createScope(site, { scopename: 'Fixed' });
  const { data: type } = await site.admin.post('/api/computers/types', { computertype: 'Fixed PC' });
  const put = await site.admin.put(`/api/enforce/scopes/${scopeid}`, {
    scopename: 'Other',
    phase: 'preinstall',
    description: 'For the lathes',
    manifestversion: '2.1',
    computertypeid: type.computertypeid,
    ifmodifieddate: modifieddate,
  });
  expect(put.data).toMatchObject({
    scopename: 'Fixed',
    phase: 'runtime',
    description: 'For the lathes',
    manifestversion: '2.1',
    computertype: 'Fixed PC',
  });
  const stale = await site.admin.put(`/api/enforce/scopes/${scopeid}`, {
    description: 'x',
    ifmodifieddate: modifieddate,
  });
  expect([stale.status, stale.error.code]).toEqual([409, 'STALE_WRITE']);
  const reply = await site.admin.delete(`/api/computers/types/${type.computertypeid}`);
  expect([reply.status, reply.error.details]).toEqual([409, { references: { enforcescopes: 1 } }]);
});

test('a scope refers to the remaining computer type after a merge', async () => {
  const { scopeid } = await createScope(site, { scopename: 'Merged' });
  const [gone, kept] = await Promise.all(
    ['Prüfplatz', 'Test bench'].map(
      async (computertype) => (await site.admin.post('/api/computers/types', { computertype })).data,
    ),
  );
  await site.admin.put(`/api/enforce/scopes/${scopeid}`, { computertypeid: gone.computertypeid });
  const merged = await site.admin.post(`/api/computers/types/${gone.computertypeid}/merge`, {
    into: kept.computertypeid,
  });
  expect([merged.status, merged.error]).toEqual([200, undefined]);
  const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}`);
  expect(data).toMatchObject({ computertypeid: kept.computertypeid, computertype: 'Test bench' });
});

test('the scope list is sorted by phase and name and shows entry count and draft state', async () => {
  const { scopeid } = await createScope(site, { scopename: 'AAA' });
  await createScope(site, { scopename: 'ZZZ', phase: 'preinstall' });
  await createEntry(site, scopeid, buildTextEntry('one'));
  const { data } = await site.admin.get('/api/enforce/scopes?per_page=100');
  const order = data.map(({ phase, scopename }: Record<string, string>) =>
    `${phase} ${scopename}`.toLowerCase(),
  );
  expect(order).toEqual(order.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  expect(data.find((one: { scopeid: number }) => one.scopeid === scopeid)).toMatchObject({
    entrycount: 1,
    publishedrevision: null,
    draftdiffers: true,
  });
});

test('scopes are filtered and sorted by the state of their draft and by the names of their types', async () => {
  const { data: type } = await site.admin.post('/api/computers/types', { computertype: 'Paint booth' });
  const typed = await createScope(site, { computertypeid: type.computertypeid });
  const published = await createScope(site);
  await createEntry(site, published.scopeid, buildTextEntry('filtered'));
  await site.admin.post(`/api/enforce/scopes/${published.scopeid}/publish`, {});
  const list = async (query: string) => {
    const { data } = await site.admin.get(`/api/enforce/scopes?per_page=100&${query}`);
    return data
      .map((one: { scopeid: number }) => one.scopeid)
      .filter((id: number) => [typed.scopeid, published.scopeid].includes(id));
  };
  expect(await list('draftdiffers__in=true')).toEqual([typed.scopeid]);
  expect(await list('draftdiffers__not=true')).toEqual([published.scopeid]);
  expect(await list('sort=draftdiffers&dir=desc')).toEqual([typed.scopeid, published.scopeid]);
  expect(await list('computertype__contains=paint')).toEqual([typed.scopeid]);
  expect(await list('computertype__empty=true')).toEqual([published.scopeid]);
  expect(await list('measuringtooltype__empty=false')).toEqual([]);
  expect(await list('sort=computertype')).toEqual([typed.scopeid, published.scopeid]);
});

test('deleting a scope deletes its entries, and undo restores both', async () => {
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, buildTextEntry('gone'));
  const gone = await site.admin.delete(`/api/enforce/scopes/${scopeid}`);
  expect([gone.status, gone.data]).toEqual([200, { deleted: scopeid }]);
  expect((await site.admin.put(`/api/enforce/entries/${entryid}`, { Name: 'x' })).status).toBe(404);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}/preview`)).status).toBe(404);
  await site.admin.post(`/api/auditlogs/${gone.headers.get('x-audit-id')}/undo`);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries).toMatchObject([{ entryid }]);
});

test('the server stores known and unknown entry fields and computes the hash and size of a text', async () => {
  const { scopeid } = await createScope(site);
  const entry = {
    Name: 'Notepad',
    Type: 'PS1',
    InlinePayload: 'Write-Host "Grüße"',
    DetectionMethod: 'Registry',
    DetectionPath: 'HKLM\\Software\\Plant',
    DetectionName: 'Version',
    DetectionValue: 3,
    PCTypes: ['CMM', 'Standard-Machine'],
    TargetHostnames: ['G*'],
    RebootRequired: true,
    constructor: 'kept',
    Vendor: { deep: [1, null, { a: true }] },
  };
  const made = await createEntry(site, scopeid, entry);
  const hash = computeSha256(entry.InlinePayload);
  expect(made).toMatchObject({
    ...entry,
    PayloadSha256: hash,
    PayloadSize: 20,
    sortorder: 1,
    haspayload: true,
  });
  const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}/preview`);
  expect(data).toMatchObject({ ManifestVersion: '1.0', Phase: 'runtime', Revision: null, PublishedAt: null });
  expect(data.Entries).toEqual([{ ...entry, PayloadSha256: hash, PayloadSize: 20 }]);
});

test('the server returns 400 with each wrong field of an entry and changes nothing', async () => {
  const { scopeid } = await createScope(site);
  const path = `/api/enforce/scopes/${scopeid}/entries`;
  await createEntry(site, scopeid, buildTextEntry('Taken'));
  const ok = { Name: 'a', Type: 'CMD' };
  for (const [body, wrong] of [
    [{ Type: 'CMD' }, ['Name']],
    [{ Name: 'a' }, ['Type']],
    [{ Name: '   ', Type: 'EXEC' }, ['Name', 'Type']],
    [{ Name: 'two\nlines', Type: 'CMD' }, ['Name']],
    [{ Name: 'taken', Type: 'CMD' }, ['Name']],
    [{ ...ok, DetectionMethod: 'Guess' }, ['DetectionMethod']],
    [{ ...ok, PCTypes: 'CMM' }, ['PCTypes']],
    [{ ...ok, TargetHostnames: [7] }, ['TargetHostnames.0']],
    [{ ...ok, RebootRequired: 'yes' }, ['RebootRequired']],
    [{ ...ok, PayloadSha256: 'ABC' }, ['PayloadSha256']],
    [{ ...ok, InlinePayload: 'a', PayloadSha256: 'a'.repeat(64) }, ['PayloadSha256']],
    [{ ...ok, InlinePayload: 'x'.repeat(65_537) }, ['InlinePayload']],
    [{ ...ok, InlinePayload: 'a\u0000b' }, ['InlinePayload']],
    [{ ...ok, appid: 99_999 }, ['appid']],
    [{ ...ok, sortorder: -1 }, ['sortorder']],
    [{ ...ok, ['x'.repeat(101)]: 1 }, ['x'.repeat(100)]],
    [{ ...ok, Blob: 'x'.repeat(300_000) }, ['']],
  ] as const) {
    const answer = await site.admin.post(path, body);
    expect([Object.keys(body), answer.status, issues(answer)]).toEqual([Object.keys(body), 400, [...wrong]]);
  }
  const hostile = site.admin.with({ 'content-type': 'application/json' });
  const proto = await hostile.raw('POST', path, '{"Name":"p","Type":"CMD","__proto__":{"isadmin":true}}');
  expect([proto.status, proto.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  const huge = await hostile.raw('POST', path, `{"Name":"p","Type":"CMD","a":"${'x'.repeat(1_100_000)}"}`);
  expect([huge.status, huge.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries).toHaveLength(1);
});

test('the server returns 400 when the entries of a scope are too large to publish', async () => {
  const { scopeid } = await createScope(site);
  const large = (Name: string) => ({ Name, Type: 'CMD', InstallArgs: 'x', Note: 'x'.repeat(250 * 1024) });
  const path = `/api/enforce/scopes/${scopeid}/entries`;
  const small = await site.admin.post(path, { Name: 'Small', Type: 'CMD', InstallArgs: 'x' });
  let full: ClientResponse | undefined;
  for (let n = 0; !full && n < 60; n += 1) {
    const made = await site.admin.post(path, large(`Large ${n}`));
    if (made.status !== 201) full = made;
  }
  expect([full?.status, full?.error.message]).toEqual([400, expect.stringContaining('too large in total')]);
  const grown = await site.admin.put(`/api/enforce/entries/${small.data.entryid}`, { Note: large('').Note });
  expect(grown.status).toBe(400);
  const renamed = await site.admin.put(`/api/enforce/entries/${small.data.entryid}`, {
    Name: 'Tiny',
    InstallArgs: '',
  });
  expect(renamed.status).toBe(200);
});

test('an update replaces the sent fields of an entry and removes those set to null', async () => {
  const { scopeid } = await createScope(site);
  const made = await createEntry(site, scopeid, { ...buildTextEntry('a'), LogFile: 'C:\\log', Extra: 1 });
  const path = `/api/enforce/entries/${made.entryid}`;
  const put = await site.admin.put(path, { Name: 'b', LogFile: null, Extra: null, More: 2 });
  expect(put.data).toMatchObject({ Name: 'b', Type: 'CMD', InlinePayload: 'echo a', More: 2 });
  expect(Object.keys(put.data)).not.toContain('LogFile');
  expect(Object.keys(put.data)).not.toContain('Extra');
  // The response body is accepted as input without changes.
  const again = await site.admin.put(path, { ...put.data, InlinePayload: 'echo new' });
  expect([again.status, again.data.PayloadSha256]).toEqual([200, computeSha256('echo new')]);
  const without = await site.admin.put(path, { InlinePayload: null });
  expect([without.data.PayloadSha256, without.data.haspayload]).toEqual([undefined, false]);
  const stale = await site.admin.put(path, { Name: 'c', ifmodifieddate: made.modifieddate });
  expect([stale.status, stale.error.code]).toEqual([409, 'STALE_WRITE']);
  const undone = await site.admin.post(`/api/auditlogs/${without.headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries).toMatchObject([
    { InlinePayload: 'echo new' },
  ]);
});

test('the server returns 400 when an order does not list each entry of the scope once', async () => {
  const { scopeid } = await createScope(site);
  const other = await createEntry(site, (await createScope(site)).scopeid, buildTextEntry('other'));
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c'])
    ids.push((await createEntry(site, scopeid, buildTextEntry(name))).entryid);
  const [a, b, c] = ids as [number, number, number];
  const path = `/api/enforce/scopes/${scopeid}/entries/reorder`;
  for (const order of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, other.entryid], [a, b, other.entryid]])
    expect((await site.admin.put(path, { order })).status).toBe(400);
  for (const order of ['abc', [a, b, '3'], null])
    expect((await site.admin.put(path, { order })).status).toBe(400);
  const names = async () =>
    (await site.admin.get(`/api/enforce/scopes/${scopeid}/preview`)).data.Entries.map(
      ({ Name }: { Name: string }) => Name,
    );
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(
    (await site.admin.put(path, { order: [c, a, b] })).data.map((one: { Name: string }) => one.Name),
  ).toEqual(['c', 'a', 'b']);
  expect(await names()).toEqual(['c', 'a', 'b']);
});

test('the server separates enforce.manage from enforce.publish and rejects other callers', async () => {
  const { scopeid } = await createScope(site);
  const reader = await site.userWith('assets.view');
  const manager = await site.userWith('enforce.manage');
  const publisher = await site.userWith('enforce.publish');
  for (const path of [
    '/scopes',
    `/scopes/${scopeid}`,
    `/scopes/${scopeid}/preview`,
    '/applications',
    '/reports',
  ]) {
    expect([path, (await site.anonymous.get(`/api/enforce${path}`)).status]).toEqual([path, 401]);
    expect([path, (await reader.get(`/api/enforce${path}`)).status]).toEqual([path, 403]);
    expect([path, (await manager.get(`/api/enforce${path}`)).status]).toEqual([path, 200]);
  }
  expect((await manager.post(`/api/enforce/scopes/${scopeid}/publish`, {})).status).toBe(403);
  expect((await publisher.post(`/api/enforce/scopes/${scopeid}/publish`, {})).status).toBe(200);
  expect((await publisher.post(`/api/enforce/scopes/${scopeid}/entries`, buildTextEntry('x'))).status).toBe(
    403,
  );
});

test('the application list contains a new application, and an entry can refer to it', async () => {
  const { data } = await site.admin.post('/api/applications', { appname: 'Chosen' });
  const { data: listed } = await site.admin.get('/api/enforce/applications');
  expect(listed).toContainEqual({ appid: data.appid, appname: 'Chosen' });
  const { scopeid } = await createScope(site);
  expect(await createEntry(site, scopeid, { ...buildTextEntry('app'), appid: data.appid })).toMatchObject({
    appid: data.appid,
    appname: 'Chosen',
  });
});
