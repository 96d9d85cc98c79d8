import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { absoluteTime, RelativeTime } from '../../../../src/web/parts/time.tsx';
import { actionTitle, CREDENTIAL_LABELS, VERDICT_LABELS } from '../labels.ts';
import { FactList } from './facts.tsx';
import type { Status } from './pc-queries.ts';

/** Shows the data that the agent reports about itself, and its credential. */
export function StatusCard({ status }: { status: Status }) {
  const { verdict, credential, block, servertrust } = status;
  return (
    <FactList
      title="Agent"
      facts={[
        ['State', <StateBadge key="verdict" {...VERDICT_LABELS[verdict]} />],
        ['Reason', verdict === 'offline' ? null : status.verdictreason],
        ['Last check-in', <RelativeTime key="seen" at={status.lastcheckin} />],
        ['Credential', <StateBadge key="credential" {...CREDENTIAL_LABELS[status.credentialstate]} />],
        ['Issued', credential && <RelativeTime key="issued" at={credential.createddate} />],
        ['First used', credential && <RelativeTime key="used" at={credential.firstuseddate} />],
        ['Enrollment blocked', block && <KeptSince key="block" {...block} />],
        ['Version', status.agentversion],
        ['System', status.osversion],
        ['Uptime', status.uptimeseconds === null ? null : spanText(status.uptimeseconds)],
        [
          'This appliance',
          status.lastcheckin && (servertrust.pinned ? 'Pinned by the agent' : 'Trusted without a pin'),
        ],
      ]}
    />
  );
}

function KeptSince({ reason, createddate }: NonNullable<Status['block']>) {
  return (
    <>
      since <time dateTime={createddate}>{absoluteTime(createddate)}</time>
      {reason && `: ${reason}`}
    </>
  );
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Formats seconds, for example as `3 days 4 h`. */
function spanText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS);
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  return hours > 0 ? `${hours} h` : `${Math.floor(seconds / MINUTE_SECONDS)} min`;
}

/** Shows the allowed actions on the PC, their policy, and the number of queued commands. */
export function PolicyCard({ status: { policy, queued } }: { status: Status }) {
  const name = policy.policyid ? (
    <AppLink to={`/endpoints/policies/${policy.policyid}`}>{policy.policyname}</AppLink>
  ) : (
    `${policy.policyname}: no other policy applies`
  );
  const allowed = policy.allowedactions.map((action) => <li key={action}>{actionTitle(action)}</li>);
  return (
    <FactList
      title="Policy"
      facts={[
        ['Policy', name],
        ['Allowed', allowed.length > 0 ? <ul key="allowed">{allowed}</ul> : 'Nothing'],
        ['Queued commands', queued],
      ]}
    />
  );
}
