import { Badge, Button, TextInput } from '@mantine/core';
import { IconLockOpen, IconPencil, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Ago } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { UserModal } from './user-modal.tsx';

function stateOf(user: User): string {
  if (!user.isactive) return 'Inactive';
  return user.islocked ? 'Locked' : 'Active';
}

/** Who may sign in, with which roles. */
export function UsersPage() {
  const [text, setText] = useState('');
  const [editing, setEditing] = useState<User | 'new' | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['users'],
    queryFn: () => get<User[]>('/users'),
  });
  const unlock = async (user: User) => {
    try {
      await request('PUT', `/users/${user.userid}`, { body: { unlock: true } });
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      toastDone(`${user.username} may sign in again.`);
    } catch (failure) {
      toastError(failure);
    }
  };
  const shown = (data ?? []).filter((user) =>
    [user.username, user.email, user.firstname, user.lastname].some((part) =>
      part?.toLowerCase().includes(text.toLowerCase()),
    ),
  );
  return (
    <div className="mw-page">
      <PageHeader
        title="Users"
        icon={<IconUsers size={22} aria-hidden />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            New user
          </Button>
        }
      />
      <div className="mw-toolbar">
        <TextInput
          className="mw-toolbar-search"
          aria-label="Search in users"
          placeholder="Search in users"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {isPending && <SkeletonRows />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data && (
        <div className="mw-table-wrap mw-table-flat">
          <table className="mw-table mw-stackable">
            <thead>
              <tr>
                <th>User name</th>
                <th>Name</th>
                <th>Email</th>
                <th>Roles</th>
                <th>State</th>
                <th>Last sign-in</th>
                <th>
                  <span className="mw-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((user) => (
                <UserRow
                  key={user.userid}
                  user={user}
                  onEdit={() => setEditing(user)}
                  onUnlock={() => void unlock(user)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing && <UserModal user={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

interface UserRowProps {
  user: User;
  onEdit: () => void;
  onUnlock: () => void;
}

function UserRow({ user, onEdit, onUnlock }: UserRowProps) {
  return (
    <tr data-inactive={!user.isactive || undefined}>
      <td>
        <strong>{user.username}</strong>
      </td>
      <td data-label="Name">{[user.firstname, user.lastname].filter(Boolean).join(' ') || '–'}</td>
      <td data-label="Email">{user.email}</td>
      <td data-label="Roles">
        {user.roles.map((role) => (
          <Badge key={role.roleid} variant="default" size="sm" mr={4}>
            {role.rolename}
          </Badge>
        ))}
      </td>
      <td data-label="State">
        <StateBadge word={stateOf(user)} />
      </td>
      <td data-label="Last sign-in">
        <Ago at={user.lastlogindate} />
      </td>
      <td data-number>
        {user.islocked && (
          <Button
            size="compact-sm"
            variant="default"
            mr={8}
            leftSection={<IconLockOpen size={14} />}
            onClick={onUnlock}
            aria-label={`Unlock ${user.username}`}
          >
            Unlock
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          onClick={onEdit}
          aria-label={`Edit ${user.username}`}
        >
          Edit
        </Button>
      </td>
    </tr>
  );
}
