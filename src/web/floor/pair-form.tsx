import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { createKioskClient } from './kiosk-client.ts';
import type { KioskKind } from './kiosk-kind.ts';
import { useTexts } from './texts.ts';
import { useScanner } from './use-scanner.ts';

/**
 * Accepts the token of a kiosk device, pasted or scanned from the screen of the admin, after the appliance
 * has confirmed it.
 */
export function PairForm({
  of,
  isOff,
  isReplaced,
  onPaired,
}: {
  of: KioskKind;
  isOff: boolean;
  isReplaced: boolean;
  onPaired(token: string): void;
}) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const pair = async (token: string) => {
    setProblem(undefined);
    const error = await createKioskClient(token)
      .get(of.probe)
      .then(() => undefined, asApiError);
    if (!error || error.status === 404) onPaired(token);
    else setProblem(t(error.status === 0 ? 'error.NETWORK' : 'pair.wrong'));
  };
  useScanner((code) => void pair(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pair(field.current?.value.trim() ?? '');
  };
  return (
    <main id="main" className="mw-floor-main" tabIndex={-1}>
      <form className="mw-floor-state" onSubmit={submit}>
        <h1>{t(isOff ? 'kiosk.off' : 'pair.title')}</h1>
        {isReplaced && <p className="mw-floor-problem">{t('pair.again')}</p>}
        <p>{t(isOff ? 'kiosk.off.hint' : 'pair.hint')}</p>
        {!isOff && (
          <>
            <label className="mw-floor-field">
              {t('pair.token')}
              <input
                ref={field}
                name="token"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                aria-invalid={problem !== undefined}
                aria-describedby="pair-problem"
              />
            </label>
            <p id="pair-problem" className="mw-floor-problem" role="alert">
              {problem}
            </p>
            <button type="submit" className="mw-floor-button">
              {t('pair.do')}
            </button>
          </>
        )}
      </form>
    </main>
  );
}

function asApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  throw cause;
}
