import { IconMapPin } from '@tabler/icons-react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { recordLabel } from '../resolve.ts';

/**
 * Shows the line below the name of a record, such as other names, the location of an asset, and the times of
 * its last report and change.
 */
export function AssetSubtitle({
  register,
  record,
}: {
  register: RegisterDescriptor;
  record: RegisterRecord;
}) {
  const label = recordLabel(register, record);
  const names = [record.assetnumber, record.name].filter(
    (name, at, all) => typeof name === 'string' && name !== label && all.indexOf(name) === at,
  );
  const seen = record.lastreporteddate;
  return (
    <span className="mw-thing-line">
      {register.name === 'assets' && typeof record.assettype === 'string' && <span>{record.assettype}</span>}
      {names.map((name) => (
        <span key={String(name)}>{String(name)}</span>
      ))}
      {typeof record.location === 'string' && register.isasset && (
        <AppLink to={`/locations/${record.locationid}`}>
          <IconMapPin size={14} aria-hidden /> {record.location}
        </AppLink>
      )}
      {typeof seen === 'string' && (
        <span>
          last report <RelativeTime at={seen} />
        </span>
      )}
      <span>
        changed <RelativeTime at={record.modifieddate as string} />
      </span>
    </span>
  );
}
