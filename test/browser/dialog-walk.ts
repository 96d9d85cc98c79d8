import type { Locator, Page, Route } from 'playwright-core';
import type { FilledPlant } from './filled-plant.ts';
import { findMisplaced } from './find-misplaced.ts';
import { DESK, findFaults, findOverflow, PHONE } from './page-faults.ts';

/** The control that opens a dialog: a button of the page, or an entry of a menu. */
interface Opener {
  menu?: string;
  name: string;
}

const REFUSAL =
  'The change was refused, because another user changed this record after you opened it. Open the record again, compare both versions, and repeat your change.';
const SIGNED_IN = /\/api\/auth\/(refresh|logout)$/;
const BUTTONS = 'main button:not([role=tab]):not([aria-haspopup]):not(tbody > tr:nth-child(n + 2) *)';
const MENUS = 'main button[aria-haspopup="menu"]:not(tbody > tr:nth-child(n + 2) *)';
/** The menu of lists whose entries all do the same with another field. */
const SORT_MENU = 'Sort';
const MAX_PRESSES = 2;

/** Opens the dialogs of pages one after the other, and submits them to a server that rejects every write. */
export class DialogWalk {
  /** Number of dialogs that opened. */
  opened = 0;
  /** Number of rejected writes. */
  refused = 0;
  private readonly page: Page;
  /** Number of presses of each control without a dialog. Lists share most of these controls. */
  private readonly pressed = new Map<string, number>();

  private constructor(private readonly plant: FilledPlant) {
    this.page = plant.session.page;
  }

  static async start(plant: FilledPlant): Promise<DialogWalk> {
    const walk = new DialogWalk(plant);
    await walk.page.emulateMedia({ reducedMotion: 'reduce' });
    await walk.page.route('**/api/**', (route) => walk.refuseWrite(route));
    walk.page.context().on('page', (other) => void other.close());
    return walk;
  }

  /** Returns the faults of all dialogs and errors of these pages, one line each. */
  async findFaults(paths: readonly string[]): Promise<string[]> {
    const faults: string[] = [];
    for (const path of paths) faults.push(...(await this.faultsOfPage(path)));
    return faults;
  }

  /** Rejects every write, so that the walk sees how pages show an error and changes nothing. */
  private async refuseWrite(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() === 'GET' || SIGNED_IN.test(new URL(request.url()).pathname))
      return route.fallback();
    this.refused++;
    const error = { code: 'CONFLICT', message: REFUSAL };
    await route.fulfill({ status: 409, json: { status: 'error', data: { error } } });
  }

  private async faultsOfPage(path: string): Promise<string[]> {
    const faults: string[] = [];
    const open = async () => {
      await this.page.goto(this.plant.url + path);
      await this.page.locator('h1').first().waitFor();
      await this.plant.session.settled();
    };
    await open();
    for (const opener of await this.listOpeners()) {
      if ((this.pressed.get(actionOf(opener)) ?? 0) >= MAX_PRESSES) continue;
      for (const fault of await this.faultsOfOpener(opener))
        faults.push(`${path}, ${[opener.menu, opener.name].filter(Boolean).join(' > ')}, ${fault}`);
      await open();
    }
    return faults;
  }

  private async listOpeners(): Promise<Opener[]> {
    const { page } = this;
    const openers: Opener[] = (await namesOf(page.locator(BUTTONS))).map((name) => ({ name }));
    for (const menu of await namesOf(page.locator(MENUS))) {
      await this.openMenu(menu);
      for (const name of await namesOf(page.getByRole('menuitem'))) openers.push({ menu, name });
      await page.keyboard.press('Escape');
    }
    return openers;
  }

  private async faultsOfOpener(opener: Opener): Promise<string[]> {
    if (!(await this.press(opener))) {
      const action = actionOf(opener);
      this.pressed.set(action, (this.pressed.get(action) ?? 0) + 1);
      if (opener.menu) await this.page.keyboard.press('Escape');
      return this.faultsAtBothWidths(looks);
    }
    this.opened++;
    const faults = await this.faultsAtBothWidths(findFaults);
    await this.submit();
    return [...faults, ...(await this.faultsAtBothWidths(looks)).map((fault) => `refused, ${fault}`)];
  }

  /** Presses the opener. Returns whether a dialog opened. */
  private async press({ menu, name }: Opener): Promise<boolean> {
    if (menu) await this.openMenu(menu);
    await this.findNamed(menu ? '[role=menuitem]' : BUTTONS, name).click();
    await this.plant.session.settled();
    return this.page.getByRole('dialog').first().isVisible();
  }

  private async openMenu(menu: string): Promise<void> {
    await this.findNamed(MENUS, menu).click();
    await this.page.getByRole('menu').waitFor();
  }

  private findNamed(selector: string, name: string): Locator {
    const elements = this.page.locator(selector);
    return elements
      .and(this.page.locator(`[aria-label=${JSON.stringify(name)}]`))
      .or(elements.filter({ hasText: name }))
      .first();
  }

  /** Submits the open dialog unchanged. The page or the server rejects it, or it closes. */
  private async submit(): Promise<void> {
    const button = this.page.getByRole('dialog').last().locator('button[type=submit]:enabled').first();
    if ((await button.count()) === 0) return;
    await button.click();
    await this.plant.session.settled();
  }

  private async faultsAtBothWidths(look: (page: Page) => Promise<string[]>): Promise<string[]> {
    const faults: string[] = [];
    for (const size of [PHONE, DESK]) {
      await this.page.setViewportSize(size);
      await this.plant.session.settled();
      for (const fault of await look(this.page)) faults.push(`at ${size.width}: ${fault}`);
    }
    return faults;
  }
}

/** Returns what counts as the same action of controls without a dialog. */
const actionOf = ({ menu, name }: Opener): string => (menu === SORT_MENU ? menu : name);

/** Returns the distinct accessible names of the elements that can be pressed. */
async function namesOf(elements: Locator): Promise<string[]> {
  const names = await elements.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'))
      .map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.trim()),
  );
  return [...new Set(names.filter(Boolean))];
}

/** Checks the page with its toasts, then closes them and checks what they covered. */
async function looks(page: Page): Promise<string[]> {
  const wide = await findOverflow(page);
  await page.evaluate(() => {
    for (const message of document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton'))
      message.click();
  });
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
  return [...wide, ...(await findMisplaced(page))];
}
