import type { ReactNode } from 'react';
import { useMe, useSetting } from '../api/queries.ts';
import { AppLink } from './app-link.tsx';
import { Warning } from './warning.tsx';

/** Reports whether a host name refers to the local machine, which is a different one for each user. */
const isLocalName = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  hostname.startsWith('127.');

/** Warns where a link for other people is created while the settings contain no address of this appliance. */
export function MissingSiteAddress() {
  const address = useSetting('site_url');
  const me = useMe();
  if (address !== '') return null;
  return (
    <Warning>
      {isLocalName(location.hostname)
        ? `The link begins with ${location.origin}. It works only on this appliance.`
        : `The link begins with ${location.origin}, the address in your browser. Other networks may not reach it.`}{' '}
      <ToSettings search="site_url" may={me?.isadmin === true}>
        address of this appliance
      </ToSettings>
    </Warning>
  );
}

/**
 * Reports whether a mail server is configured: false also when the caller may not read the setting, undefined
 * before it is loaded.
 */
export function useMailServer(): boolean | undefined {
  const server = useSetting('smtp_host');
  return server === undefined ? undefined : server !== '';
}

/** Warns where mail would be sent while no mail server is configured. */
export function MissingMailServer() {
  const isSet = useMailServer();
  const me = useMe();
  const may = me?.isadmin || me?.permissions.includes('settings.edit');
  if (isSet !== false) return null;
  return (
    <Warning>
      No mail is sent until a mail server is set up.{' '}
      <ToSettings search="smtp" may={may === true}>
        mail server
      </ToSettings>
    </Warning>
  );
}

interface ToSettingsProps {
  search: string;
  may: boolean;
  children: ReactNode;
}

const ToSettings = ({ search, may, children }: ToSettingsProps) =>
  may ? (
    <>
      Enter the <AppLink to={`/admin/settings?search=${search}`}>{children}</AppLink> in the settings.
    </>
  ) : (
    <>Ask an admin to enter the {children} in the settings.</>
  );
