import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../../../src/web/floor/texts.ts';
import { type DisplayNotice, noticeSizeOf } from './notices.ts';
import { timeText } from './times.ts';
import { useRotatingIndex } from './use-rotating-index.ts';

const ALERT_MS = 10_000;

/** Shows alerts on the whole screen until they end. Several alerts take turns. */
export function Takeover({ alerts, now }: { alerts: readonly DisplayNotice[]; now: number }) {
  const { t, language } = useTexts();
  const at = useRotatingIndex(alerts.length, ALERT_MS);
  const alert = alerts[at];
  if (!alert) return null;
  const time = (instant: string) => timeText(Date.parse(instant), now, language);
  const details = [
    alert.starttime && t('display.since', { time: time(alert.starttime) }),
    alert.endtime && t('display.until', { time: time(alert.endtime) }),
    alert.ticketnumber,
    alerts.length > 1 && `${at + 1} / ${alerts.length}`,
  ];
  return (
    <div className="mw-display-takeover" role="alert">
      <p className="mw-display-alert">
        <IconAlertTriangle aria-hidden />
        {alert.notificationtype ?? t('display.alert')}
      </p>
      <p className="mw-display-shout" data-size={noticeSizeOf(alert.notification)}>
        {alert.notification}
      </p>
      <p className="mw-display-told">{details.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
