import '../endpoint-styles.ts';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFocusBack } from '../../../../src/web/parts/dialog.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { commandTitle } from '../labels.ts';
import { CommandDetail } from './command-detail.tsx';
import { commandQuery, type PcCommand } from './command-query.ts';

interface CommandDrawerProps {
  commandid: number;
  /** The command from the list, if it is there. It is shown until the full command is loaded. */
  listed: PcCommand | undefined;
  onClose: () => void;
}

/** Shows one command with all its data, next to the list. */
export function CommandDrawer({ commandid, listed, onClose }: CommandDrawerProps) {
  useFocusBack();
  const { data, error, refetch } = useQuery({ ...commandQuery(commandid), placeholderData: listed });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={data ? commandTitle(data) : `Command ${commandid}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <CommandDetail command={data} />
      ) : error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Drawer>
  );
}
