import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import type { PermissionList, Role } from '../../../features/identity/schemas.ts';
import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './role-matrix.css' with { type: 'text' };

addPageStyles('role-matrix', [styles]);

interface RoleMatrixProps {
  roles: Role[];
  catalog: PermissionList;
  /** Returns the permissions of a role with the unsaved changes. */
  held: (role: Role) => string[];
  onToggle: (role: Role, permission: string) => void;
  onEdit: (role: Role) => void;
}

/** Shows a checkbox for each permission of each role. Those of the admin role are set and locked. */
export function RoleMatrix({ roles, catalog, held, onToggle, onEdit }: RoleMatrixProps) {
  return (
    <section
      className="mw-table-wrap mw-table-flat-bottom"
      aria-label="Permissions by role"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
      tabIndex={0}
    >
      <table className="mw-table mw-table-rows mw-matrix">
        <thead>
          <tr>
            <th>Permission</th>
            {roles.map((role) => (
              <th key={role.roleid} data-check>
                <button
                  type="button"
                  className="mw-th"
                  onClick={() => onEdit(role)}
                  title={role.description ?? undefined}
                >
                  {role.rolename} ({role.usercount})
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {catalog.groups.map((group) => (
            <Fragment key={group.category}>
              <tr className="mw-matrix-group">
                <td colSpan={roles.length + 1}>{group.category}</td>
              </tr>
              {group.permissions.map((permission) => (
                <tr key={permission.name}>
                  <td className="mw-wrap">
                    {permission.description}
                    <div className="mw-mono mw-muted mw-small">{permission.name}</div>
                  </td>
                  {roles.map((role) => (
                    <td key={role.roleid} data-check>
                      <Checkbox
                        size="xs"
                        aria-label={`${role.rolename}: ${permission.name}`}
                        checked={role.isadmin || held(role).includes(permission.name)}
                        disabled={role.isadmin}
                        onChange={() => onToggle(role, permission.name)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
