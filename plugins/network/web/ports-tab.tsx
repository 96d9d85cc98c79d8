import { Switch } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import type { NetworkPorts, Port } from '../devices/ports.ts';
import './network-styles.ts';

const COLUMNS: TableColumn<Port>[] = [
  { title: 'Port', cell: (port) => <PortName port={port} />, headline: true },
  { title: 'State', cell: (port) => <PortState port={port} /> },
  { title: 'Speed', cell: (port) => speedText(port) },
  { title: 'VLANs', cell: (port) => <Vlans port={port} /> },
  { title: 'Connected', cell: (port) => <Peers port={port} />, wrap: true },
];

/** Shows the tab with the ports of a network device in its last inventory, with their peers. */
export function PortsTab({ id }: TabProps) {
  const [text, setText] = useState('');
  const [onlyUsed, setOnlyUsed] = useState(false);
  const query = useQuery({
    queryKey: ['network', id, 'ports'],
    queryFn: () => get<NetworkPorts>(`/network/${id}/ports`),
  });
  const all = query.data?.ports;
  const shown = all?.filter((port) => (!onlyUsed || port.state === 'up') && matches(port, text));
  const nothing = shown?.length === 0 && (all?.length ?? 0) > 0;
  return (
    <>
      {(query.data?.members.length ?? 0) > 1 && <Members members={query.data!.members} />}
      {(all?.length ?? 0) > 0 && (
        <div className="mw-toolbar">
          <SearchBox
            size="xs"
            label="Filter ports"
            placeholder="Name, VLAN, MAC or peer"
            value={text}
            onChange={setText}
          />
          <Switch
            label="Only ports in use"
            checked={onlyUsed}
            onChange={(event) => setOnlyUsed(event.currentTarget.checked)}
          />
        </div>
      )}
      <DataTable
        title="Ports"
        query={query}
        rows={nothing ? all?.slice(0, 0) : shown}
        rowKey={(port) => port.portid}
        columns={COLUMNS}
        tools={<span className="mw-muted">{countText(shown?.length ?? 0, all?.length ?? 0)}</span>}
        empty={
          nothing
            ? { icon: IconPlug, title: 'No port matches', text: 'Clear the filter to see all ports.' }
            : {
                icon: IconPlug,
                title: 'No port data',
                text: 'A GLPI agent reports ports and connected devices with a network inventory over SNMP.',
              }
        }
      />
    </>
  );
}

const countText = (shown: number, all: number): string => (shown === all ? `${all}` : `${shown} of ${all}`);

function matches(port: Port, text: string): boolean {
  const haystack = JSON.stringify([
    port.name,
    port.alias,
    port.description,
    port.mac,
    port.vlans,
    port.peers,
  ]);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.toLowerCase().includes(word));
}

function PortName({ port: { name, alias, description } }: { port: Port }) {
  return (
    <>
      {name} <span className="mw-muted">{alias ?? (description?.length ? description : null)}</span>
    </>
  );
}

function PortState({ port: { isenabled, state } }: { port: Port }) {
  if (isenabled === false) return <StateBadge word="inactive" label="Disabled" />;
  if (state === 'up') return <StateBadge word="ok" label="Up" />;
  if (state === null) return <span className="mw-muted">–</span>;
  return <StateBadge word="offline" label={state === 'down' ? 'Down' : state} />;
}

function speedText({ speed, duplex, state }: Port): string {
  if (!speed || state !== 'up') return '–';
  const text = speed >= 1e9 ? `${speed / 1e9} Gbit/s` : `${Math.round(speed / 1e6)} Mbit/s`;
  return duplex === 'half' ? `${text}, half duplex` : text;
}

const SHOWN_VLANS = 4;

function Vlans({ port: { vlans, istrunk } }: { port: Port }) {
  if (vlans.length === 0) return <span className="mw-muted">{istrunk ? 'trunk' : '–'}</span>;
  const names = vlans.map(({ number, name }) =>
    name && !/^vlan\s*[-_]?\s*0*\d+$/i.test(name) ? `${number} ${name}` : `${number}`,
  );
  const more = names.length - SHOWN_VLANS;
  return (
    <span title={names.join('\n')}>
      {istrunk && <span className="mw-muted">trunk </span>}
      {names.slice(0, SHOWN_VLANS).join(', ')}
      {more > 0 && <span className="mw-muted"> and {more} more</span>}
    </span>
  );
}

const SHOWN_PEERS = 3;

function Peers({ port: { peers, peercount } }: { port: Port }) {
  if (peers.length === 0) return <span className="mw-muted">–</span>;
  const sorted = peers.toSorted((a, b) => Number(b.assetid !== null) - Number(a.assetid !== null));
  const more = peercount - Math.min(SHOWN_PEERS, peers.length);
  return (
    <ul className="mw-peers">
      {sorted.slice(0, SHOWN_PEERS).map((peer) => (
        <li key={`${peer.mac}${peer.name}${peer.ipaddress}`}>
          {peer.assetid !== null && (
            <AppLink to={`/assets/${peer.assetid}`} className="mw-cell-link">
              {peer.assetnumber}
            </AppLink>
          )}{' '}
          {peer.name && peer.name !== peer.assetnumber && `${peer.name} `}
          <span className="mw-muted">
            {[peer.port && `port ${peer.port.replace(/^port /i, '')}`, peer.ipaddress, peer.mac]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
      {more > 0 && <li className="mw-muted">and {more} more</li>}
    </ul>
  );
}

function Members({ members }: { members: NetworkPorts['members'] }) {
  return (
    <section className="mw-card mw-stack-members" aria-label="Stack members">
      <header>
        <h2>Stack members</h2>
        <span className="mw-muted">{members.length}</span>
      </header>
      <dl className="mw-fact-list">
        {members.map(({ stackmemberid, serialnumber, model, name, firmware }) => (
          <div key={stackmemberid}>
            <dt>{name ?? model ?? 'Member'}</dt>
            <dd>
              {serialnumber}{' '}
              <span className="mw-muted">{[name && model, firmware].filter(Boolean).join(' · ')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
