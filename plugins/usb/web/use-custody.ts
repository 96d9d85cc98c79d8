import { ApiError } from '../../../src/web/api/api-error.ts';
import { formatBadge, isBadge } from '../../../src/web/floor/badge.ts';
import type { KioskTools } from '../../../src/web/floor/kiosk-kind.ts';
import { type TextKey, useTexts } from '../../../src/web/floor/texts.ts';
import { useSteps } from '../../../src/web/floor/use-steps.ts';
import type { CustodyEvent, UsbDeviceState } from '../labels.ts';

export interface Device {
  deviceid: string;
  label: string | null;
  usbdevicetype: string | null;
  isencrypted: boolean;
  state: UsbDeviceState;
}

export interface MovedDevice extends Device {
  repeated: boolean;
  /** True when another person than the borrower returned the device. */
  isforanother: boolean;
}

/**
 * The current step at the kiosk: `badge`, `stick`, `done`; `busy` while a request runs. In `which`, the user
 * chooses between loan and return. `problem` is an error message for the user.
 */
export type CustodyStep =
  | { at: 'badge'; problem?: string }
  | { at: 'stick'; badge: string; problem?: string }
  | { at: 'busy'; badge: string }
  | { at: 'which'; badge: string; code: string }
  | { at: 'done'; event: CustodyEvent; code: string; device?: MovedDevice; isKept: boolean };

const START: CustodyStep = { at: 'badge' };
const TIMING = { start: START, leftMs: 20_000, readMs: 6000 };

/**
 * Returns the current step of a loan or return, and the actions that lead to the next one. A scan of an
 * available stick is a loan; a scan of a stick on loan is a return. When the server cannot be reached or
 * fails, the user chooses.
 */
export function useCustody({ client, bookings, signal, setIdle }: KioskTools) {
  const { t, ofError } = useTexts();
  const { step, setStep, showProblem } = useSteps<CustodyStep>(TIMING, { signal, setIdle });
  const textOf = (error: ApiError, keysByStatus: Record<number, TextKey>) => {
    const key = keysByStatus[error.status];
    return key ? t(key) : (ofError(error.code) ?? t('kiosk.trouble'));
  };
  const book = async (event: CustodyEvent, badge: string, code: string) => {
    setStep({ at: 'busy', badge });
    const title = `${code}, ${t(event === 'checkout' ? 'usb.taken' : 'usb.returned')}, ${formatBadge(badge)}`;
    const body = { device_id: code, badge };
    const outcome = await bookings.book<MovedDevice>(`/usb/kiosk/${event}`, body, title);
    if (outcome.is === 'refused') {
      const isBadgeWrong = outcome.error.status === 422;
      const next: CustodyStep = isBadgeWrong ? START : { at: 'stick', badge };
      return showProblem(next, textOf(outcome.error, { 409: 'usb.conflict', 404: 'usb.unknown' }));
    }
    const isKept = outcome.is === 'kept';
    const device = isKept ? undefined : outcome.data;
    signal(isKept ? 'kept' : 'good');
    setStep({ at: 'done', event, code, device, isKept });
  };
  const find = async (badge: string, code: string) => {
    setStep({ at: 'busy', badge });
    try {
      const { state } = await client.get<Device>(`/usb/kiosk/device/${encodeURIComponent(code)}`);
      if (state === 'retired') return showProblem({ at: 'stick', badge }, t('usb.retired'));
      await book(state === 'available' ? 'checkout' : 'checkin', badge, code);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.status === 0 || cause.status >= 500) return setStep({ at: 'which', badge, code });
      // The next person scanned a badge before this step was finished.
      if (cause.status === 404 && isBadge(code)) return setStep({ at: 'stick', badge: code });
      showProblem({ at: 'stick', badge }, textOf(cause, { 404: 'usb.unknown' }));
    }
  };
  const scan = (code: string) => {
    if (step.at === 'busy') return;
    if (step.at === 'stick') return void find(step.badge, code);
    if (!isBadge(code)) return showProblem(START, t('kiosk.badge.first'));
    signal('kept');
    setStep({ at: 'stick', badge: code });
  };
  return { step, scan, book, restart: () => setStep(START) };
}
