import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../../src/web/api/api-error.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import { CommandLine } from './command-line.tsx';
import { FirstReport } from './first-report.tsx';
import { buildGlpiCommands } from './glpi-commands.ts';
import { InstallCommands } from './token-commands.tsx';
import { addressQuery, type MintedToken, pinnedQuery } from './token-query.ts';

/** Hours for which the commands of the setup work. */
const VALID_HOURS = 24;

interface FirstCommands {
  token: MintedToken;
  /** Service token with which agents of GLPI report. */
  key: string;
  server: string;
  sha256: string | null;
}

/** Creates a bootstrap token and a service token for the first PCs. */
async function createFirstCommands(server: string): Promise<FirstCommands> {
  const { data: token } = await request<MintedToken>('POST', '/endpoints/bootstrap-tokens', {
    body: { name: 'First PCs', expireshours: VALID_HOURS },
  });
  const { data: service } = await request<{ secret: string }>('POST', '/apitokens', {
    body: { name: 'Inventory agents', service: true, scopes: ['collector.ingest'] },
  });
  const { sha256 } = await get<{ sha256: string | null }>('/setup/addresses');
  return { token, key: service.secret, server, sha256 };
}

/**
 * Shows one command for each kind of agent and operating system, with its key, and waits for the first PC to
 * report. For the last step of the setup.
 */
export function FirstPcs() {
  const { data: address } = useQuery(addressQuery);
  const { data: isPinned } = useQuery(pinnedQuery);
  const [commands, setCommands] = useState<FirstCommands | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setCommands(await createFirstCommands(address!));
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  if (address === undefined || isPinned === undefined) return null;
  return (
    <section className="mw-stack" aria-labelledby="first-pcs">
      <h2 id="first-pcs">Connect first PC</h2>
      {commands ? (
        <ShownCommands commands={commands} />
      ) : address === '' || !isPinned ? (
        <p className="mw-muted">
          Agents need an address on the network and TLS. Set both, and create install commands later under
          Fleet, Agents, Bootstrap tokens.
        </p>
      ) : (
        <>
          <p>
            An agent reports its PC with hardware, programs and user. The commands contain a key that works
            for {VALID_HOURS} hours.
          </p>
          {failure && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
              {failure}
            </Alert>
          )}
          <Button variant="default" loading={isBusy} onClick={create} style={{ alignSelf: 'flex-start' }}>
            Create install commands
          </Button>
        </>
      )}
      <FirstReport />
    </section>
  );
}

function ShownCommands({ commands: { token, key, server, sha256 } }: { commands: FirstCommands }) {
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
