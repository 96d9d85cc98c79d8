import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type CSSProperties, useEffect } from 'react';
import { apiUrl } from '../../api/base-path.ts';
import { get } from '../../api/client.ts';
import { brandingQuery } from '../../api/queries.ts';
import { type CodeFormat, CodeImage } from '../../parts/code-image.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { useRemembered } from '../../parts/remembered.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { styleNonce } from '../../style-nonce.ts';
import { type LabelLook, LabelOptions } from './label-options.tsx';

interface Label {
  title: string;
  lines: string[];
  code: { value: string; format: CodeFormat };
  url: string;
}

const USUAL: LabelLook = { style: 'card', format: 'qr', size: { width: 62, height: 29 } };

/** One label, as large on the screen as on paper, and the choice of how it looks. */
export function LabelPage() {
  const { type = '', id = '' } = useParams({ strict: false }) as { type?: string; id?: string };
  const [look, onLook] = useRemembered('label', USUAL);
  const path = `/labels/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['label', type, id, look.format],
    queryFn: () => get<Label>(path, { format: look.format }),
  });
  useEffect(() => {
    if (data) document.title = `Label ${data.code.value}`;
  }, [data]);
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const { width, height } = look.size;
  return (
    <main className="mw-label-page">
      <style nonce={styleNonce()}>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <h1 className="mw-visually-hidden">Label of {data.title}</h1>
      <LabelOptions look={look} onLook={onLook} />
      {data.code.format !== look.format && (
        <p className="mw-muted mw-label-options">A barcode cannot hold this number; it is a QR code.</p>
      )}
      <section className="mw-label-sheet" aria-label="Preview">
        <LabelFace label={data} look={look} />
      </section>
    </main>
  );
}

function LabelFace({ label, look }: { label: Label; look: LabelLook }) {
  const branding = useQuery(brandingQuery).data;
  const logo = branding?.branding_logo_badge;
  const middle = branding?.branding_logo_qr;
  const { width, height } = look.size;
  const lines = label.lines.slice(0, label.code.format === 'qr' ? 4 : 2);
  const size = { '--w': `${width}mm`, '--h': `${height}mm`, '--u': `${Math.min(width / 2, height)}mm` };
  return (
    <div
      className={`mw-label mw-label-${look.style} mw-label-${label.code.format}`}
      style={size as CSSProperties}
    >
      <CodeImage
        value={label.code.value}
        format={label.code.format}
        logo={middle ? apiUrl(`/settings/branding/${middle}`) : undefined}
      />
      <div className="mw-label-text">
        {look.style === 'card' && (logo || branding?.site_name) && (
          <div className="mw-label-site">
            {logo && <img src={apiUrl(`/settings/branding/${logo}`)} alt="" />}
            {branding?.site_name}
          </div>
        )}
        <strong>{look.style === 'card' ? label.title : label.code.value}</strong>
        {look.style === 'card' && lines.map((line) => <span key={line}>{line}</span>)}
      </div>
    </div>
  );
}
