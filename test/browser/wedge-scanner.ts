import type { Page } from 'playwright-core';

/**
 * What a wedge scanner types: a burst of keys, and Enter. They are sent together, as it sends them: waiting for each of them
 * makes pauses on a busy machine that begin a new code.
 */
export async function scanInto(page: Page, code: string): Promise<void> {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)));
}
