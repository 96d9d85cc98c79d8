import { IconKey } from '@tabler/icons-react';
import { PageHeader } from '../../parts/page-header.tsx';
import { TokenList } from '../identity/token-list.tsx';

/** Shows the tokens of all users and the service tokens. */
export function TokensPage() {
  return (
    <div className="mw-page">
      <PageHeader
        title="API tokens"
        icon={<IconKey size={22} aria-hidden />}
        subtitle="Manage the API tokens of all users and services."
      />
      <TokenList cancreate all />
    </div>
  );
}
