import { formatTimeOfDay } from '../../kit/date-format.ts';
import { readTimeFormat } from '../parts/date-format.ts';
import { useTexts } from './texts.ts';
import type { Bookings } from './use-bookings.ts';

/** Shows scans that the appliance rejected after the user had left, until a user dismisses them. */
export function RefusedBookings({ bookings: { refused, dismiss } }: { bookings: Bookings }) {
  const { t } = useTexts();
  if (refused.length === 0) return null;
  return (
    <section className="mw-floor-note" data-tone="critical" role="alert">
      <b>{t('kiosk.refused.later')}</b>
      <ul>
        {refused.map(({ clientid, at, title, refused: why }) => (
          <li key={clientid}>
            <span>
              {formatTimeOfDay(new Date(at), readTimeFormat())} · {title}: {why}
            </span>
            <button type="button" className="mw-floor-small" onClick={() => dismiss(clientid)}>
              {t('kiosk.dismiss')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
