import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createDrawingForm, createPngHeader, makeLevel } from './map-floor.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let levelid: number;
beforeAll(async () => {
  site = await startSite();
  levelid = (await makeLevel(site.admin, 'Ground floor')).levelid;
});
afterAll(() => site.stop());

const upload = (form: FormData, level = levelid) =>
  site.admin.upload(`/api/maplevels/${level}/blueprint`, form);
const fetchBlueprint = (filename: string, level = levelid) =>
  fetch(`${site.url}/api/maplevels/${level}/blueprint/${filename}`);

test('the size of a level is the size of its drawing in pixels', async () => {
  const answer = await upload(createDrawingForm(createPngHeader(1600, 900), 'hall.png', 'light'));
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    levelid,
    theme: 'light',
    width: 1600,
    height: 900,
    blueprints: { light: answer.data.filename, dark: null },
  });
  const file = await fetchBlueprint(answer.data.filename);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test.each([
  ['width and height', '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>', 300, 200],
  ['a viewBox', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800"><rect/></svg>', 1200, 800],
  [
    'both',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" viewBox="0 0 1200 800"/>',
    600,
    400,
  ],
  [
    'a percentage and a viewBox',
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 640 480"/>',
    640,
    480,
  ],
])('the size of an SVG drawing is read from %s', async (_how, svg, width, height) => {
  const level = (await makeLevel(site.admin, `SVG ${_how}`)).levelid;
  const answer = await upload(createDrawingForm(svg, 'hall.svg'), level);
  expect(answer.data).toMatchObject({ theme: 'light', width, height });
});

test('an SVG without a size is refused', async () => {
  const refused = await upload(createDrawingForm('<svg xmlns="http://www.w3.org/2000/svg"/>', 'hall.svg'));
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'file']);
});

test('a dark drawing sets the size of a level only until a light one is uploaded', async () => {
  const level = (await makeLevel(site.admin, 'Night')).levelid;
  expect(
    (await upload(createDrawingForm(createPngHeader(100, 50), 'n.png', 'dark'), level)).data,
  ).toMatchObject({
    width: 100,
    height: 50,
  });
  expect(
    (await upload(createDrawingForm(createPngHeader(400, 300), 'd.png', 'light'), level)).data,
  ).toMatchObject({
    width: 400,
    height: 300,
  });
  expect(
    (await upload(createDrawingForm(createPngHeader(800, 600), 'n.png', 'dark'), level)).data,
  ).toMatchObject({
    width: 400,
    height: 300,
  });
});

test('the server serves only the current drawings of a level', async () => {
  const first = (await upload(createDrawingForm(createPngHeader(10, 10), 'a.png', 'light'))).data.filename;
  const second = await upload(createDrawingForm(createPngHeader(20, 20), 'b.png', 'light'));
  expect((await fetchBlueprint(first)).status).toBe(404);
  const other = (await makeLevel(site.admin, 'Elsewhere')).levelid;
  expect((await fetchBlueprint(second.data.filename, other)).status).toBe(404);
  for (const path of [
    '..%2F..%2Fmillwright.db',
    '..%2f..%2fsecrets.json',
    '%2e%2e%2fmillwright.db',
    'x.png',
    '%00',
  ])
    expect((await fetchBlueprint(path)).status).toBe(404);
  const undone = await site.admin.post(`/api/auditlogs/${second.headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect((await fetchBlueprint(first)).status).toBe(200);
});

test('an SVG with a script is served with a policy that blocks scripts', async () => {
  const evil = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>';
  const { filename } = (await upload(createDrawingForm(evil, 'evil.svg'))).data;
  const file = await fetchBlueprint(filename);
  expect(file.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  );
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-type')).toBe('image/svg+xml');
});

test.each([
  ['a page named .png', createDrawingForm('<!doctype html><script>alert(1)</script>', 'plan.png')],
  ['a page named .svg', createDrawingForm('<html><svg viewBox="0 0 1 1"/></html>', 'plan.svg')],
  ['a PNG named .svg', createDrawingForm(createPngHeader(5, 5), 'plan.svg')],
  ['a file type other than an image', createDrawingForm('%PDF-1.7', 'plan.pdf')],
  ['a picture of gigantic size', createDrawingForm(createPngHeader(65_535, 65_535), 'plan.png')],
  ['an empty file', createDrawingForm('', 'plan.png')],
  ['an unknown theme', createDrawingForm(createPngHeader(5, 5), 'plan.png', 'sepia')],
  ['no file at all', new FormData()],
])('%s is refused as a drawing', async (_what, form) => {
  const refused = await upload(form);
  expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test('a drawing of an unknown level returns 404', async () => {
  expect((await upload(createDrawingForm(createPngHeader(5, 5), 'plan.png'), 999_999)).status).toBe(404);
  expect((await fetchBlueprint('x.png', 999_999)).status).toBe(404);
});

test('a drawing is removed with its level and returns when the removal is undone', async () => {
  const level = (await makeLevel(site.admin, 'Short life')).levelid;
  const { filename } = (await upload(createDrawingForm(createPngHeader(30, 30), 'p.png'), level)).data;
  const deleted = await site.admin.delete(`/api/maplevels/${level}`);
  expect((await fetchBlueprint(filename, level)).status).toBe(404);
  await site.admin.post(`/api/auditlogs/${deleted.headers.get('x-audit-id')}/undo`);
  expect((await fetchBlueprint(filename, level)).status).toBe(200);
});
