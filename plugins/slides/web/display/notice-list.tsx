import { useMemo } from 'react';
import { useTexts } from '../../../../src/web/floor/texts.ts';
import { type NoticeFeed, type NoticeLine, noticeLinesOf, pagesOf } from './notices.ts';
import { timeText } from './times.ts';
import { useRotatingIndex } from './use-rotating-index.ts';

const PAGE_MS = 12_000;

/** Shows current and upcoming notices, one page at a time. */
export function NoticeList({ notices, now }: { notices: NoticeFeed; now: number }) {
  const pages = useMemo(() => pagesOf(noticeLinesOf(notices)), [notices]);
  const at = useRotatingIndex(pages.length, PAGE_MS);
  return (
    <section className="mw-display-notices">
      <ul>
        {(pages[at] ?? []).map((line) => (
          <NoticeItem key={line.notice.notificationid} line={line} now={now} />
        ))}
      </ul>
      {pages.length > 1 && (
        <p className="mw-display-pages">
          {at + 1} / {pages.length}
        </p>
      )}
    </section>
  );
}

function NoticeItem({ line: { notice, isUpcoming }, now }: { line: NoticeLine; now: number }) {
  const { t, language } = useTexts();
  const at = isUpcoming ? notice.starttime : notice.endtime;
  const time =
    at && t(isUpcoming ? 'display.from' : 'display.until', { time: timeText(Date.parse(at), now, language) });
  const details = [notice.notificationtype, time].filter(Boolean).join(' · ');
  return (
    <li data-upcoming={isUpcoming || undefined}>
      <svg className="mw-display-bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        <rect width="1" height="1" fill={notice.color ?? '#8a96a3'} />
      </svg>
      <div>
        <p className="mw-display-told">{details || t(isUpcoming ? 'display.soon' : 'display.now')}</p>
        <p className="mw-display-text">{notice.notification}</p>
      </div>
    </li>
  );
}
