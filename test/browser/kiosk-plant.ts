import type { Locator, Page } from 'playwright-core';
import { createFirstAdmin } from '../faults/process.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { scanInto } from './wedge-scanner.ts';

type Prepare = (page: Page) => Promise<unknown>;
type KioskKind = 'usb' | 'printedparts';
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Answer = any;

/** A separate page of a kiosk. */
export interface KioskPage {
  session: BrowserSession;
  page: Page;
  /** Waits for the heading of a step. */
  heading(name: string): Promise<void>;
  alert(text: string): Promise<void>;
  button(name: string): Locator;
  scan(code: string): Promise<void>;
  /** Returns the problems in the browser, except the 404 response by which a kiosk detects a valid token. */
  problems(): string[];
}

/** A kiosk device, and a page that is paired with it. */
export interface PairedKiosk extends KioskPage {
  cabinetname: string;
  devicepath: string;
}

/** An appliance with kiosks of one kind. */
export interface KioskPlant {
  appliance: Appliance;
  headers: Record<string, string>;
  /** Calls the API as the admin and returns the data. The path is relative to /api. */
  api(method: string, path: string, body?: object): Promise<Answer>;
  /** Enables or disables the kiosks of this kind. */
  switchOn(isOn: boolean): Promise<void>;
  newDevice(kind?: KioskKind): Promise<{ cabinetname: string; devicepath: string; secret: string }>;
  /** Opens an unpaired kiosk. `prepare` may change the page before it is loaded. */
  openKiosk(prepare?: Prepare): Promise<KioskPage>;
  pairedKiosk(prepare?: Prepare): Promise<PairedKiosk>;
  closeKiosks(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKioskPlant(kind: KioskKind): Promise<KioskPlant> {
  const appliance = await startAppliance({ args: ['--no-tls'] });
  const headers = { authorization: (await createFirstAdmin(appliance.url)).authorization! };
  const sessions: BrowserSession[] = [];
  let devices = 0;
  const plant: KioskPlant = {
    appliance,
    headers,
    api: (method, path, body) => call(`${plant.appliance.url}/api${path}`, method, headers, body),
    async switchOn(isOn) {
      await plant.api('PUT', `/settings/${kind}_kiosk_enabled`, { value: String(isOn) });
    },
    async newDevice(of = kind) {
      const cabinetname = `Cabinet ${++devices}`;
      const { kioskdeviceid, secret } = await plant.api('POST', '/kioskdevices', { cabinetname, kind: of });
      return { cabinetname, secret, devicepath: `/kioskdevices/${kioskdeviceid}` };
    },
    async openKiosk(prepare) {
      const session = await openBrowser({ ...TABLET, locale: 'en-GB', hasTouch: true });
      sessions.push(session);
      await prepare?.(session.page);
      await session.page.goto(`${plant.appliance.url}/kiosk/${kind}`);
      return kioskOf(session);
    },
    async pairedKiosk(prepare) {
      const [kiosk, device] = await Promise.all([plant.openKiosk(prepare), plant.newDevice()]);
      await kiosk.heading('Pair this kiosk');
      await kiosk.scan(device.secret);
      await kiosk.heading('Scan your badge');
      return { ...kiosk, ...device };
    },
    async closeKiosks() {
      await Promise.all(sessions.splice(0).map((session) => session.close()));
    },
    async stop() {
      await plant.closeKiosks();
      await plant.appliance.kill();
    },
  };
  await plant.switchOn(true);
  return plant;
}

const TABLET = { viewport: { width: 1024, height: 768 } };

function kioskOf(session: BrowserSession): KioskPage {
  const { page } = session;
  return {
    session,
    page,
    heading: (name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    alert: (text) => page.getByRole('alert').filter({ hasText: text }).waitFor(),
    button: (name) => page.getByRole('button', { name, exact: true }),
    scan: (code) => scanInto(page, code),
    problems: () => session.problems.filter((problem) => !problem.includes('status of 404')),
  };
}

async function call(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return text ? JSON.parse(text).data : undefined;
}
