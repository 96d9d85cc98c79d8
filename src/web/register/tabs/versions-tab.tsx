import type { TabProps } from '../../plugin-parts.tsx';
import { VersionsCard } from './versions-card.tsx';

/** Shows the installable versions of an application. */
export function VersionsTab({ id, register }: TabProps) {
  return <VersionsCard appid={id} canedit={register.can.edit} />;
}
