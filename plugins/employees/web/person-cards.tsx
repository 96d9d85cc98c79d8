import { useQuery } from '@tanstack/react-query';
import { get, request } from '../../../src/web/api/client.ts';
import { useRegisters } from '../../../src/web/api/queries.ts';
import type { RegisterRecord } from '../../../src/web/api/types.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';

const MAX_ROWS = 20;

/** Lists the first 20 USB devices that a person has on loan, if the USB plugin is enabled. */
export function UsbDevicesCard({ sso }: { sso: string }) {
  const register = useRegisters().find(({ name }) => name === 'usbdevices');
  const list = { holdersso: sso, per_page: MAX_ROWS };
  const { data } = useQuery({
    queryKey: ['list', register?.path, list],
    queryFn: () => request<RegisterRecord[]>('GET', register!.path, { query: list }),
    enabled: register !== undefined,
  });
  if (!register || !data) return null;
  const total = data.pagination?.total ?? data.data.length;
  return (
    <section className="mw-card" aria-label="USB devices">
      <header>
        <h2>USB devices</h2>
        {total > MAX_ROWS && <AppLink to={`${register.path}?holdersso=${sso}`}>All {total}</AppLink>}
        <AppLink to={`/reports/usb-custody?window=all&holdersso=${sso}`}>USB custody</AppLink>
      </header>
      {data.data.length === 0 ? (
        <p className="mw-card-pad mw-muted">No USB devices are checked out to this employee.</p>
      ) : (
        <dl className="mw-fact-list">
          {data.data.map((device) => (
            <div key={String(device.usbdeviceid)}>
              <dt>{String(device.usbdevicetype ?? register.titleone)}</dt>
              <dd>
                <AppLink to={`${register.path}/${device.usbdeviceid}`}>
                  {[device.deviceid, device.label].filter(Boolean).join(' ')}
                </AppLink>{' '}
                {typeof device.checkedoutdate === 'string' && (
                  <span className="mw-muted">
                    since <RelativeTime at={device.checkedoutdate} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface Notice {
  notificationid: number;
  notification: string;
  notificationtype: string | null;
}

/**
 * Lists the notifications for a person now and in the next three days, if the notifications plugin is
 * enabled.
 */
export function NoticesCard({ sso }: { sso: string }) {
  const isThere = useRegisters().some(({ name }) => name === 'notifications');
  const { data } = useQuery({
    queryKey: ['employees', 'notices', sso],
    queryFn: () => get<{ current: Notice[]; upcoming: Notice[] }>(`/notifications/employee/${sso}`),
    enabled: isThere,
  });
  if (!data) return null;
  const notices = [...data.current, ...data.upcoming];
  return (
    <section className="mw-card" aria-label="Notices">
      <header>
        <h2>Notices</h2>
      </header>
      {notices.length === 0 ? (
        <p className="mw-card-pad mw-muted">No notices for this employee.</p>
      ) : (
        <dl className="mw-fact-list">
          {notices.map(({ notificationid, notification, notificationtype }) => (
            <div key={notificationid}>
              <dt>{notificationtype ?? 'Notice'}</dt>
              <dd>
                <AppLink to={`/notifications/${notificationid}`}>{notification}</AppLink>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
