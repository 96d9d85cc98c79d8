import { Badge, Button } from '@mantine/core';
import { IconLockOpen, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { UserModal } from './user-modal.tsx';

const COLUMNS: TableColumn<User>[] = [
  { title: 'User name', cell: (user) => <strong>{user.username}</strong>, headline: true },
  { title: 'Name', cell: (user) => [user.firstname, user.lastname].filter(Boolean).join(' ') },
  { title: 'Email', cell: (user) => user.email },
  { title: 'Roles', cell: (user) => user.roles.length > 0 && <Roles user={user} /> },
  { title: 'State', cell: (user) => <StateBadge word={stateOf(user)} /> },
  { title: 'Last sign-in', cell: (user) => <RelativeTime at={user.lastlogindate} /> },
];

function stateOf(user: User): string {
  if (!user.isactive) return 'Inactive';
  return user.islocked ? 'Locked' : 'Active';
}

/** Shows the users with their roles. */
export function UsersPage() {
  const [text, setText] = useState('');
  const [editing, setEditing] = useState<User | 'new' | null>(null);
  const query = useQuery({ queryKey: ['users'], queryFn: () => get<User[]>('/users') });
  const unlock = async (user: User) => {
    try {
      await request('PUT', `/users/${user.userid}`, { body: { unlock: true } });
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      toastDone(`${user.username} can sign in again.`);
    } catch (failure) {
      toastError(failure);
    }
  };
  const shown = query.data?.filter((user) =>
    [user.username, user.email, user.firstname, user.lastname].some((part) =>
      part?.toLowerCase().includes(text.toLowerCase()),
    ),
  );
  return (
    <div className="mw-page">
      <PageHeader
        title="Users"
        icon={<IconUsers size={22} aria-hidden />}
        subtitle="The people who sign in to this appliance, with their roles."
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            New user
          </Button>
        }
      />
      <div className="mw-toolbar">
        <SearchBox className="mw-toolbar-search" label="Search in users" value={text} onChange={setText} />
      </div>
      <DataTable
        bare
        title="Users"
        query={query}
        rows={shown}
        rowKey={(user) => user.userid}
        columns={COLUMNS}
        isInactive={(user) => !user.isactive}
        actions={(user) => (
          <>
            {user.islocked && (
              <SmallButton
                icon={IconLockOpen}
                onClick={() => void unlock(user)}
                aria-label={`Unlock ${user.username}`}
              >
                Unlock
              </SmallButton>
            )}
            <SmallButton
              icon={IconPencil}
              onClick={() => setEditing(user)}
              aria-label={`Edit ${user.username}`}
            >
              Edit
            </SmallButton>
          </>
        )}
        empty={{
          icon: IconUsers,
          title: 'No users match',
          text: 'The search covers user names, names and email addresses.',
        }}
      />
      {editing && <UserModal user={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

function Roles({ user }: { user: User }) {
  return user.roles.map((role) => (
    <Badge key={role.roleid} variant="default" size="sm" mr={4}>
      {role.rolename}
    </Badge>
  ));
}
