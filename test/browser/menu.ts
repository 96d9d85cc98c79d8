import type { Page } from 'playwright-core';

/** Opens a page through the menu: its group, its entry, and its tab if the entry has several pages. */
export async function openByMenu(page: Page, group: string, entry: string, tab?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const button = menu.getByRole('button', { name: group, exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await menu.getByRole('link', { name: entry, exact: true }).click();
  if (tab) await findTab(page, entry, tab).click();
}

/** Returns the link of a tab in the bar above the pages of a menu entry. */
export const findTab = (page: Page, entry: string, tab: string) =>
  page
    .getByRole('navigation', { name: `${entry} pages`, exact: true })
    .getByRole('link', { name: tab, exact: true });
