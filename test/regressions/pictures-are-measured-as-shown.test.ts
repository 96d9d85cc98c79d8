import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDrawingForm, makeLevel } from '../map-floor.ts';
import { DRAWINGS, ENTITY_SIZES, NO_DRAWINGS } from '../support/drawings.ts';
import { type Site, startSite } from '../support/site.ts';
import { TURNED_PICTURES } from '../support/turned-pictures.ts';

let site: Site;
let levelid: number;
beforeAll(async () => {
  site = await startSite();
  levelid = (await makeLevel(site.admin, 'Ground floor')).levelid;
});
afterAll(() => site.stop());

const bytes = (content: Buffer) => new Uint8Array(content);
const upload = (content: Buffer, filename: string) =>
  site.admin.upload(
    `/api/maplevels/${levelid}/blueprint`,
    createDrawingForm(bytes(content), filename, 'light'),
  );

test('a level gets the displayed size of a rotated photo', async () => {
  const photo = readFileSync(join(import.meta.dir, '../fixtures/pictures/turned-photo.jpg'));
  expect((await upload(photo, 'plan.jpg')).data).toMatchObject({ width: 200, height: 400 });
});

test('the EXIF orientation swaps width and height of a level', async () => {
  expect(TURNED_PICTURES.filter(([, , , isSideways]) => isSideways).length).toBeGreaterThan(10);
  for (const [name, extension, content, isSideways] of TURNED_PICTURES) {
    const { status, data } = await upload(content, `plan.${extension}`);
    const size = isSideways ? { width: 8, height: 16 } : { width: 16, height: 8 };
    expect([name, status, { width: data?.width, height: data?.height }]).toEqual([name, 201, size]);
  }
});

test('the server accepts a drawing with document type, prefix, instruction or UTF-16', async () => {
  for (const [name, content] of DRAWINGS) {
    const { status, data } = await upload(content, 'plan.svg');
    expect([name, status, data?.width, data?.height]).toEqual([name, 201, 1200, 800]);
    const served = await fetch(`${site.url}/api/maplevels/${levelid}/blueprint/${data.filename}`);
    expect([name, served.headers.get('content-type')]).toEqual([name, 'image/svg+xml']);
    expect(served.headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'");
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
  }
});

test('the server accepts a drawing as logo', async () => {
  for (const [name, content] of DRAWINGS) {
    const form = new FormData();
    form.set('kind', 'site');
    form.set('file', new File([bytes(content)], 'logo.svg'));
    expect([name, (await site.admin.upload('/api/settings/branding-logo', form)).status]).toEqual([
      name,
      201,
    ]);
  }
});

test('the server refuses a file that is not a drawing and changes nothing', async () => {
  const before = (await upload(DRAWINGS[0]![1], 'plan.svg')).data.filename;
  for (const [name, content] of NO_DRAWINGS) {
    const { status, error } = await upload(content, 'plan.svg');
    expect([name, status, error?.details.issues[0].path]).toEqual([name, 400, 'file']);
  }
  const { data } = await site.admin.get(`/api/maplevels/${levelid}`);
  expect(data.blueprints.light).toBe(before);
});

test('the server refuses a drawing when its size is an entity', async () => {
  for (const [name, content] of ENTITY_SIZES) {
    const { status, error } = await upload(content, 'plan.svg');
    expect([name, status, error.message]).toEqual([name, 400, expect.stringContaining('has no size')]);
  }
});
