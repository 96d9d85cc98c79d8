import { useTexts } from '../../../../src/web/floor/texts.ts';
import { dayText, timeText } from './times.ts';
import { useNow } from './use-rotating-index.ts';

/** Shows time and date by the clock of the appliance, in the time zone of this device. */
export function WallClock({ ahead }: { ahead: number }) {
  const { language } = useTexts();
  const now = useNow(1000, ahead);
  return (
    <div className="mw-display-clock">
      <strong>{timeText(now, now, language)}</strong>
      <span>{dayText(now, language)}</span>
    </div>
  );
}
