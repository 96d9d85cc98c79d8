import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { FilledPlant } from './filled-plant.ts';
import { findTab } from './menu.ts';
import { DESK } from './page-faults.ts';
import { scanInto } from './wedge-scanner.ts';

/** The clicks and the typed fields of a job. */
export interface Effort {
  clicks: number;
  fields: number;
}

/** A file that a person chooses. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/**
 * A person who does a job in the browser, with a mouse for buttons and a keyboard for fields. Counts each
 * click, and each field that is typed: a text, a file, or a choice in a list by its first letters.
 */
export class Person {
  readonly effort: Effort = { clicks: 0, fields: 0 };

  constructor(
    public page: Page,
    readonly plant: FilledPlant,
  ) {}

  async click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    this.effort.clicks++;
    await target.click(options);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('button', { name, exact: true }));
  }

  async type(target: Locator, text: string): Promise<void> {
    this.effort.fields++;
    await target.fill(text);
  }

  /** Types the name of an option into a field with suggestions, and takes the option with Enter. */
  async choose(target: Locator, option: string): Promise<void> {
    await this.type(target, option);
    await this.page.getByRole('option', { name: option }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await target.and(this.page.locator(`[value="${option}"]`)).waitFor();
  }

  /** Types the name of an option of a native list. */
  async select(target: Locator, option: string): Promise<void> {
    this.effort.fields++;
    await target.focus();
    await this.page.keyboard.type(option);
  }

  /** Scans a code, as a field that a scanner types. */
  async scan(code: string): Promise<void> {
    this.effort.fields++;
    await scanInto(this.page, code);
  }

  /** Presses the button that opens the file dialog, and chooses a file. */
  async chooseFile(button: Locator, file: ChosenFile): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.click(button)]);
    this.effort.fields++;
    await chooser.setFiles(file);
  }

  /** Opens a page by the menu, whose groups are open, and by its tab. */
  async open(entry: string, tab?: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Main' });
    await this.click(menu.getByRole('link', { name: entry, exact: true }));
    if (tab) await this.click(findTab(this.page, entry, tab));
  }

  /** Searches everything with the key of the search, and opens the first hit with Enter. */
  async find(text: string, hit: RegExp): Promise<void> {
    await this.page.keyboard.press('/');
    this.effort.fields++;
    await this.page.keyboard.type(text);
    await this.page.getByRole('option', { name: hit }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }
}

/**
 * Returns a function that declares the test of a job. Each job starts on the dashboard, and its effort must
 * be the one of the table.
 */
export function testsOf<Job extends string>(efforts: Record<Job, Effort>, plantOf: () => FilledPlant) {
  return (job: Job, work: (person: Person) => Promise<unknown>): void =>
    test(job, async () => {
      const plant = plantOf();
      const { page, problems } = plant.session;
      await page.setViewportSize(DESK);
      await page.goto(plant.url);
      await page.evaluate(openMenu, { groups: GROUPS, families: FAMILIES });
      await page.reload();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
      await plant.session.settled();
      const person = new Person(page, plant);
      await work(person);
      expect(person.effort).toEqual(efforts[job]);
      expect(problems.splice(0)).toEqual([]);
    });
}

/** Runs in the page. Opens all groups of the menu and all tabs, because the browser remembers what its user has opened. */
function openMenu({ groups, families }: { groups: string[]; families: string[] }): void {
  localStorage.setItem('millwright.navigation.opened', JSON.stringify(groups));
  for (const group of [...groups, ...families])
    localStorage.setItem(`millwright.navigation.more.${group}`, 'true');
}

const GROUPS = ['Assets', 'Floor', 'Fleet', 'Records', 'Admin'];
/** The entries with a tab that nothing may use yet. */
const FAMILIES = ['Agents', 'Commands', 'Enforcement', 'Screens', 'Stores'];
