import type { DueItem, SiteReminder } from '../../kit/contributions.ts';
import type { DayFormatter } from '../../kit/settings/day-formatter.ts';
import type { ReminderStage } from './tables.ts';

/** The new items of a reminder on one morning. */
export interface DigestSection {
  reminder: SiteReminder;
  items: readonly (DueItem & { stage: ReminderStage })[];
}

/** Maximum number of lines for each reminder and stage. A link leads to the full list. */
const MAX_LINES = 100;
const WORDS: Record<ReminderStage, string> = { overdue: 'Overdue', ahead: 'Coming up' };

const formatCount = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);

/**
 * Returns the subject and text of the mail with new reminders. The links start with `address`, which has no
 * trailing slash. Lists at most `MAX_LINES` overdue and as many other items of each reminder.
 */
export function buildDigest(
  sections: readonly DigestSection[],
  site: string,
  address: string,
  formatDay: DayFormatter,
) {
  const all = sections.flatMap(({ items }) => items);
  const late = all.filter(({ stage }) => stage === 'overdue').length;
  const counts = [...formatCount(late, 'overdue'), ...formatCount(all.length - late, 'coming up')].join(', ');
  const parts = sections.flatMap(({ reminder: { title, href }, items }) => [
    '',
    title.toUpperCase(),
    ...(['overdue', 'ahead'] as const).flatMap((stage) => {
      const those = items.filter((item) => item.stage === stage);
      if (those.length === 0) return [];
      const left = those.length - MAX_LINES;
      return [
        `${WORDS[stage]}:`,
        ...those.slice(0, MAX_LINES).map((item) => lineOf(item, address, formatDay)),
        ...(left > 0 ? [`  ... and ${left} more: ${address}${href}`] : []),
      ];
    }),
  ]);
  const last = ['', 'Each item is reported once before its due date and once after it.'];
  return {
    subject: `${site}: ${counts}`,
    text: [`New reminders at ${site}: ${counts}.`, ...parts, ...last].join('\n'),
  };
}

const lineOf = ({ due, title, href }: DueItem, address: string, formatDay: DayFormatter): string =>
  `  ${formatDay(due)}  ${title}${address ? `  ${address}${href}` : ''}`;
