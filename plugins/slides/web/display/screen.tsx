import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type Language,
  languages,
  TextsProvider,
  useLanguage,
  useTexts,
} from '../../../../src/web/floor/texts.ts';
import { useHeartbeat } from '../../../../src/web/floor/use-heartbeat.ts';
import { useWakeLock } from '../../../../src/web/floor/use-wake-lock.ts';
import { useStoredState } from '../../../../src/web/parts/use-stored-state.ts';
import './display-styles.ts';
import { useActivity } from './use-activity.ts';

export interface ScreenTools {
  isOnline: boolean;
  /** The full name of this screen, once its address contained it; undefined before. */
  fqdn: string | undefined;
  search: Readonly<Record<string, string>>;
}

/**
 * Shows a full-screen page that runs unattended for months. It keeps the device awake, hides the cursor, and
 * reloads after an upgrade.
 */
export function Screen({ title, children }: { title: string; children: (tools: ScreenTools) => ReactNode }) {
  const texts = useLanguage();
  const search = useLocation().search as Record<string, string>;
  const fqdn = useOwnName(search.fqdn);
  const { isOnline } = useHeartbeat(() => true);
  const isTouched = useActivity();
  useWakeLock();
  const requestedLanguage = languages.find(({ value }) => value === search.lang)?.value;
  const { language, choose } = texts;
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    // The language in the address applies once, so that a user at the screen may choose another one.
    if (requestedLanguage && requestedLanguage !== language && !isAsked) choose(requestedLanguage);
    setAsked(true);
  }, [requestedLanguage, language, isAsked, choose]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <TextsProvider value={texts}>
      <div className="mw-display-screen" data-touched={isTouched || undefined}>
        {children({ isOnline, fqdn, search })}
        {isTouched && <Controls />}
      </div>
    </TextsProvider>
  );
}

/** Returns the name of the screen and stores it, so that later the address without it is sufficient. */
function useOwnName(reportedName: string | undefined): string | undefined {
  const [storedName, storeName] = useStoredState<string | null>('display.fqdn', null);
  useEffect(() => {
    if (reportedName && reportedName !== storedName) storeName(reportedName);
  }, [reportedName, storedName, storeName]);
  return reportedName || storedName || undefined;
}

/** Controls for the person who sets up the screen. */
function Controls() {
  const { t, language, choose } = useTexts();
  return (
    <div className="mw-display-controls">
      <select
        aria-label={t('kiosk.chooseLanguage')}
        value={language}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      >
        {languages.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
      >
        {t('display.fullscreen')}
      </button>
    </div>
  );
}
