import { Badge } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useMe } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TokenList } from './token-list.tsx';

/** Shows the user's own account and what the user may change in it. */
export function AccountPage() {
  const me = useMe();
  if (!me) {
    return (
      <EmptyState icon={<IconUserCircle size={32} />} title="You are not signed in">
        Sign in to see your account.
      </EmptyState>
    );
  }
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="My account"
        icon={<IconUserCircle size={22} aria-hidden />}
        aside={me.roles.map((role) => (
          <Badge key={role.roleid} variant="default">
            {role.rolename}
          </Badge>
        ))}
        subtitle={`Signed in as ${me.username}`}
      />
      <div className="mw-stack">
        <section className="mw-card">
          <header>
            <h2>Profile</h2>
          </header>
          <div className="mw-card-pad">
            <ProfileForm me={me} />
          </div>
        </section>
        <section className="mw-card">
          <header>
            <h2>Password</h2>
          </header>
          <div className="mw-card-pad" style={{ maxWidth: 400 }}>
            <PasswordForm onDone={() => toastDone('Password changed. Your other sessions are signed out.')} />
          </div>
        </section>
        <TokenList cancreate={me.isadmin || me.permissions.includes('apitokens.create')} />
      </div>
    </div>
  );
}
