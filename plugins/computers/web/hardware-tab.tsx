import { Progress } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { PART_KINDS, type PartKind } from '../hardware/kinds.ts';
import type { ComputerPart } from '../hardware/route.ts';
import { IgnoredCard } from './ignored-card.tsx';

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
/** Free share below which a volume is almost full. */
const LOW_FREE_SHARE = 0.1;

/** Shows the hardware of a computer, kind by kind. */
export function HardwareTab({ id: computerid }: TabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['hardware', computerid],
    queryFn: () => get<ComputerPart[]>(`/computers/${computerid}/hardware`),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.length === 0)
    return (
      <div className="mw-stack">
        <div className="mw-card">
          <EmptyState icon={<IconCpu size={32} />} title="No hardware data">
            The agent reports processors, memory, disks and monitors with its inventory. GLPI, FusionInventory
            and OCS agents do so too.
          </EmptyState>
        </div>
        <IgnoredCard computerid={computerid} />
      </div>
    );
  const kinds = (Object.keys(PART_KINDS) as PartKind[]).filter((kind) =>
    data.some((one) => one.kind === kind),
  );
  return (
    <div className="mw-facts">
      {kinds.map((kind) => (
        <section key={kind} className="mw-card">
          <header>
            <h2>{PART_KINDS[kind]}</h2>
            <span className="mw-muted">{totalOf(kind, data)}</span>
          </header>
          <ul>
            {data
              .filter((one) => one.kind === kind)
              .map((one) => (
                <PartRow key={one.computerpartid} part={one} />
              ))}
          </ul>
        </section>
      ))}
      <IgnoredCard computerid={computerid} />
    </div>
  );
}

const inWords = (megabytes: number): string =>
  megabytes < 1024 ? `${NUMBER.format(megabytes)} MB` : `${NUMBER.format(megabytes / 1024)} GB`;

/**
 * Returns the total of the memory banks. For another kind, returns the number of its parts if there are
 * several, otherwise an empty text.
 */
function totalOf(kind: PartKind, parts: readonly ComputerPart[]): string {
  const those = parts.filter((one) => one.kind === kind);
  if (kind === 'memory') return inWords(those.reduce((sum, { megabytes }) => sum + (megabytes ?? 0), 0));
  return those.length > 1 ? String(those.length) : '';
}

function PartRow({ part }: { part: ComputerPart }) {
  const { name, manufacturer, serialnumber, place, megabytes, freemegabytes, detail } = part;
  const size = megabytes === null ? null : inWords(megabytes);
  const facts = [place !== name && place, manufacturer, detail, serialnumber].filter(Boolean).join(' · ');
  const isVolume = megabytes !== null && megabytes > 0 && freemegabytes !== null;
  return (
    <li className="mw-card-pad">
      <div className="mw-used-line">
        <strong className="mw-break">{name}</strong>
        <span>{isVolume ? `${inWords(freemegabytes)} of ${size} free` : size}</span>
      </div>
      {isVolume && (
        <Progress
          value={100 - (freemegabytes / megabytes) * 100}
          color={freemegabytes / megabytes < LOW_FREE_SHARE ? 'red' : undefined}
          size="sm"
          my={4}
          aria-label={`${name}: ${Math.round(100 - (freemegabytes / megabytes) * 100)} % used`}
        />
      )}
      {facts && <div className="mw-muted mw-break">{facts}</div>}
    </li>
  );
}
