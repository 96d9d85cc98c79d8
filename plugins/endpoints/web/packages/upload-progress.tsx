import { Progress } from '@mantine/core';
import { sizeText } from '../../../../src/web/parts/size-text.ts';

/** Shows the progress of an upload. `share` is the sent part from 0 to 1, `size` the whole in bytes. */
export function UploadProgress({ share, size }: { share: number; size: number }) {
  const percent = Math.round(share * 100);
  return (
    <div role="status">
      <Progress value={percent} animated={share >= 1} aria-label="Upload" mb={4} transitionDuration={200} />
      <span className="mw-muted">
        {share < 1
          ? `${percent} % sent, ${sizeText(size * share)} of ${sizeText(size)}`
          : 'Upload complete. The appliance verifies the file.'}
      </span>
    </div>
  );
}
