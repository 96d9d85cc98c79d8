import { Select } from '@mantine/core';
import { useState } from 'react';
import { basePath } from '../../../../src/web/api/base-path.ts';
import { languages } from '../../../../src/web/floor/texts.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { CopyText } from '../../../../src/web/parts/copy-text.tsx';

const ADDRESSES = [
  {
    path: '/display',
    title: 'By role',
    text: 'The same address for all screens. Set the content of each screen under Displays.',
  },
  { path: '/display/lobby', title: 'Lobby', text: 'Welcomes visitors.' },
  { path: '/display/shopfloor', title: 'Shop floor', text: 'A notice with “Show on PCs” fills the screen.' },
];

/** Explains how to set up a screen. */
export function SetupPanel() {
  const [language, setLanguage] = useState<string | null>(null);
  const query = language ? `?lang=${language}` : '';
  return (
    <section className="mw-card mw-slides-setup" aria-label="Set up a screen">
      <h2>1. Choose the address</h2>
      <Select
        label="Language of the screen"
        placeholder="Browser language"
        data={languages}
        value={language}
        onChange={setLanguage}
        clearable
        maw={320}
      />
      <ul>
        {ADDRESSES.map(({ path, title, text }) => {
          const address = `${location.origin}${basePath}${path}${query}`;
          return (
            <li key={path}>
              <div>
                <strong>{title}</strong> <span className="mw-muted">{text}</span>
              </div>
              <div className="mw-slides-address">
                <code>{address}</code>
                <CopyText text={address} what={`Address: ${title}`} />
              </div>
            </li>
          );
        })}
      </ul>
      <p>
        No sign-in is required. A screen that opens /display shows its own address until you set its content
        under <AppLink to="/dashboarddefaults">Floor, Screens, Displays</AppLink>. The business unit that you
        choose there sets the notices and the welcome text.
      </p>
      <h2>2. Open it full screen</h2>
      <ul>
        <li>
          To test it, open the address in any browser and press <kbd>F11</kbd>.
        </li>
        <li>
          Windows: Settings, Accounts, Other users, <b>Set up a kiosk</b>; choose Microsoft Edge, “As a
          digital sign”, and enter the address.
        </li>
        <li>
          Chrome, Edge or Chromium: start the browser with <code>--kiosk</code> and the address, for example{' '}
          <code>
            chromium --kiosk {location.origin}
            {basePath}/display
          </code>
          , and run this command when the computer starts.
        </li>
      </ul>
      <h2>3. Prepare the computer</h2>
      <p>
        Turn off sleep and screen saver, because a browser cannot prevent them over plain http. The page keeps
        running without a network, shows new slides within 30 seconds and reloads after an upgrade. Move the
        mouse to choose the language or full screen.
      </p>
    </section>
  );
}
