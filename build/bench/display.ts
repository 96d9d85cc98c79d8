import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { pngOf } from '../../src/demo/small-png.ts';
import { startAppliance } from '../../test/browser/harness.ts';
import { createFirstAdmin } from '../../test/faults/process.ts';
import { findChromium } from '../chromium.ts';

const SLIDES = 12;
const STEP_SECONDS = 5;
const MAX_MB = 60;
/** Maximum growth from the first hour, after which every slide was shown once, to the last. */
const MAX_GROWTH_MB = 2;

type PrintLine = (line: string) => void;

interface Use {
  heap: number;
  nodes: number;
  listeners: number;
  /** Number of pictures that the page stores outside its heap. */
  pictures: number;
}

declare global {
  var heldPictures: number;
}

/** Counts object URLs. Runs in the page before its own scripts. */
function countPictures(): void {
  const [make, end] = [URL.createObjectURL, URL.revokeObjectURL];
  globalThis.heldPictures = 0;
  URL.createObjectURL = (blob) => {
    globalThis.heldPictures++;
    return make.call(URL, blob);
  };
  URL.revokeObjectURL = (address) => {
    globalThis.heldPictures--;
    end.call(URL, address);
  };
}

async function measureUse(page: Page, cdp: CDPSession): Promise<Use> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const pictures = await page.evaluate(() => globalThis.heldPictures);
  return { heap: usedSize / 1024 ** 2, nodes: of('Nodes'), listeners: of('JSEventListeners'), pictures };
}

/** Simulates events in the plant, by the minute of the simulated time. */
async function simulateMinute(minute: number, page: Page, api: Api): Promise<void> {
  if (minute % 60 === 20) await page.context().setOffline(true);
  if (minute % 60 === 25) await page.context().setOffline(false);
  if (minute % 60 === 40) await api.alert();
  if (minute % 60 === 42) await api.allClear();
  if (minute % 30 === 10) await api.replaceSlide(minute);
}

interface Api {
  alert(): Promise<void>;
  allClear(): Promise<void>;
  replaceSlide(seed: number): Promise<void>;
}

function apiOf(url: string, authorization: string): Api {
  const headers = { authorization, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  let path = '';
  return {
    alert: async () => {
      const answer = await post('/notifications', {
        notification: 'Leave hall 2',
        isshopfloor: true,
        alertfleet: true,
      });
      const { data } = (await answer.json()) as { data: { notificationid: number } };
      path = `/notifications/${data.notificationid}`;
    },
    allClear: async () => {
      await fetch(`${url}/api${path}`, { method: 'DELETE', headers });
    },
    replaceSlide: async (seed) => {
      await post('/slides/shopfloor/delete', { files: [`${(seed / 10) % SLIDES}.png`] });
      await fetch(`${url}/api/slides/shopfloor/upload?filename=${(seed / 10) % SLIDES}.png`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: pngOf(640, 360, (x, y) => [(x + seed) % 256, y % 256, seed % 256]),
      });
    },
  };
}

/**
 * Runs a screen for `most` hours of simulated time with changing slides, alerts and outages. Prints the
 * memory of its page. Returns 1 when that is too large or grows too much, else 0.
 */
export async function measureDisplay(most: number, printLine: PrintLine): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'millwright-display-'));
  const appliance = await startAppliance({ args: ['--no-tls'], data });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const { authorization } = await createFirstAdmin(appliance.url);
    const api = apiOf(appliance.url, authorization!);
    for (let slide = 0; slide < SLIDES; slide++) await api.replaceSlide(slide * 10);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.clock.install();
    await page.addInitScript(countPictures);
    await page.goto(`${appliance.url}/display/shopfloor`);
    await page.locator('[data-on] img').waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    return await hours({ page, cdp, api, most, printLine });
  } finally {
    await browser.close();
    await appliance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

interface DisplayBrowser {
  page: Page;
  cdp: CDPSession;
  api: Api;
  /** Number of simulated hours. */
  most: number;
  printLine: PrintLine;
}

async function hours({ page, cdp, api, most, printLine }: DisplayBrowser): Promise<number> {
  const uses: Use[] = [];
  const seen = new Set<string | null>();
  printLine(
    '| hour | heap MB | nodes | listeners | pictures held | slides seen |\n|---|---|---|---|---|---|',
  );
  for (let second = 0; second <= most * 3600; second += STEP_SECONDS) {
    if (second % 60 === 0) await simulateMinute(second / 60, page, api);
    await page.clock.runFor(STEP_SECONDS * 1000);
    // Responses arrive in real time, not in simulated time.
    await Bun.sleep(15);
    seen.add(await page.locator('[data-on] img').getAttribute('alt'));
    if (second % 3600 !== 0) continue;
    const use = await measureUse(page, cdp);
    uses.push(use);
    printLine(
      `| ${second / 3600} | ${use.heap.toFixed(1)} | ${use.nodes} | ${use.listeners} | ${use.pictures} | ${seen.size} |`,
    );
    if (second > 0 && seen.size < SLIDES) throw new Error('The slides do not take turns.');
    seen.clear();
  }
  const [first, last] = [uses[1] ?? uses[0]!, uses.at(-1)!];
  const isFine = last.heap < MAX_MB && last.heap - first.heap < MAX_GROWTH_MB && last.pictures <= SLIDES;
  printLine(
    `${isFine ? 'fine' : 'TOO MUCH'}: ${last.heap.toFixed(1)} MB at the end (< ${MAX_MB}), ${(last.heap - first.heap).toFixed(1)} MB more than after the first hour (< ${MAX_GROWTH_MB})`,
  );
  return isFine ? 0 : 1;
}
