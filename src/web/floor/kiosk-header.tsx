import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { type Language, languages, type TextKey, useTexts } from './texts.ts';

interface Settings {
  isMuted: boolean;
  setMuted(isMuted: boolean): void;
}

/**
 * Shows the name of the kiosk, and a button for the settings of this device: the language, and the sound if
 * `settings` is set.
 */
export function KioskHeader({ title, settings }: { title: TextKey; settings?: Settings }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header className="mw-floor-header">
        <span className="mw-floor-title">{t(title)}</span>
        <button
          type="button"
          className="mw-floor-small"
          aria-label={t('kiosk.settings')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconSettings size={28} aria-hidden />
        </button>
      </header>
      {isOpen && <DeviceSettings settings={settings} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeviceSettings({ settings, onClose }: { settings?: Settings; onClose(): void }) {
  const { t, language, choose } = useTexts();
  return (
    <section className="mw-floor-settings" aria-label={t('kiosk.settings')}>
      <label>
        {t('kiosk.chooseLanguage')}
        <select value={language} onChange={(event) => choose(event.currentTarget.value as Language)}>
          {languages.map(({ value, label }) => (
            <option key={value} value={value} lang={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {settings && (
        <label>
          {t('kiosk.sound')}
          <input
            type="checkbox"
            checked={!settings.isMuted}
            onChange={(event) => settings.setMuted(!event.currentTarget.checked)}
          />
        </label>
      )}
      <button type="button" className="mw-floor-small" onClick={onClose}>
        {t('kiosk.close')}
      </button>
    </section>
  );
}
