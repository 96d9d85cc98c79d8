import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { permissionsQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { useLeaveGuard } from '../../parts/leave-guard.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { BREAK } from '../../theme.ts';
import { RoleMatrix } from './role-matrix.tsx';
import { RoleModal } from './role-modal.tsx';

type Draft = Record<number, string[]>;

/**
 * Shows roles and permissions as a matrix. Changes are a draft until they are saved. The admin role has all
 * permissions.
 */
export function RolesPage() {
  const phone = useMediaQuery(`(max-width: ${BREAK.tablet - 1}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const [draft, setDraft] = useState<Draft>({});
  const [editing, setEditing] = useState<Role | 'new' | null>(null);
  const [only, setOnly] = useState(0);
  const [busy, setBusy] = useState(false);
  const roles = useQuery({ queryKey: ['roles'], queryFn: () => get<Role[]>('/users/roles') });
  const catalog = useQuery(permissionsQuery);
  const permissionsOf = (role: Role) => draft[role.roleid] ?? role.permissions;
  const changed = (roles.data ?? []).filter(
    (role) =>
      draft[role.roleid] && [...permissionsOf(role)].sort().join() !== [...role.permissions].sort().join(),
  );
  useLeaveGuard(changed.length > 0 && !busy);
  if (roles.isPending || catalog.isPending) return <PageSkeleton />;
  if (!roles.data || !catalog.data)
    return <ErrorView error={roles.error ?? catalog.error} retry={roles.refetch} />;

  const toggle = (role: Role, permission: string) => {
    const now = permissionsOf(role);
    const next = now.includes(permission) ? now.filter((name) => name !== permission) : [...now, permission];
    setDraft({ ...draft, [role.roleid]: next });
  };
  const save = async () => {
    setBusy(true);
    try {
      for (const role of changed) {
        const answer = await request('PUT', `/users/roles/${role.roleid}`, {
          body: { permissions: permissionsOf(role) },
        });
        toastDone(`${role.rolename} saved.`, answer.auditid);
      }
      setDraft({});
    } catch (error) {
      toastError(error, 'Some roles were not saved');
    } finally {
      await queryClient.invalidateQueries();
      setBusy(false);
    }
  };
  const narrow = roles.data.find((role) => role.roleid === only) ?? roles.data[0];
  return (
    <div className="mw-page mw-page-fill">
      <PageHeader
        title="Roles"
        icon={<IconShieldCheck size={22} aria-hidden />}
        subtitle="Set the permissions of each role; a user with several roles has the permissions of all."
        actions={
          <>
            {changed.length > 0 && (
              <>
                <Button variant="default" onClick={() => setDraft({})}>
                  Discard
                </Button>
                <Button loading={busy} onClick={save}>
                  Save {changed.map((role) => role.rolename).join(', ')}
                </Button>
              </>
            )}
            <Button
              variant={changed.length > 0 ? 'default' : 'filled'}
              leftSection={<IconPlus size={16} />}
              onClick={() => setEditing('new')}
            >
              New role
            </Button>
          </>
        }
      />
      {phone && (
        <NativeSelect
          mb="md"
          label="Role"
          data={roles.data.map((role) => ({ value: String(role.roleid), label: role.rolename }))}
          value={String(narrow?.roleid)}
          onChange={(event) => setOnly(Number(event.currentTarget.value))}
        />
      )}
      <RoleMatrix
        roles={phone && narrow ? [narrow] : roles.data}
        catalog={catalog.data}
        held={permissionsOf}
        onToggle={toggle}
        onEdit={setEditing}
      />
      {editing && <RoleModal role={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  );
}
