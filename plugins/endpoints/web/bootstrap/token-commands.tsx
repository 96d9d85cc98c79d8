import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { absoluteTime } from '../../../../src/web/parts/time.tsx';
import { currentQuery } from '../packages/package-query.ts';
import { CommandLine } from './command-line.tsx';
import type { MintedToken } from './token-query.ts';

/**
 * Shows the secret and the commands of a new token, once. Only its button closes the dialog, because an
 * accidental close would lose the secret.
 */
export function TokenCommands({ token, onClose }: { token: MintedToken; onClose: () => void }) {
  const uses = token.maxuses === null ? 'on any number of PCs' : `on at most ${token.maxuses} PCs`;
  return (
    <Dialog
      title={`Install agents: ${token.name}`}
      size={720}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <div className="mw-stack">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          These commands are shown only once, because they contain the token. Copy them before you close this
          dialog. They work until {absoluteTime(token.expiresat)}, {uses}.
        </Alert>
        <InstallCommands token={token} />
        <CommandLine
          title="Token"
          description="For your own tools: the value of “t” in the address."
          text={token.secret}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** Shows the commands that install agents on Windows and Linux. Warns where the build is missing. */
export function InstallCommands({ token }: { token: MintedToken }) {
  const { data: builds } = useQuery(currentQuery);
  const isMissing = (system: string) =>
    builds !== undefined && !builds.some(({ platform }) => platform.startsWith(system));
  return (
    <>
      <CommandLine title="Windows" description="Run in PowerShell as administrator." text={token.command}>
        {isMissing('windows') && <NoBuild system="Windows" />}
      </CommandLine>
      <CommandLine title="Linux" description="Run in a shell as a user with sudo." text={token.shcommand}>
        {isMissing('linux') && <NoBuild system="Linux" />}
      </CommandLine>
    </>
  );
}

/**
 * Warns that a platform has no current build. Opens the page of builds in a new tab, because the secret would
 * be lost here.
 */
const NoBuild = ({ system }: { system: string }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
    <span className="mw-through">
      This command does not work yet, because there is no current build for {system}. Make one current under{' '}
      <AppLink to="/endpoints/packages" target="_blank">
        Agent builds
      </AppLink>
      .
    </span>
  </Alert>
);
