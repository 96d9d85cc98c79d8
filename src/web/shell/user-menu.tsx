import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconCommand,
  IconHelp,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { navigationQuery, useMe } from '../api/queries.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { ColorSchemeItems } from './color-scheme.tsx';
import { openOverlay } from './overlay-state.ts';
import { signOut } from './sign-out.ts';

/** Shows the right end of the top bar: the buttons for command palette and sign-in, and the user menu. */
export function UserMenu() {
  const me = useMe();
  const go = useNavigateTo();
  const pages = useQuery(navigationQuery).data?.find(({ isaccount }) => isaccount)?.children ?? [];
  const leave = async () => {
    if (await signOut()) go('/login');
  };
  return (
    <div className="mw-topbar-end">
      <Tooltip label="Command palette (Ctrl K)">
        <ActionIcon size={36} aria-label="Command palette" onClick={() => openOverlay('palette')}>
          <IconCommand size={18} />
        </ActionIcon>
      </Tooltip>
      {!me && (
        <Button
          leftSection={<IconLogin2 size={16} />}
          onClick={() => go(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)}
        >
          Sign in
        </Button>
      )}
      <Menu width={248} position="bottom-end" withinPortal={false}>
        <Menu.Target>
          {me ? (
            <button type="button" className="mw-avatar" title={`Account of ${me.username}`}>
              {initials(me.firstname, me.lastname, me.username)}
              <span className="mw-visually-hidden">, account of {me.username}</span>
            </button>
          ) : (
            <ActionIcon size={36} aria-label="Display and help">
              <IconUserCircle size={20} />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {me && (
            <>
              <Menu.Label>
                <span className="mw-menu-person">
                  <strong>{[me.firstname, me.lastname].filter(Boolean).join(' ') || me.username}</strong>
                  <span>{me.email}</span>
                </span>
              </Menu.Label>
              <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => go('/account')}>
                My account
              </Menu.Item>
            </>
          )}
          {pages.map(({ title, icon, path = '/' }) => (
            <Menu.Item
              key={path}
              leftSection={<RegisterIcon name={icon} size={16} />}
              onClick={() => go(path)}
            >
              {title}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconHelp size={16} />} onClick={() => go('/help')}>
            Help
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => openOverlay('shortcuts')}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <ColorSchemeItems />
          {me && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
                Sign out
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function initials(first: string | null, last: string | null, username: string): string {
  const letters = `${first?.[0] ?? ''}${last?.[0] ?? ''}`;
  return (letters || username.slice(0, 2)).toUpperCase();
}
