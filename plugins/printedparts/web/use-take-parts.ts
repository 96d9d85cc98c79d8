import { ApiError } from '../../../src/web/api/api-error.ts';
import { formatBadge, isBadge } from '../../../src/web/floor/badge.ts';
import { isRetryable } from '../../../src/web/floor/kiosk-client.ts';
import type { KioskTools } from '../../../src/web/floor/kiosk-kind.ts';
import { useTexts } from '../../../src/web/floor/texts.ts';
import { useSteps } from '../../../src/web/floor/use-steps.ts';

export interface KioskPart {
  itemcode: string;
  name: string | null;
  quantityonhand: number;
  imagefilename: string | null;
}

/**
 * The current step of a take: badge, part, quantity, done; `busy` while a request runs. `problem` is an error
 * message for the user.
 */
export type TakePartsStep =
  | { at: 'badge'; problem?: string }
  | { at: 'part'; badge: string; typed: string; problem?: string }
  | { at: 'busy'; badge: string }
  /**
   * Without a network only the code is available, not the part. With `isFresh`, the first digit replaces the
   * quantity.
   */
  | {
      at: 'quantity';
      badge: string;
      code: string;
      part?: KioskPart;
      quantity: string;
      isFresh: boolean;
      problem?: string;
    }
  | {
      at: 'done';
      badge: string;
      title: string;
      quantity: number;
      part?: KioskPart;
      isKept: boolean;
      isRepeated: boolean;
    };

const START: TakePartsStep = { at: 'badge' };
const TIMING = { start: START, leftMs: 30_000, readMs: 8000 };
/** Maximum number of digits of a quantity. A longer scan is a part or a badge. */
export const MAX_DIGITS = 4;

const partWith = (badge: string, problem?: string): TakePartsStep => ({
  at: 'part',
  badge,
  typed: '',
  problem,
});

/**
 * Returns the current step of a take at the kiosk, and the actions that lead to the next one. Ignores scans
 * while a request runs.
 */
export function useTakeParts({ client, bookings, signal, setIdle }: KioskTools) {
  const { t, ofError } = useTexts();
  const { step, setStep, showProblem } = useSteps<TakePartsStep>(TIMING, { signal, setIdle });
  const messageOf = ({ code, status, details }: ApiError): string => {
    if (status === 404) return t('parts.unknown');
    if (status === 409) return t('parts.notEnough', { count: Number(details.quantityonhand ?? 0) });
    return ofError(code) ?? t('kiosk.trouble');
  };
  const find = async (badge: string, code: string, isTyped: boolean) => {
    setStep({ at: 'busy', badge });
    try {
      const part = await client.get<KioskPart>(`/printedparts/kiosk/item/${encodeURIComponent(code)}`);
      if (part.quantityonhand === 0)
        return showProblem(partWith(badge), t('parts.empty', { part: part.name ?? part.itemcode }));
      signal('kept');
      setStep({ at: 'quantity', badge, code, part, quantity: '1', isFresh: true });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (isRetryable(cause) && cause.status !== 401)
        return setStep({ at: 'quantity', badge, code, quantity: '1', isFresh: true });
      // The next person scanned a badge before this take was finished.
      if (cause.status === 404 && !isTyped && isBadge(code)) return setStep(partWith(code));
      showProblem(partWith(badge), messageOf(cause));
    }
  };
  const take = async () => {
    if (step.at !== 'quantity') return;
    const { badge, code, part } = step;
    const quantity = Number(step.quantity);
    if (!(quantity > 0)) return showProblem(step, t('parts.howMany'));
    if (part && quantity > part.quantityonhand)
      return showProblem(step, t('parts.notEnough', { count: part.quantityonhand }));
    setStep({ at: 'busy', badge });
    const title = part?.name ?? part?.itemcode ?? code;
    const outcome = await bookings.book<KioskPart & { repeated: boolean }>(
      '/printedparts/kiosk/take',
      { itemcode: code, badge, quantity },
      `${quantity} × ${title}, ${formatBadge(badge)}`,
    );
    if (outcome.is === 'refused') {
      const { error } = outcome;
      if (error.status === 422) return showProblem(START, messageOf(error));
      return showProblem(error.status === 409 ? step : partWith(badge), messageOf(error));
    }
    const isKept = outcome.is === 'kept';
    const left = isKept ? undefined : outcome.data;
    signal(isKept ? 'kept' : 'good');
    setStep({ at: 'done', badge, title, quantity, part: left, isKept, isRepeated: left?.repeated === true });
  };
  const scan = (code: string) => {
    if (step.at === 'busy') return;
    if (step.at === 'part') return void find(step.badge, code, false);
    if (step.at === 'quantity') {
      if (/^[0-9]{1,4}$/.test(code))
        return setStep({ ...step, quantity: code, isFresh: true, problem: undefined });
      // A part that stays in front of the scanner for too long is scanned twice.
      return code === step.code ? undefined : void find(step.badge, code, false);
    }
    if (!isBadge(code)) return showProblem(START, t('kiosk.badge.first'));
    signal('kept');
    setStep(partWith(code));
  };
  return {
    step,
    scan,
    take,
    type: (typed: string) => step.at === 'part' && setStep({ ...step, typed, problem: undefined }),
    findTyped: () => step.at === 'part' && step.typed !== '' && void find(step.badge, step.typed, true),
    setQuantity: (quantity: string) =>
      step.at === 'quantity' && setStep({ ...step, quantity, isFresh: false, problem: undefined }),
    more: () => step.at === 'done' && setStep(partWith(step.badge)),
    restart: () => setStep(START),
  };
}

export type TakePartsState = ReturnType<typeof useTakeParts>;
export type StepAt<A extends TakePartsStep['at']> = Extract<TakePartsStep, { at: A }>;
