import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPc, setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { ClientResponse } from '../support/client.ts';
import { createPng } from '../support/pictures.ts';
import { type Site, startSite } from '../support/site.ts';
import { buildUploadPath, listUploadWays, type UploadWay } from '../support/upload-routes.ts';
import { isMachine, routeNameOf } from './requests.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  await createPc(site, 'PC-1');
});
afterAll(() => site.stop());

/** Files that some routes accept. Each is tried until one is accepted. */
const FILES: [string, Buffer][] = [
  ['a.png', createPng()],
  ['a.pdf', Buffer.from('%PDF-1.7\n')],
  ['a.stl', Buffer.from('solid part')],
  ['agent', Buffer.from('#!/bin/sh\n')],
];

/** Required form fields besides the file, by route. */
const BESIDE: Record<string, Record<string, string>> = {
  'POST /api/endpoints/operator-reports': { hostname: 'PC-1', text: 'The printer jams.' },
  'POST /api/endpoints/packages': { version: '1.2.3', platform: 'linux-x64' },
  'POST /api/measuringtools/:measuringtoolid/calibrations': {
    calibrationdate: '2026-01-31',
    result: 'pass',
  },
};

/** Routes that read a file without storing it. */
const UNKEPT = [
  'POST /api/imports',
  'POST /api/imports/cells',
  'POST /api/endpoints/settings/server-cert/upload',
  'POST /api/employees/directory/import',
];

/** Returns the names of all stored files. */
const listStoredFiles = () =>
  readdirSync(join(site.data, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

async function send(way: UploadWay, [name, content]: [string, Buffer]): Promise<ClientResponse> {
  const client = isMachine(way.route.access) ? withSharedKey(site) : site.admin;
  const form = new FormData();
  const { file } = way.route.raw!;
  for (const [key, value] of Object.entries(BESIDE[routeNameOf(way.route)] ?? {})) form.set(key, value);
  form.set(file ? file.name : 'file', new File([new Uint8Array(content)], name));
  return client.raw(way.route.method, await buildUploadPath(site, way), form);
}

test('each upload returns the name of the stored file', async () => {
  const wrong: string[] = [];
  const untaken: string[] = [];
  for (const way of listUploadWays(site).filter(({ isForm }) => isForm)) {
    const before = new Set(existsSync(join(site.data, 'files')) ? listStoredFiles() : []);
    let answer: ClientResponse | undefined;
    for (const file of FILES) {
      answer = await send(way, file);
      if (answer.status < 300) break;
    }
    const added = listStoredFiles().filter((name) => !before.has(name));
    // Slides are served under separate names, which the response lists.
    const names = [...added, ...((answer!.data.added as string[] | undefined) ?? [])];
    if (added.length === 0) untaken.push(routeNameOf(way.route));
    else if (!names.includes(answer!.data.filename)) wrong.push(`${routeNameOf(way.route)}: ${answer!.text}`);
  }
  expect({ wrong, untaken }).toEqual({ wrong: [], untaken: UNKEPT });
});
