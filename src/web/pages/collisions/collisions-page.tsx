import { IconCopyCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Collision } from '../../../features/catalog/collision-routes.ts';
import { request } from '../../api/client.ts';
import { useMe, useRegisters } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { useGrowingList } from '../../register/growing-list.tsx';
import { CollisionCard } from './collision-card.tsx';
import { DuplicateNames } from './duplicate-names.tsx';

/** Shows pairs of possible duplicates side by side, so that a user can decide. */
export function CollisionsPage() {
  const list = useRef<HTMLDivElement>(null);
  const isadmin = useMe()?.isadmin ?? false;
  const canedit = useRegisters().some((register) => register.name === 'assets' && register.can.edit);
  const { query, rows, foot } = useGrowingList<Collision>(['collisions'], '/assets/collisions', 'More pairs');
  const decide = async (collision: Collision, same: boolean) => {
    const [older, newer] = collision.assets.map(({ assetnumber }) => assetnumber);
    try {
      const answer = await request('POST', `/assets/collisions/${collision.collisionid}/decide`, {
        body: { same },
      });
      await queryClient.invalidateQueries();
      // The buttons of the decided records are gone, so the focus moves to the list.
      list.current?.focus();
      toastDone(
        same ? `${newer} merged into ${older}.` : `${older} and ${newer} stay separate.`,
        answer.auditid,
      );
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Possible duplicates"
        icon={<IconCopyCheck size={22} aria-hidden />}
        subtitle="Compare and merge records that may be the same asset, because they share a name, number or address."
      />
      {query.error && <ErrorView error={query.error} retry={query.refetch} />}
      {query.isPending && <SkeletonRows rows={5} />}
      <div ref={list} tabIndex={-1} className="mw-stack mw-quiet-focus" aria-busy={query.isPending}>
        {rows?.map((collision) => (
          <CollisionCard
            key={collision.collisionid}
            collision={collision}
            decide={canedit ? (same) => decide(collision, same) : undefined}
          />
        ))}
        {rows?.length === 0 && (
          <EmptyState icon={<IconCopyCheck size={32} />} title="No possible duplicates">
            Two computers appear here if they report the same serial number, UUID or host name, but their
            other identifiers differ. Each keeps its own record.
          </EmptyState>
        )}
        {foot}
        {isadmin && <DuplicateNames />}
      </div>
    </div>
  );
}
