import { IconDownload } from '@tabler/icons-react';
import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { saveCsv } from '../../parts/save-csv.ts';
import { SmallButton } from '../../parts/small-button.tsx';

/** Downloads the rejected rows of an import with their reasons. Renders nothing when there are none. */
export function RejectedRowsButton({ record }: { record: ImportSummary }) {
  if (record.counts.error === 0) return null;
  const download = () =>
    saveCsv({
      path: `/imports/${record.importid}/errors.csv`,
      name: `${record.filename.replace(/\.\w+$/, '')}-errors`,
      isFile: true,
    });
  return (
    <SmallButton icon={IconDownload} onClick={() => void download()}>
      Download errors
    </SmallButton>
  );
}

/** Downloads a file with the headers of a target. */
export function TemplateButton({ target }: { target: string }) {
  const download = () =>
    saveCsv({
      path: `/imports/templates/${encodeURIComponent(target)}`,
      name: `${target}-template`,
      isFile: true,
    });
  return (
    <SmallButton icon={IconDownload} onClick={() => void download()}>
      Download template
    </SmallButton>
  );
}
