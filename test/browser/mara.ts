import type { Page } from 'playwright-core';

/** The admin of every appliance that a browser test sets up. */
export const MARA = { username: 'mara', password: 'correct horse', email: 'mara@plant.example' };

/** Signs in a user with the password of MARA, by default MARA, and waits for the first page. */
export async function signIn(page: Page, url: string, username = MARA.username): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel(/User ?name/i).fill(username);
  await page.locator('input[type=password]').fill(MARA.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();
}
