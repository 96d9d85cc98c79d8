import type { SiteSetting } from '../../../features/platform/routes.ts';

/** Titles of the categories in their order on the page. */
const TITLES: Record<string, string> = {
  site: 'Plant',
  branding: 'Logo and colors',
  identity: 'Sign-in',
  map: 'Floor plan',
  mail: 'Mail and alerts',
  attention: 'Dashboard warnings',
  reminders: 'Mail reminders',
  retention: 'Data retention',
  backups: 'Backups of the appliance',
  usb: 'USB devices',
  printedparts: 'Printed parts',
  endpoints: 'PCs',
  enforce: 'Enforcement',
  system: 'This appliance',
};

const ORDER = Object.keys(TITLES);

/** Returns the title of a category; an unknown one is its own name with a capital letter. */
export function categoryTitle(category: string): string {
  return TITLES[category] ?? category.charAt(0).toUpperCase() + category.slice(1).replace(/[_-]/g, ' ');
}

const rank = (category: string) => {
  const place = ORDER.indexOf(category);
  return place < 0 ? ORDER.length : place;
};

/** Groups settings by category. Categories without a title of their own follow the others by name. */
export function groupByCategory(settings: SiteSetting[]): [string, SiteSetting[]][] {
  const groups = new Map<string, SiteSetting[]>();
  for (const setting of settings)
    groups.set(setting.category, [...(groups.get(setting.category) ?? []), setting]);
  return [...groups].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
}
