import { IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { pcPath } from '../../pc-path.ts';
import type { EnrollmentView } from './inbox-query.ts';

type Row = [title: string, said: ReactNode, known: ReactNode, differs?: boolean];

/** Shows the data of the agent next to those of the register, and marks differences. */
export function RequestFacts({ request }: { request: EnrollmentView }) {
  return (
    <table className="mw-compared" aria-label={`${request.hostname}: reported and registered data`}>
      <thead>
        <tr>
          <td />
          <th scope="col">Reported by agent</th>
          <th scope="col">In the register</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(request).map(([title, reported, registered, differs]) => (
          <tr key={title} data-differs={differs || undefined}>
            <th scope="row">
              {title} {differs && <IconEqualNot size={14} role="img" aria-label="differs" />}
            </th>
            <td>{reported || NONE}</td>
            <td>{registered || NONE}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NONE = <span className="mw-muted">–</span>;

function rowsOf({ computer, ...request }: EnrollmentView): Row[] {
  const { hostname, serialnumber, agentversion, osversion, candidates, contested, noncefingerprint } =
    request;
  const asker = candidates.length === 1 && candidates[0]?.address;
  const agent = agentVersionText(agentversion, osversion);
  return [
    [
      'Host name',
      hostname,
      computer && <PcLink assetid={computer.assetid} name={computer.hostname} />,
      !computer,
    ],
    ['Serial number', serialnumber, computer?.serialnumber, !computer?.serialmatches],
    ['Location', asker && `From ${asker}`, computer?.location],
    ['System and user', agent, computer?.loggedinuser && `Last user ${computer.loggedinuser}`],
    [
      'Credential',
      noncefingerprint && (
        <>
          {contested ? 'First fingerprint ' : 'Fingerprint '}
          <span className="mw-mono">{noncefingerprint}</span>
        </>
      ),
      computer && <Standing {...computer} />,
    ],
    [
      'Last request',
      <RelativeTime key="asked" at={request.modifieddate} />,
      computer && (
        <>
          Inventory <RelativeTime at={computer.lastreporteddate} />
        </>
      ),
    ],
  ];
}

const agentVersionText = (agent: string | null, system: string | null): string =>
  [agent && `Agent ${agent}`, system].filter(Boolean).join(' on ');

function PcLink({ assetid, name }: { assetid: number; name: string | null }) {
  return <AppLink to={pcPath(assetid)}>{name}</AppLink>;
}

function Standing({ enrolled, blocked }: { enrolled: boolean; blocked: boolean }) {
  if (blocked) return <StateBadge word="blocked" label="Enrollment blocked" />;
  return enrolled ? <StateBadge word="enrolled" label="Already enrolled" /> : 'None yet';
}
