import '../endpoint-styles.ts';
import { Button, Switch } from '@mantine/core';
import { IconDownload, IconZoomIn } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { saveBlob } from '../../../../src/web/parts/save-blob.ts';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { type OperatorReport, screenshotQuery } from './report-queries.ts';

/** Shows the screenshot in page width, and enlarged in a dialog. */
export function ScreenshotCard({ report }: { report: OperatorReport }) {
  const { operatorreportid, devicename } = report;
  const { data: picture, error, refetch } = useQuery(screenshotQuery(operatorreportid));
  const address = useAddressOf(picture);
  const [isLarge, setLarge] = useState(false);
  const label = `Screen of ${devicename}`;
  return (
    <section className="mw-card" aria-label="Screen" aria-busy={!picture && !error}>
      <header>
        <h2>Screen</h2>
        {picture && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveBlob(picture, fileNameOf(report, picture))}
          >
            Download
          </Button>
        )}
      </header>
      <div className="mw-card-pad">
        {address ? (
          <button
            type="button"
            className="mw-plain mw-screen"
            aria-label={`Enlarge the screen of ${devicename}`}
            onClick={() => setLarge(true)}
          >
            <img src={address} alt={label} />
            <IconZoomIn size={18} aria-hidden />
          </button>
        ) : error ? (
          <ErrorView error={error} retry={refetch} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
      {isLarge && <LargeScreen address={address} label={label} onClose={() => setLarge(false)} />}
    </section>
  );
}

interface LargeScreenProps {
  address: string | undefined;
  label: string;
  onClose: () => void;
}

/** Shows the picture in the full window, in original size or fitted. */
function LargeScreen({ address, label, onClose }: LargeScreenProps) {
  const [fits, setFits] = useState(false);
  return (
    <Dialog fullScreen title={label} onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="mw-stack">
        <Switch
          label="Fit to window"
          checked={fits}
          onChange={(event) => setFits(event.currentTarget.checked)}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard */}
        <section className="mw-screen-large" aria-label="Screenshot" data-fits={fits} tabIndex={0}>
          <img src={address} alt={label} />
        </section>
      </div>
    </Dialog>
  );
}

/** Returns an object URL for a blob. It is revoked when the blob changes or the component unmounts. */
function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

const fileNameOf = ({ devicename, createddate }: OperatorReport, { type }: Blob): string =>
  `${devicename} ${createddate.slice(0, 19).replaceAll(':', '-')}.${type === 'image/png' ? 'png' : 'jpg'}`;
