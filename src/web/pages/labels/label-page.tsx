import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Label } from '../../../features/labels/label.ts';
import { get } from '../../api/client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { useStoredState } from '../../parts/use-stored-state.ts';
import { readStyleNonce } from '../../style-nonce.ts';
import { findSizeProblem } from './face-layout.ts';
import { LabelFace, useLabelFrame } from './label-face.tsx';
import { DEFAULT_LOOK, type LabelLook } from './label-look.ts';
import { LabelOptions } from './label-options.tsx';
import { LabelPrinterPanel } from './label-printer.tsx';
import { LabelSheets } from './label-sheets.tsx';
import { PAPERS } from './sheet-layout.ts';
import { SheetOptions } from './sheet-options.tsx';

/** Shows the label of one record. */
export function LabelPage() {
  const { type = '', id = '' } = useParams({ strict: false }) as { type?: string; id?: string };
  return <Labels type={type} ids={[Number(id)]} />;
}

/** Shows the labels of several records: `/print/labels/asset?ids=1,2,3`. */
export function LabelsPage() {
  const { type = '' } = useParams({ strict: false }) as { type?: string };
  const { ids = '' } = useSearch({ strict: false }) as { ids?: string };
  return <Labels type={type} ids={ids.split(',').map(Number)} />;
}

/** Shows labels in their real size, and the choice of their appearance. */
function Labels({ type, ids }: { type: string; ids: readonly number[] }) {
  const [stored, onLook] = useStoredState<Partial<LabelLook>>('label', DEFAULT_LOOK);
  const look = { ...DEFAULT_LOOK, ...stored };
  const frame = useLabelFrame(look.style);
  const [start, onStart] = useState(0);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['label', type, ids, look.format],
    queryFn: () =>
      get<Label[]>(`/labels/${encodeURIComponent(type)}`, { ids: ids.join(','), format: look.format }),
  });
  const title = data?.length === 1 ? data[0]!.title : `${data?.length ?? 0} records`;
  usePageTitle(data && (data.length === 1 ? `Label ${data[0]!.code.value}` : `${data.length} labels`));
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const problem = findSizeProblem(data, frame, look.medium === 'roll' ? look.size : look.sheet);
  const others = data.filter(({ code }) => code.format !== look.format).length;
  return (
    <main className={`mw-label-page mw-label-page-${look.medium}`}>
      <style nonce={readStyleNonce()}>{`@page { size: ${paperOf(look)}; margin: 0 }`}</style>
      <h1 className="mw-visually-hidden">
        {data.length === 1 ? 'Label' : 'Labels'} of {title}
      </h1>
      <LabelOptions
        look={look}
        onLook={onLook}
        problem={problem}
        sheet={<SheetOptions look={look} onLook={onLook} start={start} onStart={onStart} problem={problem} />}
      >
        {look.medium === 'roll' && <LabelPrinterPanel type={type} ids={ids} look={look} />}
      </LabelOptions>
      {others > 0 && (
        <p className="mw-muted mw-label-options">
          {data.length === 1 ? 'This number' : `${others} of the numbers`} cannot be encoded in this format. A
          QR code is used instead.
        </p>
      )}
      {look.medium === 'sheet' && (
        <p className="mw-muted mw-label-options">
          If a sheet is partly used, click its first free position. Print at 100%, without scaling to the
          page.
        </p>
      )}
      <section className="mw-label-sheet" aria-label="Preview">
        {look.medium === 'sheet' ? (
          <LabelSheets labels={data} look={look} start={start} onStart={onStart} />
        ) : (
          data.map((label) => <LabelFace key={label.id} label={label} style={look.style} size={look.size} />)
        )}
      </section>
    </main>
  );
}

function paperOf({ medium, size, sheet }: LabelLook): string {
  const { width, height } = medium === 'roll' ? size : PAPERS[sheet.paper];
  return `${width}mm ${height}mm`;
}
