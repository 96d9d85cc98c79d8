import { useTexts } from '../../../../src/web/floor/texts.ts';
import { dayText, timeText } from './times.ts';
import { useNow } from './use-rotating-index.ts';

/** Shows the time and the date of the plant. */
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
