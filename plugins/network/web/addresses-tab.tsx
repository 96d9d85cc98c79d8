import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { IconAffiliate, IconCheck, IconCopy } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { RegisterIcon } from '../../../src/web/parts/register-icon.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import type { SubnetAddresses } from '../subnets/addresses.ts';
import type { UsedAddress } from '../subnets/used-addresses.ts';
import { AddressGrid, squaresOf } from './address-grid.tsx';
import './network-styles.ts';

const MAX_FREE_SHOWN = 8;

const COLUMNS: TableColumn<UsedAddress>[] = [
  { title: 'Address', cell: ({ address }) => <code>{address}</code>, headline: true },
  { title: 'Asset', cell: (row) => <Holder row={row} /> },
  { title: 'Type', cell: ({ assettype }) => assettype ?? '–' },
  { title: 'State', cell: (row) => <Standing row={row} /> },
];

/** Shows the tab of a subnet with its usage, its used addresses and its next free ones. */
export function AddressesTab({ id }: TabProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['subnet', id, 'addresses', page],
    queryFn: () =>
      get<SubnetAddresses>(`/network/subnets/${id}/addresses`, { page, per_page: MAX_FREE_SHOWN }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <div className="mw-addresses">
      {data && (
        <div className="mw-addresses-top">
          <Occupancy data={data} />
          <FreeCard data={data} page={page} setPage={setPage} />
        </div>
      )}
      <DataTable
        title="Addresses in use"
        query={query}
        rows={data?.used}
        rowKey={(row) => `${row.address}-${row.assetid ?? 0}`}
        columns={COLUMNS}
        isInactive={(row) => row.isactive === false}
        tools={<span className="mw-muted">{data?.usedcount}</span>}
        foot={
          data && data.used.length < data.usedtotal ? (
            <span className="mw-muted">The first {data.used.length.toLocaleString('en')} are shown.</span>
          ) : undefined
        }
        empty={{
          icon: IconAffiliate,
          title: 'No addresses in use',
          text: 'Addresses of assets in this range are listed here automatically.',
        }}
      />
    </div>
  );
}

function Occupancy({ data }: { data: SubnetAddresses }) {
  const squares = squaresOf(data);
  const part = data.size > 0 ? data.usedcount / data.size : 0;
  return (
    <section className="mw-card" aria-label="Usage">
      <header>
        <h2>Usage</h2>
        <span className="mw-muted">{percentText(part)}</span>
      </header>
      <div className="mw-card-pad">
        <p>
          {data.usedcount.toLocaleString('en')} of {sizeText(data.size)} addresses in use,{' '}
          {sizeText(data.freecount)} free.
        </p>
        <div className="mw-address-bar" aria-hidden>
          <span style={{ width: `${Math.min(100, part * 100)}%` }} />
        </div>
        {squares && <AddressGrid squares={squares} />}
      </div>
    </section>
  );
}

const percentText = (part: number): string =>
  part > 0 && part < 0.001 ? 'under 0.1 %' : `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

/** Returns the size of a subnet as text. Large sizes of IPv6 are rounded. */
const sizeText = (size: number): string =>
  size > 1e9 ? `about ${size.toExponential(1).replace('e+', ' × 10^')}` : size.toLocaleString('en');

interface FreeCardProps {
  data: SubnetAddresses;
  page: number;
  setPage: (page: number) => void;
}

function FreeCard({ data: { free, freecount }, page, setPage }: FreeCardProps) {
  return (
    <section className="mw-card" aria-label="Next free addresses">
      <header>
        <h2>Next free</h2>
      </header>
      {free.length === 0 && <p className="mw-card-pad mw-muted">No free addresses.</p>}
      <ul className="mw-free-list">
        {free.map((address) => (
          <li key={address}>
            <code className="mw-break">{address}</code>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <ActionIcon aria-label={copied ? `${address} copied` : `Copy ${address}`} onClick={copy}>
                  {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                </ActionIcon>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      {(page > 1 || freecount > page * MAX_FREE_SHOWN) && (
        <div className="mw-list-more">
          <Button variant="subtle" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Back
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={freecount <= page * MAX_FREE_SHOWN}
            onClick={() => setPage(page + 1)}
          >
            More
          </Button>
        </div>
      )}
    </section>
  );
}

function Holder({ row: { assetid, assetnumber, name, icon } }: { row: UsedAddress }) {
  if (assetid === null) return <span className="mw-muted">no asset</span>;
  return (
    <span className="mw-state">
      <RegisterIcon name={icon} size={16} />
      <span>
        <AppLink to={`/assets/${assetid}`} className="mw-cell-link">
          {assetnumber}
        </AppLink>{' '}
        {name !== assetnumber && <span className="mw-muted">{name}</span>}
      </span>
    </span>
  );
}

function Standing({ row }: { row: UsedAddress }) {
  if (row.isconflict) return <StateBadge word="critical" label="On two assets" />;
  if (row.isgateway) return <StateBadge word="ok" label="Gateway" />;
  if (row.isactive === false) return <StateBadge word="retired" label="Inactive asset" />;
  return <span className="mw-muted">{row.isprimary ? 'primary' : 'additional'}</span>;
}
