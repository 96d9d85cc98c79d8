/** A notice in the feed for displays. */
export interface DisplayNotice {
  notificationid: number;
  notification: string;
  notificationtype: string | null;
  color: string | null;
  starttime: string | null;
  endtime: string | null;
  ticketnumber: string | null;
  alertfleet: boolean;
}

export interface NoticeFeed {
  current: DisplayNotice[];
  upcoming: DisplayNotice[];
}

/**
 * Recomputes which notices are current at an instant, alerts first. Notices thus begin and end on time
 * without the server. For notices that the server already calls current, only the end is checked, because the
 * clocks may differ slightly.
 */
export function selectCurrentNotices({ current, upcoming }: NoticeFeed, now: number): NoticeFeed {
  const isOver = ({ endtime }: DisplayNotice) => endtime !== null && Date.parse(endtime) <= now;
  const hasBegun = ({ starttime }: DisplayNotice) => starttime === null || Date.parse(starttime) <= now;
  const left = upcoming.filter((one) => !isOver(one));
  const begun = [...current.filter((one) => !isOver(one)), ...left.filter(hasBegun)];
  return {
    current: begun.toSorted((one, other) => Number(other.alertfleet) - Number(one.alertfleet)),
    upcoming: left.filter((one) => !hasBegun(one)),
  };
}

/** A notice with its state. */
export interface NoticeLine {
  notice: DisplayNotice;
  isUpcoming: boolean;
}

/** Returns the current notices, then the upcoming ones. */
export const noticeLinesOf = ({ current, upcoming }: NoticeFeed): NoticeLine[] => [
  ...current.map((notice) => ({ notice, isUpcoming: false })),
  ...upcoming.map((notice) => ({ notice, isUpcoming: true })),
];

/**
 * Characters of a line next to the slides, and lines of a page of notices. Both suit the font size for a
 * distance of five meters.
 */
const LETTERS = 26;
const LINES = 15;
/** Maximum number of lines of one notice. Longer text ends in an ellipsis. */
export const MAX_LINES = 9;

const heightOf = ({ notification }: DisplayNotice): number =>
  2 +
  Math.min(
    MAX_LINES,
    notification.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS)), 0),
  );

/** Divides notices into pages that fit next to the slides. */
export function pagesOf(lines: readonly NoticeLine[]): NoticeLine[][] {
  const pages: NoticeLine[][] = [];
  let left = 0;
  for (const line of lines) {
    const height = heightOf(line.notice);
    if (height > left) {
      pages.push([]);
      left = LINES;
    }
    pages.at(-1)!.push(line);
    left -= height;
  }
  return pages;
}

/** Maximum number of characters for each font size of a text that fills the screen. */
const SIZES = [
  { size: 'huge', letters: 60 },
  { size: 'large', letters: 180 },
  { size: 'middle', letters: 400 },
  { size: 'small', letters: 720 },
] as const;

/**
 * Returns the font size for a text that fills the screen, from `huge` to `tiny`. A line break counts like 30
 * characters.
 */
export function noticeSizeOf(text: string): string {
  const letters = text.length + 30 * (text.split('\n').length - 1);
  return SIZES.find((one) => letters <= one.letters)?.size ?? 'tiny';
}
