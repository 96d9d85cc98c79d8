import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useContext, useState } from 'react';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { LoadDemo } from '../../parts/load-demo.tsx';
import { OwnAddresses } from '../../parts/own-addresses.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { PluginParts } from '../../plugin-parts.tsx';
import { AddressChoice } from './address-choice.tsx';

const FIRST_STEPS = [
  {
    icon: 'box',
    to: '/assets/new',
    title: 'Add first asset',
    text: 'Enter a number, a type and a location.',
  },
  {
    icon: 'users',
    to: '/admin/users',
    title: 'Add users',
    text: 'Roles define what each user may view and change.',
  },
  {
    icon: 'settings',
    to: '/admin/settings',
    title: 'Set up mail',
    text: 'Required for alerts and reminders.',
  },
];

/** Shows the last step of the setup: the addresses of this appliance, and links to continue. */
export function DoneStep() {
  const go = useNavigateTo();
  return (
    <Stack gap="md">
      <Text size="sm">Millwright is ready.</Text>
      <OwnAddresses />
      <AddressChoice />
      <SetupSections />
      <h2>First steps</h2>
      <ul className="mw-cards">
        {FIRST_STEPS.map((step) => (
          <li key={step.title}>
            <AppLink to={step.to} className="mw-card mw-hit mw-card-pad" style={{ color: 'inherit' }}>
              <RegisterIcon name={step.icon} size={20} />
              <span className="mw-hit-text">
                <strong>{step.title}</strong>
                <small>{step.text}</small>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <h2>Try it first</h2>
      <Text size="sm">
        Load an invented plant with 200 assets. You can remove it again under Admin &gt; System.
      </Text>
      <LoadDemo />
      <Button onClick={() => go('/')} style={{ alignSelf: 'flex-end' }}>
        Open dashboard
      </Button>
    </Stack>
  );
}

/** Shows the sections that plugins add to the last step. */
function SetupSections() {
  const loads = useContext(PluginParts).flatMap(({ setupSections = [] }) => setupSections);
  const [sections] = useState(() => loads.map((load) => lazy(async () => ({ default: await load() }))));
  return (
    <Suspense fallback={null}>
      {sections.map((Section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change
        <Section key={index} />
      ))}
    </Suspense>
  );
}
