import { Button } from '@mantine/core';
import type { ApiToken } from '../../../features/identity/schemas.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Ago } from '../../parts/time.tsx';

interface TokenTableProps {
  tokens: ApiToken[];
  withowner: boolean;
  onRevoke: (token: ApiToken) => void;
}

function stateOf(token: ApiToken): string {
  if (!token.isactive) return 'Revoked';
  return token.expiresat && Date.parse(token.expiresat) < Date.now() ? 'Expired' : 'Active';
}

export function TokenTable({ tokens, withowner, onRevoke }: TokenTableProps) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <table className="mw-table mw-stackable">
        <thead>
          <tr>
            <th>Name</th>
            {withowner && <th>Owner</th>}
            <th>State</th>
            <th>May do</th>
            <th>Last used</th>
            <th>Expires</th>
            <th>
              <span className="mw-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.tokenid} data-inactive={!token.isactive || undefined}>
              <td>
                <strong>{token.name}</strong>{' '}
                {token.prefix && <span className="mw-mono mw-muted">{token.prefix}…</span>}
              </td>
              {withowner && (
                <td data-label="Owner">{token.kind === 'service' ? 'Service' : token.username}</td>
              )}
              <td data-label="State">
                <StateBadge word={stateOf(token)} />
              </td>
              <td data-label="May do" title={token.scopes?.join(', ')}>
                {token.scopes ? token.scopes.join(', ') : 'Everything its owner may'}
              </td>
              <td data-label="Last used" title={token.lastusedip ?? undefined}>
                <Ago at={token.lastuseddate} />
              </td>
              <td data-label="Expires">
                {token.expiresat ? <Ago at={token.expiresat} /> : <span className="mw-muted">never</span>}
              </td>
              <td data-number>
                {token.isactive && (
                  <Button size="compact-sm" variant="subtle" color="red" onClick={() => onRevoke(token)}>
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
