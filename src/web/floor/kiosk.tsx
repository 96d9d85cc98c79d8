import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStoredState } from '../parts/use-stored-state.ts';
import { createKioskClient } from './kiosk-client.ts';
import { KioskHeader } from './kiosk-header.tsx';
import './floor-styles.ts';
import type { KioskKind, KioskTools } from './kiosk-kind.ts';
import { PairForm } from './pair-form.tsx';
import { RefusedBookings } from './refused-bookings.tsx';
import { useSignals } from './sounds.ts';
import { TextsProvider, useLanguage, useTexts } from './texts.ts';
import { useBookings } from './use-bookings.ts';
import { useHeartbeat } from './use-heartbeat.ts';
import { useTokenStatus } from './use-token-status.ts';
import { useWakeLock } from './use-wake-lock.ts';

/**
 * Shows a full-screen page for a touch screen and a wedge scanner. It is paired once and stays paired until
 * an admin replaces its token.
 */
export function Kiosk({ of, children }: { of: KioskKind; children: (tools: KioskTools) => ReactNode }) {
  const texts = useLanguage();
  const [token, setToken] = useStoredState<string | null>(`kiosk.${of.kind}.token`, null);
  const [isReplaced, setReplaced] = useState(false);
  const [isIdle, setIdle] = useState(true);
  const beat = useHeartbeat(() => isIdle);
  useWakeLock();
  const isOff = beat.capabilities?.[of.capability] === false;
  return (
    <TextsProvider value={texts}>
      <div className="mw-floor" lang={texts.language}>
        {token === null ? (
          <>
            <KioskHeader title={of.title} />
            <PairForm of={of} isOff={isOff} isReplaced={isReplaced} onPaired={setToken} />
          </>
        ) : (
          <Paired
            key={token}
            of={of}
            token={token}
            isOff={isOff}
            isOnline={beat.isOnline}
            setIdle={setIdle}
            onReplaced={() => {
              setReplaced(true);
              setToken(null);
            }}
          >
            {children}
          </Paired>
        )}
      </div>
    </TextsProvider>
  );
}

interface PairedProps {
  of: KioskKind;
  token: string;
  isOff: boolean;
  isOnline: boolean;
  setIdle(isIdle: boolean): void;
  /** Called when the appliance does not know the token, for example because an admin has replaced it. */
  onReplaced(): void;
  children: (tools: KioskTools) => ReactNode;
}

function Paired({ of, token, isOff, isOnline, setIdle, onReplaced, children }: PairedProps) {
  const { t } = useTexts();
  const client = useMemo(() => createKioskClient(token), [token]);
  const tokenStatus = useTokenStatus(client, of.probe);
  const replaced = useRef(onReplaced);
  replaced.current = onReplaced;
  useEffect(() => {
    if (tokenStatus === 'unknown') replaced.current();
  }, [tokenStatus]);
  const bookings = useBookings(client, of.kind);
  const [isMuted, setMuted] = useStoredState('kiosk.muted', false);
  const signal = useSignals(isMuted);
  return (
    <>
      <KioskHeader title={of.title} settings={{ isMuted, setMuted }} />
      {(!isOnline || bookings.waiting > 0) && (
        <div className="mw-floor-note" data-tone="warning" role="status">
          {!isOnline && t('kiosk.offline')}{' '}
          {bookings.waiting > 0 && <b>{t('kiosk.waiting', { count: bookings.waiting })}</b>}
        </div>
      )}
      <RefusedBookings bookings={bookings} />
      <main id="main" className="mw-floor-main" tabIndex={-1}>
        {isOff || tokenStatus === 'revoked' ? (
          <div className="mw-floor-state">
            <h1>{t('kiosk.off')}</h1>
            <p>{t(isOff ? 'kiosk.off.hint' : 'error.TOKEN_REVOKED')}</p>
          </div>
        ) : (
          children({ client, bookings, signal, setIdle })
        )}
      </main>
    </>
  );
}
