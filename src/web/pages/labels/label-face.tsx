import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Label } from '../../../features/labels/label.ts';
import { apiUrl } from '../../api/base-path.ts';
import { brandingQuery } from '../../api/queries.ts';
import { CodeImage } from '../../parts/code-image.tsx';
import type { LabelSize } from './label-size.ts';

interface LabelFaceProps {
  label: Label;
  style: 'card' | 'plain';
  size: LabelSize;
  /** Where it lies on its sheet, in millimetres. */
  place?: { left: number; top: number };
}

/** One label, as large on the screen as on paper. */
export function LabelFace({ label, style, size: { width, height }, place }: LabelFaceProps) {
  const branding = useQuery(brandingQuery).data;
  const logo = branding?.branding_logo_badge;
  const middle = branding?.branding_logo_qr;
  const isBars = label.code.format === 'code128';
  const lines = label.lines.slice(0, isBars ? 2 : 4);
  const measures = {
    '--w': `${width}mm`,
    '--h': `${height}mm`,
    '--u': `${Math.min(width / 2, height)}mm`,
    ...(place && { left: `${place.left}mm`, top: `${place.top}mm` }),
  };
  return (
    <div
      className={`mw-label mw-label-${style} mw-label-${label.code.format}`}
      style={measures as CSSProperties}
    >
      <CodeImage
        value={label.code.value}
        format={label.code.format}
        logo={middle ? apiUrl(`/settings/branding/${middle}`) : undefined}
      />
      <div className="mw-label-text">
        {style === 'card' && (logo || branding?.site_name) && (
          <div className="mw-label-site">
            {logo && <img src={apiUrl(`/settings/branding/${logo}`)} alt="" />}
            {branding?.site_name}
          </div>
        )}
        <strong>{style === 'card' ? label.title : label.code.value}</strong>
        {style === 'card' && lines.map((line) => <span key={line}>{line}</span>)}
      </div>
    </div>
  );
}
