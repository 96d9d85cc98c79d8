/** A notice as the feed for displays gives it. */
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
 * What holds at an instant, alerts first: without the appliance a notice begins and ends at its time all the same. The
 * answer of the appliance counts where the clocks differ a little, so it is asked what it called upcoming.
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

/** A notice and whether it is still to come. */
export interface NoticeLine {
  notice: DisplayNotice;
  isUpcoming: boolean;
}

export const noticeLinesOf = ({ current, upcoming }: NoticeFeed): NoticeLine[] => [
  ...current.map((notice) => ({ notice, isUpcoming: false })),
  ...upcoming.map((notice) => ({ notice, isUpcoming: true })),
];

/** Letters of a line beside the slides, and lines of a page of notices, in the size that is read from five metres. */
const LETTERS = 26;
const LINES = 15;
/** Of one notice; what is longer ends in an ellipsis. */
export const MAX_LINES = 9;

const heightOf = ({ notification }: DisplayNotice): number =>
  2 +
  Math.min(
    MAX_LINES,
    notification.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS)), 0),
  );

/** Notices in pages that fit beside the slides. */
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

/** Letters up to which a text that has the screen for itself is as large as that. */
const SIZES = [
  { size: 'huge', letters: 60 },
  { size: 'large', letters: 180 },
  { size: 'middle', letters: 400 },
  { size: 'small', letters: 720 },
] as const;

export function noticeSizeOf(text: string): string {
  const letters = text.length + 30 * (text.split('\n').length - 1);
  return SIZES.find((one) => letters <= one.letters)?.size ?? 'tiny';
}
