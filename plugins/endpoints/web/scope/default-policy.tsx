import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../../src/web/api/client.ts';
import type { Status } from '../fleet/pc-queries.ts';
import { actionTitle } from '../labels.ts';

/** Shows the default policy, which applies when no other one does. It is no record and cannot be edited. */
export function DefaultPolicy() {
  const { data } = useQuery({
    queryKey: ['endpoints-standing-policy'],
    queryFn: ({ signal }) => get<Status['policy']>('/endpoints/policies/standing', {}, signal),
  });
  if (!data) return null;
  return (
    <section className="mw-card mw-standing" aria-label={data.policyname}>
      <IconShieldCheck size={18} aria-hidden />
      <div>
        <strong>{data.policyname}</strong>{' '}
        <span className="mw-muted">for PCs without another policy; it cannot be changed</span>
        <div>{data.allowedactions.map(actionTitle).join(', ')}</div>
      </div>
    </section>
  );
}
