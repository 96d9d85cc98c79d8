import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from './texts.ts';

/** Shows a button that opens a field for entering a code by hand, for codes that the scanner cannot read. */
export function CodeInput({ onCode, isNumber }: { onCode(code: string): void; isNumber?: boolean }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim();
    setOpen(false);
    if (code) onCode(code);
  };
  if (!isOpen)
    return (
      <button type="button" className="mw-floor-button" data-quiet onClick={() => setOpen(true)}>
        {t('kiosk.type')}
      </button>
    );
  return (
    <form className="mw-floor-buttons" onSubmit={submit}>
      <input
        ref={field}
        aria-label={t('kiosk.type')}
        inputMode={isNumber ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // The user has just opened the field by touch.
        // biome-ignore lint/a11y/noAutofocus: nothing else can be wanted
        autoFocus
      />
      <button type="submit" className="mw-floor-button">
        {t('kiosk.enter')}
      </button>
      <button type="button" className="mw-floor-button" data-quiet onClick={() => setOpen(false)}>
        {t('kiosk.cancel')}
      </button>
    </form>
  );
}
