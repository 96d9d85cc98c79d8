import { IconBackspace } from '@tabler/icons-react';
import { useTexts } from '../../../src/web/floor/texts.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface NumberPadProps {
  value: string;
  /** Maximum number of digits. */
  most: number;
  onChange(value: string): void;
  /** The label and the action of the key in the corner. Without it, there is no such key. */
  enter?: { title: string; isQuiet?: boolean; press(): void };
}

/** Shows a number pad for use with gloves. */
export function NumberPad({ value, most, onChange, enter }: NumberPadProps) {
  const { t } = useTexts();
  const press = (digit: string) => onChange(value.length < most ? value + digit : value);
  return (
    <div className="mw-pad">
      {KEYS.map((digit) => (
        <button key={digit} type="button" className="mw-pad-key" onClick={() => press(digit)}>
          {digit}
        </button>
      ))}
      <button
        type="button"
        className="mw-pad-key"
        aria-label={t('parts.backspace')}
        onClick={() => onChange(value.slice(0, -1))}
      >
        <IconBackspace aria-hidden />
      </button>
      <button type="button" className="mw-pad-key" onClick={() => press('0')}>
        0
      </button>
      {enter && (
        <button
          type="button"
          className="mw-pad-key"
          data-enter={enter.isQuiet ? 'quiet' : 'filled'}
          disabled={value === ''}
          onClick={enter.press}
        >
          {enter.title}
        </button>
      )}
    </div>
  );
}
