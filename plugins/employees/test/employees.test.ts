import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const DIRECTORY = '/api/employees/directory';
let made = 500_000;
const add = async (body: object = {}) =>
  (await site.admin.post(DIRECTORY, { sso: String(++made), firstname: 'Ann', lastname: 'Berg', ...body }))
    .data;
const of = ({ sso }: { sso: string }) => `${DIRECTORY}/${sso}`;
const mode = (value: string) => site.admin.put('/api/settings/employee_directory_mode', { value });
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const form = (bytes: Uint8Array | string, filename: string, fields: Record<string, string> = {}) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([bytes as BlobPart]), filename);
  return body;
};
const undo = (answer: { headers: Headers }) =>
  site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`, {});

test('the directory accepts and returns the fields of an entry in both spellings', async () => {
  const answer = await site.admin.post(DIRECTORY, {
    SSO: '0012345',
    First_Name: 'Zoë',
    Last_Name: 'Ångström',
    Team: 'Milling',
    Role: 'Operator',
    Picture: 'https://pictures.example/zoe.png',
  });
  expect([answer.status, answer.data]).toMatchObject([
    201,
    {
      sso: '0012345',
      SSO: '0012345',
      firstname: 'Zoë',
      First_Name: 'Zoë',
      lastname: 'Ångström',
      Last_Name: 'Ångström',
      team: 'Milling',
      Team: 'Milling',
      role: 'Operator',
      Role: 'Operator',
      picture: 'https://pictures.example/zoe.png',
      Picture: 'https://pictures.example/zoe.png',
      photourl: 'https://pictures.example/zoe.png',
    },
  ]);
  const changed = await site.admin.put(`${DIRECTORY}/0012345`, { ...answer.data, Team: 'Turning' });
  expect([changed.status, changed.data]).toMatchObject([
    200,
    { team: 'Turning', Team: 'Turning', role: 'Operator' },
  ]);
});

test('the directory accepts a number as SSO and returns 400 when it is not only digits', async () => {
  expect((await add({ sso: 4_711_000 })).sso).toBe('4711000');
  for (const sso of ['12a', '', '-1', '１２', 1.5, null, '1'.repeat(21)]) {
    const answer = await site.admin.post(DIRECTORY, { sso, firstname: 'A', lastname: 'B' });
    expect([sso, answer.status, answer.error.code]).toEqual([sso, 400, 'VALIDATION_ERROR']);
  }
});

test('the directory returns 400 when an entry lacks an SSO or a name', async () => {
  const { error } = await site.admin.post(DIRECTORY, { First_Name: 'A' });
  expect(error.details.issues.map(({ path }: { path: string }) => path)).toEqual(['sso', 'lastname']);
});

test('the directory returns 409 when an SSO exists', async () => {
  const ann = await add();
  const again = await site.admin.post(DIRECTORY, { sso: ann.sso, firstname: 'B', lastname: 'C' });
  expect([again.status, again.error.code, again.error.details.field]).toEqual([409, 'CONFLICT', 'sso']);
});

test('an update clears team, role and picture, and returns 400 for an empty name', async () => {
  const ann = await add({ team: 'A', role: 'B', picture: 'c' });
  const answer = await site.admin.put(of(ann), { team: null, Role: '', picture: null });
  expect(answer.data).toMatchObject({ team: null, Team: null, role: null, Role: null, picture: null });
  expect((await site.admin.put(of(ann), { firstname: '' })).status).toBe(400);
  expect((await site.admin.put(of(ann), { sso: '77' })).status).toBe(400);
});

test('update, deletion, photo and lookup return 404 for an unknown SSO', async () => {
  expect((await site.admin.put(`${DIRECTORY}/999`, { team: 'x' })).status).toBe(404);
  expect((await site.admin.delete(`${DIRECTORY}/999`)).status).toBe(404);
  expect((await site.admin.raw('POST', '/api/employees/999/photo', form(PIXEL, 'a.png'))).status).toBe(404);
  expect((await site.admin.delete('/api/employees/999/photo')).status).toBe(404);
  expect((await site.admin.get('/api/employees/lookup/999')).status).toBe(404);
});

test('an update returns 409 when the entry has changed, and undo restores a deleted entry', async () => {
  const ann = await add({ team: 'Before' });
  await site.admin.put(of(ann), { team: 'Now' });
  const late = await site.admin.put(of(ann), { team: 'Late', ifmodifieddate: ann.modifieddate });
  expect([late.status, late.error.code]).toEqual([409, 'STALE_WRITE']);
  const gone = await site.admin.delete(of(ann));
  expect([gone.status, gone.data]).toEqual([200, { deleted: ann.sso }]);
  expect((await site.admin.get(of(ann))).status).toBe(404);
  expect((await undo(gone)).status).toBe(200);
  expect((await site.admin.get(of(ann))).data.team).toBe('Now');
});

test('the directory returns all entries, or one page when paging is requested', async () => {
  for (let n = 0; n < 30; n++) await add({ lastname: `Many ${n}`, team: 'Crowd' });
  const whole = await site.anonymous.get(`${DIRECTORY}?team=Crowd`);
  expect([whole.data.length, whole.meta.pagination]).toEqual([30, undefined]);
  const page = await site.anonymous.get(`${DIRECTORY}?team=Crowd&per_page=10&page=2&sort=lastname`);
  expect([page.data.length, page.meta.pagination.total]).toEqual([10, 30]);
  const found = await site.anonymous.get(`${DIRECTORY}?search=many+29`);
  expect(found.data.map(({ lastname }: { lastname: string }) => lastname)).toEqual(['Many 29']);
});

test('the directory contains no personal data with basic anonymous access, and 401 without access', async () => {
  const canary = await add({
    firstname: 'Canaryfirst',
    lastname: 'Canarylast',
    picture: 'canarypicture',
    team: 'Seen',
  });
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    const { text, data } = await site.anonymous.get(DIRECTORY);
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain(canary.sso);
    expect(data.some(({ team }: { team: string }) => team === 'Seen')).toBe(true);
    expect((await site.anonymous.get(`${DIRECTORY}?search=canaryfirst`)).data).toEqual([]);
    expect((await site.anonymous.get(`${DIRECTORY}?sso=${canary.sso}`)).status).toBe(401);
    expect((await site.anonymous.get(`${DIRECTORY}?sort=firstname`)).status).toBe(401);
    expect((await site.anonymous.get(of(canary))).text).not.toMatch(/canary/i);
    expect((await site.anonymous.get(`${DIRECTORY}?format=csv`)).text).not.toMatch(/canary/i);
    await site.admin.put('/api/settings/anonymous_read', { value: 'none' });
    expect((await site.anonymous.get(DIRECTORY)).status).toBe(401);
  });
});

test('the directory returns 403 for writes of non-admins and for lookups without employees.view', async () => {
  const ann = await add();
  const viewer = await site.userWith('employees.view');
  expect((await viewer.post(DIRECTORY, { sso: '1', firstname: 'A', lastname: 'B' })).status).toBe(403);
  expect((await viewer.post(`${DIRECTORY}/import`, { csv: 'sso\n1' })).status).toBe(403);
  expect((await viewer.delete(`/api/employees/${ann.sso}/photo`)).status).toBe(403);
  expect((await viewer.get(`/api/employees/lookup/${ann.sso}`)).status).toBe(200);
  const nobody = await site.userWith('assets.view');
  for (const path of ['search?q=ann', `lookup/${ann.sso}`, `lookup?sso=${ann.sso}`]) {
    expect((await nobody.get(`/api/employees/${path}`)).status).toBe(403);
    expect((await site.anonymous.get(`/api/employees/${path}`)).status).toBe(401);
  }
});

test('an import adds and updates by SSO, skips invalid rows and can be undone', async () => {
  const ann = await add({ firstname: 'Old', team: 'Kept' });
  const imports = async () =>
    (await site.admin.get('/api/auditlogs?action=employees.employee.imported&per_page=100')).data.length;
  const before = await imports();
  const csv = `sso,First_name,LAST_NAME,Role\n${ann.sso},New,Berg,Lead\n600001,Bo,Ek,\nabc,Cy,Lee,\n600002,,Nil,\n`;
  const answer = await site.admin.raw('POST', `${DIRECTORY}/import`, form(csv, 'people.csv'));
  expect([answer.status, answer.data]).toMatchObject([
    200,
    { added: 1, updated: 1, skipped: 2, dryrun: false },
  ]);
  expect((await site.admin.get(of(ann))).data).toMatchObject({
    firstname: 'New',
    role: 'Lead',
    team: 'Kept',
  });
  expect(await imports()).toBe(before + 1);
  expect((await undo(answer)).status).toBe(200);
  expect((await site.admin.get(of(ann))).data).toMatchObject({ firstname: 'Old', role: null });
  expect((await site.admin.get(`${DIRECTORY}/600001`)).status).toBe(404);
});

test('an import skips unchanged people and writes nothing for them', async () => {
  const csv = 'SSO,First_Name,Last_Name,Team\n660001,Ida,Moe,Paint\n660002,Jon,Ny,\n660003,Kai,Oh,Weld\n';
  const run = async (text: string, dryrun = 'false') =>
    (await site.admin.post(`${DIRECTORY}/import`, { csv: text, dryrun })).data;
  const auditsOf = async () => (await site.admin.get('/api/auditlogs?per_page=1')).meta.pagination.total;
  expect(await run(csv)).toMatchObject({ added: 3, updated: 0, skipped: 0 });
  const [audits, before] = [await auditsOf(), (await site.admin.get(DIRECTORY)).data];
  for (const dryrun of ['true', 'false']) {
    const again = await run(csv, dryrun);
    expect([dryrun, again]).toMatchObject([dryrun, { added: 0, updated: 0, skipped: 3 }]);
    expect(again.rows.map((row: { outcome: string; reason: null }) => [row.outcome, row.reason])).toEqual(
      Array(3).fill(['skip', null]),
    );
  }
  expect([await auditsOf(), (await site.admin.get(DIRECTORY)).data]).toEqual([audits, before]);
  // An empty cell changes nothing; a row that repeats an earlier one is unchanged as well.
  const changed = `${csv.replace('Weld', 'Press').replace('Paint', '')}660003,Kai,Oh,Press\n`;
  for (const dryrun of ['true', 'false'])
    expect([dryrun, await run(changed, dryrun)]).toMatchObject([
      dryrun,
      { added: 0, updated: 1, skipped: 3 },
    ]);
  expect(await auditsOf()).toBe(audits + 1);
  const stamps = (await site.admin.get(`${DIRECTORY}/660001`)).data.modifieddate;
  expect(stamps).toBe(before.find((one: { sso: string }) => one.sso === '660001').modifieddate);
});

test('an import accepts CSV text in JSON with semicolons and other header names', async () => {
  const csv = 'SSO;firstname;lastname;Team\n610001;Di;Fox;Paint\n610001;Di;Fox-Hill;Paint';
  const { data } = await site.admin.post(`${DIRECTORY}/import`, { csv });
  expect(data).toMatchObject({ added: 1, updated: 1, skipped: 0 });
  expect((await site.admin.get(`${DIRECTORY}/610001`)).data.lastname).toBe('Fox-Hill');
});

test('an import returns a preview and changes nothing when dryrun is set', async () => {
  const csv = 'SSO,First_Name,Last_Name\n620001,Ed,Gray\nx,Y,Z';
  const { data } = await site.admin.raw(
    'POST',
    `${DIRECTORY}/import`,
    form(csv, 'people.csv', { dryrun: 'true' }),
  );
  expect(data).toMatchObject({ added: 1, updated: 0, skipped: 1, dryrun: true });
  expect(data.rows).toEqual([
    { row: 1, line: 2, sso: '620001', name: 'Ed Gray', outcome: 'add', reason: null },
    {
      row: 2,
      line: 3,
      sso: 'x',
      name: 'Y Z',
      outcome: 'skip',
      reason: 'SSO: Enter up to 20 digits only.',
    },
  ]);
  expect((await site.admin.get(`${DIRECTORY}/620001`)).status).toBe(404);
});

test('an import reports each missing or wrong value with the line of its row', async () => {
  const csv = `SSO,First_Name,Last_Name,Team\n\n640001,,,\n,Ann,Lee,${'x'.repeat(300)}`;
  const { data } = await site.admin.post(`${DIRECTORY}/import`, { csv, dryrun: true });
  expect(data.rows.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [3, 'First name is required. Last name is required.'],
    [4, expect.stringMatching(/^SSO is required\. Team: /)],
  ]);
});

test('an import returns 400 with the missing columns', async () => {
  const { status, error } = await site.admin.post(`${DIRECTORY}/import`, { csv: 'a,b\n1,2' });
  expect([status, error.message]).toEqual([
    400,
    'file: The first row must contain these column names: SSO, First_Name, Last_Name.',
  ]);
  expect((await site.admin.post(`${DIRECTORY}/import`, {})).status).toBe(400);
});

test('a photo is public, replaces the previous one and is deleted with its person', async () => {
  const ann = await add();
  const path = `/api/employees/${ann.sso}/photo`;
  const first = await site.admin.raw('POST', path, form(PIXEL, 'me.png'));
  expect([first.status, first.data.photourl]).toEqual([201, `/api/employees/photo/${first.data.picture}`]);
  await withSetting(site, 'anonymous_read', 'none', async () => {
    expect((await fetch(site.url + first.data.photourl)).headers.get('content-type')).toBe('image/png');
  });
  const second = await site.admin.raw('POST', path, form(PIXEL, 'me.png'));
  expect((await site.anonymous.get(first.data.photourl)).status).toBe(404);
  const cleared = await site.admin.delete(path);
  expect([cleared.status, cleared.data.picture, cleared.data.photourl]).toEqual([200, null, null]);
  expect((await site.anonymous.get(second.data.photourl)).status).toBe(404);
  const third = await site.admin.raw('POST', path, form(PIXEL, 'me.png'));
  const gone = await site.admin.delete(of(ann));
  expect((await site.anonymous.get(third.data.photourl)).status).toBe(404);
  await undo(gone);
  expect((await fetch(site.url + third.data.photourl)).status).toBe(200);
  await site.admin.put(of(ann), { Picture: '' });
  expect((await site.anonymous.get(third.data.photourl)).status).toBe(404);
});

test('the photo route returns 400 when the content does not match the file type', async () => {
  const path = `/api/employees/${(await add()).sso}/photo`;
  expect((await site.admin.raw('POST', path, form('<svg/>', 'a.svg'))).status).toBe(400);
  expect((await site.admin.raw('POST', path, form('no picture', 'a.png'))).status).toBe(400);
  expect((await site.admin.raw('POST', path, form(PIXEL, 'a.jpg'))).status).toBe(400);
});

test('the search needs two characters, matches names and SSO, and returns 10 to 50 results', async () => {
  for (let n = 0; n < 60; n++) await add({ firstname: 'Xaver', lastname: `Quist${n}` });
  const find = async (query: string) => site.admin.get(`/api/employees/search?${query}`);
  expect((await find('q=xaver')).data).toHaveLength(10);
  expect((await find('q=xaver&limit=500')).data).toHaveLength(50);
  expect((await find('q=xaver&limit=3')).data).toHaveLength(3);
  for (const wrong of ['q=x', 'q=%20%20%20x', '', 'q=xaver&limit=0', 'q=xaver&limit=-1', 'q=xaver&limit=abc'])
    expect([wrong, (await find(wrong)).status]).toEqual([wrong, 400]);
  const [one] = (await find('q=quist17+xaver')).data;
  expect(one).toMatchObject({ firstname: 'Xaver', Last_Name: 'Quist17', stale: false });
  expect((await find(`q=${one.sso}`)).data[0].sso).toBe(one.sso);
});

test('the search returns no results for hostile texts', async () => {
  for (const q of [
    "'; DROP TABLE employees --",
    '%%',
    '__',
    '\\\\',
    '"*"',
    '\u0000\u0000',
    '李李',
    '😀😀',
    'a'.repeat(255),
  ]) {
    const answer = await site.admin.get(`/api/employees/search?q=${encodeURIComponent(q)}`);
    expect([q, answer.status, answer.data]).toEqual([q, 200, []]);
  }
});

test('the lookup returns one person, or several with joined names', async () => {
  const ann = await add({ firstname: 'Ann', lastname: 'One' });
  const bo = await add({ firstname: 'Bo', lastname: 'Two' });
  const one = await site.admin.get(`/api/employees/lookup/${ann.sso}`);
  expect(one.data).toMatchObject({ sso: ann.sso, First_Name: 'Ann', photourl: null, stale: false });
  const reply = await site.admin.get(`/api/employees/lookup?sso=${bo.sso},${ann.sso},1,${bo.sso}`);
  expect(reply.data.names).toBe('Bo Two, Ann One');
  expect(reply.data.employees).toHaveLength(2);
  for (const wrong of ['lookup/abc', 'lookup/-1', 'lookup?sso=', 'lookup', 'lookup?sso=1,x', 'lookup?sso=,'])
    expect([wrong, (await site.admin.get(`/api/employees/${wrong}`)).status]).toEqual([wrong, 400]);
});

test('the global search finds people only for callers with employees.view', async () => {
  const eve = await add({ firstname: 'Evelyn', lastname: 'Uncommon', role: 'Planner' });
  const viewer = await site.userWith('assets.view', 'employees.view');
  const [hit] = (await viewer.get('/api/search?q=uncommon')).data;
  expect(hit).toMatchObject({
    kind: 'employee',
    title: 'Evelyn Uncommon',
    url: `/employees/record/${eve.employeeid}`,
  });
  expect((await viewer.get(`/api/search?q=${eve.sso}`)).data[0].kind).toBe('employee');
  const other = await site.userWith('assets.view');
  expect((await other.get('/api/search?q=uncommon')).data).toEqual([]);
});

test('in external mode the directory returns 400, photos return 409, and the search finds no entry', async () => {
  const ann = await add({ lastname: 'Hiddenaway' });
  await mode('external');
  for (const answer of [
    await site.admin.get(DIRECTORY),
    await site.admin.post(DIRECTORY, { sso: '1', firstname: 'A', lastname: 'B' }),
    await site.admin.put(of(ann), { team: 'x' }),
    await site.admin.delete(of(ann)),
    await site.admin.delete(`${DIRECTORY}/999`),
    await site.admin.post(`${DIRECTORY}/import`, { csv: 'SSO,First_Name,Last_Name' }),
  ])
    expect([answer.status, answer.error.code]).toEqual([400, 'WRONG_MODE']);
  for (const answer of [
    await site.admin.raw('POST', `/api/employees/${ann.sso}/photo`, form(PIXEL, 'a.png')),
    await site.admin.delete(`/api/employees/${ann.sso}/photo`),
  ])
    expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
  expect((await site.admin.get('/api/search?q=hiddenaway')).data).toEqual([]);
  await mode('selfhosted');
  expect((await site.admin.get('/api/search?q=hiddenaway')).data).toHaveLength(1);
  expect((await site.admin.get(DIRECTORY)).status).toBe(200);
});

test('an SSO returns 401 to anonymous callers with basic access', async () => {
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect((await site.anonymous.get(`${DIRECTORY}/100000`)).status).toBe(401);
  });
});

test.each([
  ['a sep line', 'sep=;\nSSO;First_Name;Last_Name\n630001;Ann;Gray\n', 2],
  ['a sep line behind a mark', '\ufeffsep=|\nSSO|First_Name|Last_Name\n630001|Ann|Gray\n', 2],
  ['a title', 'People of the plant\n\nSSO,First_Name,Last_Name\n630001,Ann,Gray\n', 3],
  ['commas in a header', 'SSO;First_Name;Last_Name;a, b, c, d\n630001;Ann;Gray;\n', 1],
  ['cells of formulas', 'SSO,First_Name,Last_Name\n="630001",Ann,Gray\n', 1],
])('an import reads a file with %s', async (_what, csv, headerline) => {
  for (const text of [csv, csv.normalize('NFD')]) {
    const { data } = await site.admin.post(`${DIRECTORY}/import`, { csv: text, dryrun: true });
    expect(data).toMatchObject({
      headerline,
      rows: [{ row: 1, sso: '630001', name: 'Ann Gray', outcome: 'add', reason: null }],
    });
  }
});

test('an import reads UTF-16 and Windows-1252, and skips rows with damaged cells', async () => {
  const csv = 'SSO;First_Name;Last_Name\n630002;Zoë;Müller\n6E+05;Ann;Gray\n630003;#N/A;Gray\n';
  for (const bytes of [Buffer.from(`\ufeff${csv}`, 'utf16le'), Buffer.from(csv, 'latin1')]) {
    const body = form(bytes, 'people.csv');
    body.set('dryrun', 'true');
    const { data } = await site.admin.raw('POST', `${DIRECTORY}/import`, body);
    expect(data.rows).toMatchObject([
      { name: 'Zoë Müller', outcome: 'add' },
      { outcome: 'skip', reason: expect.stringContaining('"6E+05"') },
      { outcome: 'skip', reason: expect.stringContaining('"#N/A"') },
    ]);
  }
});
