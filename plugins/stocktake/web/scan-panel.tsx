import { ActionIcon, Alert, Button } from '@mantine/core';
import {
  IconCamera,
  IconCameraOff,
  IconCloudOff,
  IconFlag,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSignals } from '../../../src/web/floor/sounds.ts';
import { useStoredState } from '../../../src/web/parts/use-stored-state.ts';
import { formatCount, type Stocktake } from './data.ts';
import { FinishDialog } from './finish-dialog.tsx';
import { MissingList } from './missing-list.tsx';
import { RecentScans } from './recent-scans.tsx';
import { ScanField } from './scan-field.tsx';
import { worstOf } from './signals.ts';
import { useCamera } from './use-camera.ts';
import { type Scans, useScans } from './use-scans.ts';

interface ScanPanelProps {
  stocktake: Stocktake;
  user: string;
}

/** Scans by camera, by wedge scanner and by hand, and shows the outcomes. */
export function ScanPanel({ stocktake, user }: ScanPanelProps) {
  const { stocktakeid } = stocktake;
  const [isMuted, setMuted] = useStoredState('stocktake.muted', false);
  const [finishing, setFinishing] = useState(false);
  const signal = useSignals(isMuted);
  const scans = useScans(stocktakeid, user, (answers) =>
    signal(worstOf(answers.map(({ outcome }) => outcome))),
  );
  const scan = (code: string) => {
    scans.scan(code);
    // The outcome is unknown without a network. The sound confirms that the scan is stored.
    if (scans.isOffline) signal('kept');
  };
  const camera = useCamera(scan);
  if (stocktake.state !== 'open') return <Waiting scans={scans} isOver />;
  return (
    <>
      <Waiting scans={scans} />
      {camera.isOn && (
        <div className="mw-stocktake-camera">
          <video ref={camera.video} muted playsInline aria-label="Camera image" />
        </div>
      )}
      {camera.problem && (
        <Alert color="yellow" mb={12} role="alert">
          {camera.problem}
        </Alert>
      )}
      <ScanField onCode={scan} />
      <div className="mw-stocktake-bar">
        <Button
          flex={1}
          size="md"
          variant={camera.isOn ? 'default' : 'filled'}
          leftSection={
            camera.isOn ? <IconCameraOff size={20} aria-hidden /> : <IconCamera size={20} aria-hidden />
          }
          onClick={camera.isOn ? camera.stop : camera.start}
        >
          {camera.isOn ? 'Stop' : 'Camera'}
        </Button>
        <ActionIcon
          size={44}
          variant="default"
          aria-label={isMuted ? 'Sound on' : 'Sound off'}
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? <IconVolumeOff size={20} /> : <IconVolume size={20} />}
        </ActionIcon>
        <Button
          size="md"
          variant="default"
          leftSection={<IconFlag size={20} aria-hidden />}
          onClick={() => setFinishing(true)}
        >
          Finish
        </Button>
      </div>
      <RecentScans scans={scans} stocktake={stocktake} />
      <MissingList stocktakeid={stocktakeid} missing={stocktake.missing} />
      {finishing && (
        <FinishDialog stocktake={stocktake} waiting={scans.waiting} onClose={() => setFinishing(false)} />
      )}
    </>
  );
}

/** Warns about unconfirmed scans and offers to send them again. */
function Waiting({ scans, isOver }: { scans: Scans; isOver?: boolean }) {
  const { waiting, isOffline, problem, sendNow } = scans;
  if (waiting === 0 || (!isOffline && !problem && !isOver)) return null;
  const what = formatCount(waiting, 'scan');
  return (
    <Alert color={problem ? 'red' : 'yellow'} mb={12} icon={<IconCloudOff size={20} />} role="status">
      {problem
        ? `${what} could not be saved: ${problem} They stay on this phone.`
        : `${what} ${waiting === 1 ? 'waits' : 'wait'} for the network. They stay on this phone until they are sent.`}
      <Button size="sm" h={44} mt={8} variant="default" display="block" onClick={sendNow}>
        Send now
      </Button>
    </Alert>
  );
}
