import { Button, Text } from '@mantine/core';
import { useMe } from '../../api/queries.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { signOut } from '../../shell/sign-out.ts';
import { CenteredCard } from './centered-card.tsx';
import { PasswordForm } from './password-form.tsx';

/** Shows the form for a new password. Replaces all other pages while the password must be changed. */
export function ChangePasswordPage({ forced }: { forced?: boolean }) {
  const go = useNavigateTo();
  const isOwn = useMe()?.asksproof;
  const leave = async () => {
    await signOut();
    go('/login');
  };
  return (
    <CenteredCard title="Change password">
      <Text size="sm" mb="md">
        {isOwn
          ? 'An admin requires you to choose a new password.'
          : 'An admin set your current password. Choose one that only you know.'}
      </Text>
      <PasswordForm forced={forced} />
      <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={leave}>
        Sign out
      </Button>
    </CenteredCard>
  );
}
