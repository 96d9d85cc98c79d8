import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { isMachine, routeNameOf } from '../contract/requests.ts';
import { createOversizedPng } from '../support/pictures.ts';
import { type Site, startSite } from '../support/site.ts';
import { buildUploadPath, listUploadWays } from '../support/upload-routes.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

test('each picture route refuses a picture of more than 40 megapixels', async () => {
  const refused: string[] = [];
  for (const way of listUploadWays(site).filter(({ isForm }) => isForm)) {
    const form = new FormData();
    const { file } = way.route.raw!;
    form.set(
      file ? file.name : 'file',
      new File([new Uint8Array(createOversizedPng(8000, 5001))], 'large.png'),
    );
    const client = isMachine(way.route.access) ? withSharedKey(site) : site.admin;
    const answer = await client.raw(way.route.method, await buildUploadPath(site, way), form);
    if (/larger than 40 megapixels/.test(answer.error?.message)) refused.push(routeNameOf(way.route));
  }
  // Routes for files of any kind store such a file too, but not as a picture that is displayed.
  const count = site.app.host.db.read((reader) =>
    reader.value('SELECT count(*) FROM files WHERE width * height > 40000000'),
  );
  expect(count).toBe(0);
  expect(refused.length).toBeGreaterThan(8);
});

test('a picture of 40 megapixels is accepted in any proportion', async () => {
  const { data: model } = await site.admin.post('/api/models', { modelnumber: 'Pictured' });
  for (const [width, height] of [
    [8000, 5000],
    [40_000, 1000],
  ] as const) {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(createOversizedPng(width, height))], 'wide.png'));
    const answer = await site.admin.upload(`/api/models/${model.modelnumberid}/image`, form);
    expect([width, answer.status]).toEqual([width, 201]);
  }
});
