import type { Actor } from '../../kit/actor.ts';
import type { SiteReport } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { redactedKeysOf } from '../../kit/http/redact.ts';

/** Returns the columns that the caller may see. */
export const listVisibleColumns = (host: Host, { columns }: SiteReport, actor: Actor) => {
  const hidden = redactedKeysOf(actor, host.contributions.personal);
  return Object.entries(columns).flatMap(([key, title]) => (hidden.has(key) ? [] : [{ key, title }]));
};
