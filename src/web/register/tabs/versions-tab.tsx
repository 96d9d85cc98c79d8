import type { TabProps } from '../../plugin-parts.tsx';
import { VersionsCard } from './versions-card.tsx';

/** Shows the versions of an application, each with its installer packages. */
export function VersionsTab({ id, register }: TabProps) {
  return <VersionsCard appid={id} canedit={register.can.edit} />;
}
