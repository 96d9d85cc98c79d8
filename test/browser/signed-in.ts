import type { Page } from 'playwright-core';
import { post } from '../faults/process.ts';
import {
  type Appliance,
  type ApplianceOptions,
  type BrowserSession,
  openBrowser,
  startAppliance,
} from './harness.ts';
import { MARA, signIn } from './mara.ts';

/** An empty appliance, and a browser with its admin signed in. */
export interface SignedIn {
  appliance: Appliance;
  session: BrowserSession;
  page: Page;
  stop(): Promise<void>;
}

/** Starts both, with a desktop-sized window by default. */
export async function startSignedIn(width = 1440, options: ApplianceOptions = {}): Promise<SignedIn> {
  const appliance = await startAppliance(options);
  await post(appliance.url, '/api/setup/create-admin', { 'content-type': 'application/json' }, MARA);
  const session = await openBrowser({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const { page } = session;
  await signIn(page, appliance.url);
  const stop = async () => {
    await session.close();
    await appliance.stop();
  };
  return { appliance, session, page, stop };
}
