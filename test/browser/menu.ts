import type { Locator, Page } from 'playwright-core';

/** Opens a page through the menu: its group, its entry, and its tab if the entry has several pages. */
export async function openByMenu(page: Page, group: string, entry: string, tab?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const button = menu.getByRole('button', { name: group, exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  const link = menu.getByRole('link', { name: entry, exact: true });
  const more = findMore(button);
  await link.or(more).first().waitFor();
  if (!(await link.isVisible())) await more.click();
  await link.click();
  if (tab) await openPageTab(page, entry, tab);
}

/** Returns the button below a group of the menu that shows or hides what nothing uses yet. */
export const findMore = (group: Locator): Locator =>
  group.locator('xpath=..').getByRole('button', { name: /^(More|Less)$/ });

/** Opens a page through the menu of the user. */
export async function openByAccount(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}

/** Opens a tab of a menu entry, also one that nothing uses yet. */
export async function openPageTab(page: Page, entry: string, tab: string): Promise<void> {
  const link = findTab(page, entry, tab);
  const more = page
    .getByRole('navigation', { name: `${entry} pages`, exact: true })
    .getByRole('button', { name: 'More', exact: true });
  await link.or(more).first().waitFor();
  if (!(await link.isVisible())) await more.click();
  await link.click();
}

/** Returns the link of a tab in the bar above the pages of a menu entry. */
export const findTab = (page: Page, entry: string, tab: string) =>
  page
    .getByRole('navigation', { name: `${entry} pages`, exact: true })
    .getByRole('link', { name: tab, exact: true });
