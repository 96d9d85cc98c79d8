import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '../../../features/identity/schemas.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { NewTokenModal } from './new-token-modal.tsx';
import { usePermissionLabel } from './permission-label.ts';

const NAME: TableColumn<ApiToken> = {
  title: 'Name',
  cell: (token) => <TokenName token={token} />,
  headline: true,
  wrap: true,
};
const OWNER: TableColumn<ApiToken> = {
  title: 'Owner',
  cell: (token) => (token.kind === 'service' ? 'Service' : token.username),
};
const OTHER_COLUMNS: TableColumn<ApiToken>[] = [
  { title: 'State', cell: (token) => <StateBadge word={stateOf(token)} /> },
  {
    title: 'Permissions',
    cell: (token) => <TokenPermissions token={token} />,
    wrap: true,
  },
  {
    title: 'Last used',
    cell: (token) => (
      <span title={token.lastusedip ?? undefined}>
        <RelativeTime at={token.lastuseddate} />
      </span>
    ),
  },
  { title: 'Expires', cell: (token) => <RelativeTime at={token.expiresat} /> },
];

function TokenPermissions({ token: { scopes } }: { token: ApiToken }) {
  const describe = usePermissionLabel();
  if (!scopes) return 'All permissions of the owner';
  return <span title={scopes.join(', ')}>{scopes.map((name) => describe(name) ?? name).join(', ')}</span>;
}

function stateOf(token: ApiToken): string {
  if (!token.isactive) return 'Revoked';
  return token.expiresat && Date.parse(token.expiresat) < Date.now() ? 'Expired' : 'Active';
}

interface TokenListProps {
  cancreate: boolean;
  /** Lists the tokens of all users, for an admin. */
  all?: boolean;
}

/** Shows API tokens with their last use. A new token shows its secret once. */
export function TokenList({ cancreate, all = false }: TokenListProps) {
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const query = useQuery({
    queryKey: ['apitokens', all],
    queryFn: () => get<ApiToken[]>('/apitokens', { all: all || undefined }),
  });
  const revoke = async () => {
    const answer = await request('DELETE', `/apitokens/${revoking?.tokenid}`);
    await queryClient.invalidateQueries({ queryKey: ['apitokens'] });
    toastDone(`${revoking?.name} revoked.`, answer.auditid);
  };
  return (
    <>
      <DataTable
        title="API tokens"
        query={query}
        rows={query.data}
        rowKey={(token) => token.tokenid}
        columns={all ? [NAME, OWNER, ...OTHER_COLUMNS] : [NAME, ...OTHER_COLUMNS]}
        isInactive={(token) => !token.isactive}
        actions={(token) =>
          token.isactive && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Revoke ${token.name}`}
              onClick={() => setRevoking(token)}
            >
              Revoke
            </Button>
          )
        }
        expected={3}
        add={
          cancreate && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              New token
            </SmallButton>
          )
        }
        empty={{
          icon: IconKey,
          title: 'No tokens yet',
          text: 'With a token, a script or program can act as you, within the permissions that you select.',
        }}
      />
      {adding && <NewTokenModal service={all} onClose={() => setAdding(false)} />}
      <ConfirmModal
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}`}
        action="Revoke"
        danger
        onConfirm={revoke}
      >
        Programs that use this token lose access with their next request.
      </ConfirmModal>
    </>
  );
}

function TokenName({ token }: { token: ApiToken }) {
  return (
    <>
      <strong>{token.name}</strong> <span className="mw-mono mw-muted">{token.prefix}…</span>
    </>
  );
}
