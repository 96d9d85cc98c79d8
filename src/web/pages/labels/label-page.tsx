import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Label } from '../../../features/labels/label.ts';
import { type Format, formatOf } from '../../../features/labels/layout/code-format.ts';
import { PAPERS } from '../../../features/labels/layout/paper.ts';
import { get } from '../../api/client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { readStyleNonce } from '../../style-nonce.ts';
import { findSizeProblem } from './face-layout.ts';
import { LabelFace, useLabelFrame } from './label-face.tsx';
import type { LabelLook } from './label-look.ts';
import { LabelOptions } from './label-options.tsx';
import { LabelPrinterPanel } from './label-printer.tsx';
import { LabelSheets } from './label-sheets.tsx';
import { SheetOptions } from './sheet-options.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useLabelLook } from './use-label-look.ts';
import './label-styles.ts';

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
  const {
    data: content,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['label', type, ids],
    queryFn: () => get<Label[]>(`/labels/${encodeURIComponent(type)}`, { ids: ids.join(',') }),
  });
  const assettypeid = commonType(content);
  const state = useLabelLook(assettypeid);
  const { look, onLook } = state;
  const frame = useLabelFrame(look.style);
  const [start, onStart] = useState(0);
  const data = content?.map((label) => withFormat(label, look.format));
  const title = data?.length === 1 ? data[0]!.title : `${data?.length ?? 0} records`;
  usePageTitle(data && (data.length === 1 ? `Label ${data[0]!.code.value}` : `${data.length} labels`));
  if (isPending || state.isPending) return <PageSkeleton />;
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
        template={<TemplatePicker state={state} assettypeid={assettypeid} />}
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

/** Returns the asset type that all labels have; null when they have several types or none. */
const commonType = (labels: readonly Label[] = []): number | null => {
  const [first, ...others] = new Set(labels.map(({ assettypeid }) => assettypeid));
  return others.length === 0 ? (first ?? null) : null;
};

const withFormat = (label: Label, format: Format): Label => ({
  ...label,
  code: { value: label.code.value, format: formatOf(label.code.value, format) },
});

function paperOf({ medium, size, sheet }: LabelLook): string {
  const { width, height } = medium === 'roll' ? size : PAPERS[sheet.paper];
  return `${width}mm ${height}mm`;
}
