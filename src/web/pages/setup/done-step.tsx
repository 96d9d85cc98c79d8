import { Button, Stack, Text } from '@mantine/core';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { OwnAddresses } from '../../parts/own-addresses.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';

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
      <Button onClick={() => go('/')} style={{ alignSelf: 'flex-end' }}>
        Open dashboard
      </Button>
    </Stack>
  );
}
