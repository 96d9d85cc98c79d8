import type { Page } from 'playwright-core';

/** Types a code key by key and presses Enter, like a wedge scanner. */
export async function scanInto(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
