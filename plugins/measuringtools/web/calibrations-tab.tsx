import { IconCertificate, IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../src/web/api/queries.ts';
import type { TableColumn } from '../../../src/web/parts/data-table.tsx';
import { DataTable } from '../../../src/web/parts/data-table.tsx';
import { FileLink } from '../../../src/web/parts/file-link.tsx';
import { saveCsv } from '../../../src/web/parts/save-csv.ts';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { calendarDate, RelativeTime } from '../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { useGrowingList } from '../../../src/web/register/growing-list.tsx';
import { RESULTS } from '../results.ts';
import { CalibrationModal } from './calibration-modal.tsx';
import { type CalibrationRow, RESULT_STATES } from './result-states.ts';

/** Shows the tab with the calibrations of a tool, their certificates, and the button to record one. */
export function CalibrationsTab({ id, record }: TabProps) {
  const me = useMe();
  const [adding, setAdding] = useState(false);
  const path = `/measuringtools/${id}/calibrations`;
  const list = useGrowingList<CalibrationRow>(['ledger', path], path, 'Older calibrations');
  const has = (right: string) => me?.isadmin || me?.permissions.includes(`measuringtools.${right}`);
  return (
    <>
      <DataTable
        title="Calibrations"
        {...list}
        rowKey={(row) => row.calibrationid}
        columns={columnsFor(Boolean(has('view')))}
        tools={
          <SmallButton icon={IconDownload} onClick={() => void saveCsv({ path, name: 'calibrations' })}>
            CSV
          </SmallButton>
        }
        add={
          has('edit') &&
          record.isactive !== false && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Record calibration
            </SmallButton>
          )
        }
        empty={{
          icon: IconCertificate,
          title: 'No calibrations yet',
          text: 'Record a calibration with its result and certificate. The next due date is calculated from it.',
        }}
      />
      {adding && (
        <CalibrationModal path={path} name={String(record.assetnumber)} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

const columnsFor = (mayRead: boolean): TableColumn<CalibrationRow>[] => [
  { title: 'Calibrated on', headline: true, cell: (row) => calendarDate(row.calibrationdate) },
  {
    title: 'Result',
    cell: (row) => <StateBadge word={RESULT_STATES[row.result]} label={RESULTS[row.result]} />,
  },
  { title: 'Notes', wrap: true, cell: (row) => row.notes ?? <span className="mw-muted">–</span> },
  {
    title: 'Certificate',
    cell: ({ filename, originalname }) => {
      if (!filename) return <span className="mw-muted">–</span>;
      const name = originalname ?? 'Certificate';
      return mayRead ? <FileLink path={`/measuringtools/certificates/${filename}`} name={name} /> : name;
    },
  },
  { title: 'Recorded', cell: (row) => <RelativeTime at={row.createddate} /> },
];
