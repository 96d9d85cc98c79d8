import { IconKey, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { ConfirmModal } from '../../../../src/web/parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { type TokenRow, tokensQuery } from './token-query.ts';

const STATES: Record<TokenRow['state'], { word: string; label: string }> = {
  active: { word: 'active', label: 'Active' },
  expired: { word: 'inactive', label: 'Expired' },
  usedup: { word: 'inactive', label: 'Used up' },
  revoked: { word: 'revoked', label: 'Revoked' },
};

/** Lists the tokens with their states, the newest first. */
export function BootstrapTokenList({ add }: { add: ReactNode }) {
  const [page, setPage] = useState(1);
  const [revoking, setRevoking] = useState<TokenRow | null>(null);
  const query = useQuery(tokensQuery(page));
  return (
    <>
      <DataTable
        title="Bootstrap tokens"
        bare
        query={query}
        rows={query.data?.data}
        rowKey={({ bootstraptokenid }) => bootstraptokenid}
        columns={COLUMNS}
        isInactive={({ state }) => state !== 'active'}
        actions={(token) =>
          token.state === 'active' && (
            <SmallButton
              icon={IconX}
              variant="subtle"
              color="red"
              aria-label={`Revoke ${token.name}`}
              onClick={() => setRevoking(token)}
            >
              Revoke
            </SmallButton>
          )
        }
        foot={<Pager info={query.data?.pagination} onPage={setPage} />}
        expected={3}
        add={query.data?.data.length === 0 && add}
        empty={{
          icon: IconKey,
          title: 'No tokens yet',
          text: 'Create a token to get one command for Windows and one for Linux. The command downloads the agent from this appliance, verifies it and installs it. The token does not approve the PC. It expires automatically, and you can revoke it earlier.',
        }}
      />
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const COLUMNS: TableColumn<TokenRow>[] = [
  {
    title: 'Name',
    headline: true,
    wrap: true,
    cell: ({ name, prefix }) => (
      <>
        <strong>{name}</strong> <span className="mw-mono mw-muted">{prefix}…</span>
      </>
    ),
  },
  { title: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
  { title: 'Expires', cell: ({ expiresat }) => <RelativeTime at={expiresat} /> },
  {
    title: 'Used',
    cell: ({ usecount, maxuses }) => (maxuses === null ? usecount : `${usecount} of ${maxuses}`),
  },
  {
    title: 'Created',
    cell: ({ createddate, createdby }) => (
      <>
        <RelativeTime at={createddate} />
        {createdby && <span className="mw-muted"> by {createdby}</span>}
      </>
    ),
  },
];

function Revoke({ token, onClose }: { token: TokenRow; onClose: () => void }) {
  const confirm = async () => {
    await request('DELETE', `/endpoints/bootstrap-tokens/${token.bootstraptokenid}`);
    await queryClient.invalidateQueries();
    toastDone(`${token.name} is revoked.`);
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Revoke ${token.name}`}
      action="Revoke"
      danger
      onConfirm={confirm}
    >
      The commands of this token stop working now. PCs that were installed with it continue to work. This
      cannot be undone.
    </ConfirmModal>
  );
}
