import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { NewTokenModal } from './new-token-modal.tsx';
import { TokenTable } from './token-table.tsx';

interface TokenListProps {
  cancreate: boolean;
  /** Everybody's, for an admin. */
  all?: boolean;
}

/** API tokens with their use; a new one shows its secret once. */
export function TokenList({ cancreate, all = false }: TokenListProps) {
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['apitokens', all],
    queryFn: () => get<ApiToken[]>('/apitokens', { all: all || undefined }),
  });
  const revoke = async () => {
    const answer = await request('DELETE', `/apitokens/${revoking?.tokenid}`);
    await queryClient.invalidateQueries({ queryKey: ['apitokens'] });
    toastDone(`${revoking?.name} revoked.`, answer.auditid);
  };
  const add = cancreate && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setAdding(true)}
    >
      New token
    </Button>
  );
  return (
    <section className="mw-card">
      <header>
        <h2>API tokens</h2>
        {data && data.length > 0 && add}
      </header>
      {isPending && <SkeletonRows rows={3} />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconKey size={32} />} title="No tokens" actions={add}>
          A token lets a script or another program act as you, within the permissions that you give it.
        </EmptyState>
      )}
      {data && data.length > 0 && <TokenTable tokens={data} withowner={all} onRevoke={setRevoking} />}
      {adding && <NewTokenModal service={all} onClose={() => setAdding(false)} />}
      <ConfirmModal
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        action="Revoke"
        danger
        onConfirm={revoke}
      >
        Whatever uses this token is refused from its next call on.
      </ConfirmModal>
    </section>
  );
}
