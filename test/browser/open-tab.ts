import type { Locator, Page } from 'playwright-core';

/** Opens a tab of a record, from the menu More when it is empty. The scope is a page or a part of it. */
export async function openTab(scope: Page | Locator, name: string | RegExp): Promise<void> {
  const tab = scope.getByRole('tab', { name });
  const more = scope.getByRole('button', { name: 'More tabs' });
  await tab.or(more).first().waitFor();
  if ((await tab.count()) === 0) {
    await more.click();
    const page = 'page' in scope ? scope.page() : scope;
    await page.getByRole('menuitem', { name }).click();
  }
  // A tab that was empty is the current one already.
  await tab.click();
}
