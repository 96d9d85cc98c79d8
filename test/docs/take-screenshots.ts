import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runDemo } from '../../src/demo/command.ts';
import { type BrowserSession, openBrowser, startAppliance } from '../browser/harness.ts';
import { MARA, signIn } from '../browser/mara.ts';
import { createSend } from '../support/send.ts';
import { root } from './pages.ts';

const SIZE = { width: 1280, height: 800 };
/** Quality of WebP from 0 to 100. Text stays sharp, and a picture has about 50 KB. */
const QUALITY = 80;

/** Pictures of the manual by their name in `docs/images`, with the page that each shows. */
const PICTURES: Readonly<Record<string, string>> = {
  dashboard: '/',
  computer: '/computers/1',
  map: '/map',
  backups: '/backups',
  lobby: '/display/lobby',
};

const folder = join(root, 'docs/images');

/** Takes all pictures of the manual from an appliance with the demo plant. */
async function takePictures(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'millwright-pictures-'));
  const appliance = await startAppliance({ args: ['--no-tls'], data });
  try {
    await fillPlant(appliance.url);
    const session = await openBrowser({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
    await signIn(session.page, appliance.url);
    for (const [name, path] of Object.entries(PICTURES)) await take(session, appliance.url + path, name);
    await session.browser.close();
  } finally {
    await appliance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Fills the plant, creates its admin, and creates one backup for the page of the backups. */
async function fillPlant(url: string): Promise<void> {
  const admin = ['--username', MARA.username, '--password', MARA.password];
  const code = await runDemo(['--url', url, ...admin], {}, (line) => process.stdout.write(`${line}\n`));
  if (code !== 0) throw new Error('The demo plant could not be loaded.');
  const { data } = await createSend(url)('POST', '/auth/login', MARA);
  const send = createSend(url, (data as { access_token: string }).access_token);
  await send('PUT', '/settings/site_name', { value: 'Demo plant' });
  await send('POST', '/backups', {});
}

async function take({ page, settled }: BrowserSession, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await settled();
  writeFileSync(join(folder, `${name}.webp`), await captureWebp(page));
  process.stdout.write(`docs/images/${name}.webp\n`);
}

/** Chromium encodes WebP itself, which the screenshot function of the driver does not offer. */
async function captureWebp(page: Page): Promise<Buffer> {
  const chromium = await page.context().newCDPSession(page);
  const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}

mkdirSync(folder, { recursive: true });
await takePictures();
