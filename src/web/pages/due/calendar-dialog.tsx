import { Button, TextInput } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarFeed, CreatedCalendarFeed } from '../../../features/calendarfeeds/routes.ts';
import { queryString } from '../../api/base-path.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { MissingSiteAddress } from '../../parts/missing-settings.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import type { DueFilterValues } from './use-due-filters.ts';

type FeedFilters = Pick<DueFilterValues, 'kind' | 'locationid'>;

/** Opens the dialog with the calendar addresses of the user. A new one has the filters of the page. */
export function CalendarButton({ filters }: { filters: FeedFilters }) {
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  return (
    <>
      <SmallButton icon={IconCalendarPlus} onClick={() => setOpen(true)}>
        Add to calendar
      </SmallButton>
      {open && address === null && (
        <CalendarDialog filters={filters} onAddress={setAddress} onClose={() => setOpen(false)} />
      )}
      {address !== null && (
        <SecretOnce
          title="Copy address"
          secret={address}
          withCode
          onClose={() => {
            setAddress(null);
            setOpen(false);
          }}
        >
          Add this address to your calendar as a subscription, not as a file. Everyone with the address can
          read your due dates until you revoke it. A new password does not change that.
        </SecretOnce>
      )}
    </>
  );
}

interface CalendarDialogProps {
  filters: FeedFilters;
  onAddress: (address: string) => void;
  onClose: () => void;
}

function CalendarDialog({ filters, onAddress, onClose }: CalendarDialogProps) {
  const form = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      const { data } = await request<CreatedCalendarFeed>('POST', '/calendarfeeds', { body: { name } });
      await queryClient.invalidateQueries({ queryKey: ['calendarfeeds'] });
      onAddress(addressOf(data, filters));
    },
  });
  return (
    <FormModal form={form} draft={null} title="Add to calendar" action="Create address" onClose={onClose}>
      <p className="mw-muted">
        Outlook, Google Calendar or your phone shows your due dates and keeps them up to date.
        {(filters.kind || filters.locationid) && ' The address has the kind and location of this page.'}
      </p>
      <TextInput
        label="Name"
        description="The calendar that uses the address."
        placeholder="Outlook"
        required
        maxLength={120}
        data-autofocus
        {...form.text('name')}
      />
      <FeedList />
      <MissingSiteAddress />
    </FormModal>
  );
}

/** Returns the address with the filters. Without a configured site address, it begins with that of the browser. */
const addressOf = ({ url }: CreatedCalendarFeed, { kind, locationid }: FeedFilters): string =>
  `${url.startsWith('/') ? location.origin : ''}${url}${queryString({ kind, locationid }).replace('?', '&')}`;

/** Lists the addresses of the user. */
function FeedList() {
  const { data: feeds = [] } = useQuery({
    queryKey: ['calendarfeeds'],
    queryFn: () => get<CalendarFeed[]>('/calendarfeeds'),
  });
  if (feeds.length === 0) return null;
  return (
    <section aria-label="Your addresses">
      <strong>Your addresses</strong>
      <ul className="mw-feeds">
        {feeds.map((feed) => (
          <FeedRow key={feed.calendarfeedid} feed={feed} />
        ))}
      </ul>
    </section>
  );
}

function FeedRow({ feed: { calendarfeedid, name, lastuseddate } }: { feed: CalendarFeed }) {
  const [revoking, setRevoking] = useState(false);
  const revoke = async () => {
    await request('DELETE', `/calendarfeeds/${calendarfeedid}`);
    await queryClient.invalidateQueries({ queryKey: ['calendarfeeds'] });
    toastDone(`${name} revoked.`);
  };
  return (
    <li>
      <span>
        {name}{' '}
        <span className="mw-muted">
          {lastuseddate ? (
            <>
              read <RelativeTime at={lastuseddate} />
            </>
          ) : (
            'never read'
          )}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Revoke ${name}`}
        onClick={() => setRevoking(true)}
      >
        Revoke
      </Button>
      <ConfirmModal
        opened={revoking}
        onClose={() => setRevoking(false)}
        title={`Revoke ${name}`}
        action="Revoke"
        danger
        onConfirm={revoke}
      >
        The calendar that uses this address is no longer updated.
      </ConfirmModal>
    </li>
  );
}
