import type { ApplianceRecord } from '../../../../features/appliance/appliance-record.ts';
import { addPageStyles } from '../../../parts/page-styles.ts';
import { sizeText } from '../../../parts/size-text.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import styles from './disk-card.css' with { type: 'text' };

addPageStyles('disk', [styles]);

const LOW_SHARE = 0.1;

interface Part {
  name: string;
  /** Size in bytes; null before it is measured. */
  bytes: number | null;
  color: string;
}

function partsOf({ disk }: ApplianceRecord): Part[] {
  const { databasebytes, filesbytes, backupsbytes, logsbytes, totalbytes, freebytes } = disk;
  const own = [databasebytes, filesbytes, backupsbytes, logsbytes].reduce<number>(
    (sum, bytes) => sum + (bytes ?? 0),
    0,
  );
  return [
    { name: 'Database', bytes: databasebytes, color: 'var(--mantine-primary-color-filled)' },
    { name: 'Files', bytes: filesbytes, color: 'var(--mw-good)' },
    { name: 'Backups', bytes: backupsbytes, color: 'var(--mw-warning)' },
    { name: 'Logs', bytes: logsbytes, color: 'var(--mw-critical)' },
    {
      name: 'Other data on this disk',
      bytes: Math.max(0, totalbytes - freebytes - own),
      color: 'var(--mw-off)',
    },
    { name: 'Free', bytes: freebytes, color: 'var(--mw-sunken)' },
  ];
}

/** Shows the usage of the disk with the data directory as a bar with a legend. */
export function DiskCard({ record }: { record: ApplianceRecord }) {
  const { totalbytes, freebytes } = record.disk;
  const parts = partsOf(record);
  const isLow = freebytes < totalbytes * LOW_SHARE;
  return (
    <section className="mw-card mw-appliance-wide" aria-label="Disk">
      <header>
        <h2>Disk</h2>
        <StateBadge
          word={isLow ? 'low' : 'ok'}
          label={`${sizeText(freebytes)} of ${sizeText(totalbytes)} free`}
        />
      </header>
      <div className="mw-card-pad">
        <div className="mw-disk" aria-hidden>
          {parts.map(({ name, bytes, color }) => (
            <span
              key={name}
              style={{ flexGrow: bytes ?? 0, background: color }}
              data-any={bytes ? '' : undefined}
            />
          ))}
        </div>
        <ul className="mw-disk-legend">
          {parts.map(({ name, bytes, color }) => (
            <li key={name}>
              <span className="mw-disk-key" style={{ background: color }} aria-hidden />
              {name} <strong>{bytes === null ? '…' : sizeText(bytes)}</strong>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
