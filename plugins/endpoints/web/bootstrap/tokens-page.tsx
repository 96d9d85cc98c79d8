import '../endpoint-styles.ts';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { MissingRequirements } from './missing-requirements.tsx';
import { NewToken } from './new-token.tsx';
import { TokenCommands } from './token-commands.tsx';
import { BootstrapTokenList } from './token-list.tsx';
import { type MintedToken, tokensQuery } from './token-query.ts';

/** Shows the page of the tokens with which users install agents by one pasted command. */
export function BootstrapPage() {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MintedToken | null>(null);
  const { data } = useQuery(tokensQuery(1));
  const isEmpty = data?.pagination?.total === 0;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      New token
    </Button>
  );
  return (
    <div className="mw-page">
      <PageHeader
        title="Bootstrap tokens"
        icon={<IconKey size={22} aria-hidden />}
        subtitle="A bootstrap token lets a PC download and install the agent; the PC then waits under Enrollment."
        actions={!isEmpty && add}
      />
      <div className="mw-stack">
        <MissingRequirements />
        <BootstrapTokenList add={add} />
      </div>
      {adding && (
        <NewToken
          onMade={(token) => {
            setAdding(false);
            setMade(token);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {made && <TokenCommands token={made} onClose={() => setMade(null)} />}
    </div>
  );
}
