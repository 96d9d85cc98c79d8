import { IconCheck, IconClockPause, IconId, IconUsb } from '@tabler/icons-react';
import { formatBadge } from '../../../src/web/floor/badge.ts';
import { CodeInput } from '../../../src/web/floor/code-input.tsx';
import { Kiosk } from '../../../src/web/floor/kiosk.tsx';
import type { KioskKind, KioskTools } from '../../../src/web/floor/kiosk-kind.ts';
import { type TextKey, useTexts } from '../../../src/web/floor/texts.ts';
import { useScanner } from '../../../src/web/floor/use-scanner.ts';
import { type CustodyStep, useCustody } from './use-custody.ts';

const USB: KioskKind = {
  kind: 'usb',
  title: 'usb.title',
  capability: 'usbkiosk',
  probe: '/usb/kiosk/device/-',
};

/** Shows the kiosk at a drawer of USB sticks. */
export function UsbKioskPage() {
  return <Kiosk of={USB}>{(tools) => <Custody tools={tools} />}</Kiosk>;
}

function Custody({ tools }: { tools: KioskTools }) {
  const { t } = useTexts();
  const { step, scan, book, restart } = useCustody(tools);
  useScanner(scan);
  const again = (
    <button type="button" className="mw-floor-button" data-quiet onClick={restart}>
      {t('kiosk.again')}
    </button>
  );
  switch (step.at) {
    case 'badge':
      return (
        <Ask problem={step.problem} title={t('kiosk.start')} icon={<IconId aria-hidden />}>
          <CodeInput onCode={scan} />
        </Ask>
      );
    case 'busy':
      return <Ask title={t('kiosk.busy')} icon={<IconClockPause aria-hidden />} />;
    case 'stick':
      return (
        <Ask problem={step.problem} title={t('usb.scanStick')} icon={<IconUsb aria-hidden />}>
          <p>{t('kiosk.badge', { digits: formatBadge(step.badge) })}</p>
          <div className="mw-floor-buttons">
            <CodeInput onCode={scan} />
            {again}
          </div>
        </Ask>
      );
    case 'which': {
      const { badge, code } = step;
      return (
        <Ask title={code} icon={<IconUsb aria-hidden />}>
          <p>{t('usb.which')}</p>
          <div className="mw-floor-buttons">
            <button
              type="button"
              className="mw-floor-button"
              onClick={() => void book('checkout', badge, code)}
            >
              {t('usb.take')}
            </button>
            <button
              type="button"
              className="mw-floor-button"
              onClick={() => void book('checkin', badge, code)}
            >
              {t('usb.return')}
            </button>
            {again}
          </div>
        </Ask>
      );
    }
    case 'done':
      return <Done step={step} onNext={restart} />;
  }
}

interface AskProps {
  title: string;
  icon: React.ReactNode;
  problem?: string;
  children?: React.ReactNode;
}

/** Shows the next action, and the error of the previous one. */
function Ask({ title, icon, problem, children }: AskProps) {
  return (
    <div className="mw-floor-state" data-tone={problem && 'critical'}>
      {problem ? (
        <p className="mw-floor-thing" role="alert">
          {problem}
        </p>
      ) : (
        icon
      )}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

type DoneStep = Extract<CustodyStep, { at: 'done' }>;

/** Returns the key of the additional text about a booked move. */
function moreOf({ event, device, isKept }: DoneStep): TextKey {
  if (isKept) return 'kiosk.kept';
  if (device?.isforanother) return 'usb.forAnother';
  if (device?.repeated) return 'kiosk.repeated';
  return event === 'checkout' ? 'usb.keep' : 'usb.thanks';
}

function Done({ step, onNext }: { step: DoneStep; onNext(): void }) {
  const { t } = useTexts();
  const { event, code, device, isKept } = step;
  const isTaken = event === 'checkout';
  return (
    <div className="mw-floor-state" data-tone={isKept ? 'warning' : 'good'} role="status">
      {isKept ? <IconClockPause aria-hidden /> : <IconCheck aria-hidden />}
      <h1>{t(isTaken ? 'usb.taken' : 'usb.returned')}</h1>
      <p className="mw-floor-thing">
        {[device?.deviceid ?? code, device?.label, device?.isencrypted ? t('usb.encrypted') : null]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p>{t(moreOf(step))}</p>
      <div className="mw-floor-buttons">
        <button type="button" className="mw-floor-button" onClick={onNext}>
          {t('kiosk.done')}
        </button>
      </div>
    </div>
  );
}
