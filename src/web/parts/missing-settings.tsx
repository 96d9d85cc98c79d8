import type { ReactNode } from 'react';
import { useMe, useSetting } from '../api/queries.ts';
import { AppLink } from './app-link.tsx';
import { Warning } from './warning.tsx';

/** Names of the own box, which mean another box everywhere else. */
const isOwnBox = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  hostname.startsWith('127.');

/** Said where a link is made for somebody elsewhere, as long as the settings do not say how others reach the appliance. */
export function MissingSiteAddress() {
  const address = useSetting('site_url');
  const me = useMe();
  if (address !== '') return null;
  return (
    <Warning>
      {isOwnBox(location.hostname)
        ? `The link begins with ${location.origin}, so it works on this box alone.`
        : `The link begins with ${location.origin}, the address by which you came; somebody outside may not reach it.`}{' '}
      <ToSettings search="site_url" may={me?.isadmin === true}>
        address of this appliance
      </ToSettings>
    </Warning>
  );
}

/** Whether a server is set that takes mail; undefined while it is asked. */
export function useMailServer(): boolean | undefined {
  const server = useSetting('smtp_host');
  return server === undefined ? undefined : server !== '';
}

/** Said where something goes out by mail, as long as there is no server that takes it. */
export function MissingMailServer() {
  const isSet = useMailServer();
  const me = useMe();
  const may = me?.isadmin || me?.permissions.includes('settings.edit');
  if (isSet !== false) return null;
  return (
    <Warning>
      No mail server is set, so nothing is mailed until there is one.{' '}
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
