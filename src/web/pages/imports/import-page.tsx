import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import { get } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { RejectedRowsButton } from './download-buttons.tsx';
import { ImportRows } from './import-rows.tsx';
import { UndoButton } from './undo-button.tsx';
import './import-styles.ts';

/** Shows a previous import with the outcome of each row. */
export function ImportPage() {
  const { importid = '' } = useParams({ strict: false }) as { importid?: string };
  const registers = useRegisters();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['import', importid],
    queryFn: () => get<ImportRecord>(`/imports/${importid}`),
  });
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const register = registers.find((one) => one.name === data.register);
  return (
    <div className="mw-page">
      <PageHeader
        title={data.filename}
        icon={<IconUpload size={22} aria-hidden />}
        crumbs={[{ title: 'Imports', to: '/imports' }]}
        subtitle={
          <>
            Import into {register?.title.toLowerCase() ?? data.target} by {data.username}{' '}
            <RelativeTime at={data.createddate} />
            {data.isundone && ' · undone'}
          </>
        }
        actions={
          <>
            <RejectedRowsButton record={data} />
            {!data.dryrun && !data.isundone && <UndoButton record={data} />}
          </>
        }
      />
      <section className="mw-card mw-card-pad">
        <ImportRows record={data} register={register} />
      </section>
    </div>
  );
}
