import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { Failure } from '../../../../src/web/parts/failure.tsx';
import { ownAddressesQuery } from '../../../../src/web/parts/own-addresses.tsx';
import { CommandLine } from './command-line.tsx';
import { FirstReport } from './first-report.tsx';
import { buildGlpiCommands } from './glpi-commands.ts';
import { InstallCommands } from './token-commands.tsx';
import { type MintedToken, pinnedQuery } from './token-query.ts';

/** Hours for which the commands of the setup work. */
const VALID_HOURS = 24;

interface FirstCommands {
  token: MintedToken;
  /** Service token with which agents of GLPI report. */
  key: string;
}

/** Creates a bootstrap token and a service token for the first PCs. */
async function createFirstCommands(): Promise<FirstCommands> {
  const { data: token } = await request<MintedToken>('POST', '/endpoints/bootstrap-tokens', {
    body: { name: 'First PCs', expireshours: VALID_HOURS },
  });
  const { data: service } = await request<{ secret: string }>('POST', '/apitokens', {
    body: { name: 'Inventory agents', service: true, scopes: ['collector.ingest'] },
  });
  return { token, key: service.secret };
}

/**
 * Shows one command for each kind of agent and operating system, with its key, and waits for the first PC to
 * report. For the last step of the setup.
 */
export function FirstPcs() {
  const { data: own } = useQuery(ownAddressesQuery);
  const { data: isPinned } = useQuery(pinnedQuery);
  const [commands, setCommands] = useState<FirstCommands | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setCommands(await createFirstCommands());
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  if (own === undefined || isPinned === undefined) return null;
  const { siteurl, sha256 } = own;
  return (
    <section className="mw-stack" aria-labelledby="first-pcs">
      <h2 id="first-pcs">Connect first PC</h2>
      {siteurl === null || !isPinned ? (
        <p className="mw-muted">
          Agents need an address on the network and TLS. Set both, and create install commands later under
          Fleet, Agents, Bootstrap tokens.
        </p>
      ) : commands ? (
        <ShownCommands commands={commands} server={siteurl} sha256={sha256} />
      ) : (
        <>
          <p>
            An agent reports its PC with hardware, programs and user. The commands that install the Millwright
            agent work for {VALID_HOURS} hours. Those for GLPI Agent work until you revoke their token.
          </p>
          <Failure>{failure}</Failure>
          <Button variant="default" loading={isBusy} onClick={create} style={{ alignSelf: 'flex-start' }}>
            Create install commands
          </Button>
        </>
      )}
      <FirstReport />
    </section>
  );
}

interface ShownCommandsProps {
  commands: FirstCommands;
  server: string;
  sha256: string | null;
}

function ShownCommands({ commands: { token, key }, server, sha256 }: ShownCommandsProps) {
  const glpi = buildGlpiCommands({ server, key, sha256 });
  return (
    <>
      <p>Copy the commands now. They are shown only once, because they contain keys.</p>
      <InstallCommands token={token} />
      <CommandLine
        title="GLPI agent on Windows"
        description="Run in a command prompt as administrator, with GLPI Agent installed."
        text={glpi.windows}
      />
      <CommandLine
        title="GLPI agent on Linux"
        description="Run in a shell as a user with sudo, with GLPI Agent installed."
        text={glpi.linux}
      />
    </>
  );
}
