import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Label } from '../../../features/labels/label.ts';
import type { LabelLayout, PlacedRow } from '../../../features/labels/layout/label-input.ts';
import { apiUrl } from '../../api/base-path.ts';
import { brandingQuery } from '../../api/queries.ts';
import { CodeImage, measureCode } from '../../parts/code-image.tsx';
import { faceOf, isBold, type LabelFrame, toMillimeters } from './face-layout.ts';
import type { LabelSize } from './label-size.ts';

interface LabelFaceProps {
  label: Label;
  style: 'card' | 'plain';
  size: LabelSize;
  /** Position on its sheet in millimeters. */
  place?: { left: number; top: number };
}

/** Returns what all labels share: the style, the site name, and which logos exist. */
export function useLabelFrame(style: 'card' | 'plain'): LabelFrame {
  const branding = useQuery(brandingQuery).data;
  return {
    style,
    site: branding?.site_name ?? '',
    hasLogo: Boolean(branding?.branding_logo_badge),
    hasMiddle: Boolean(branding?.branding_logo_qr),
  };
}

/**
 * Shows one label in its real size. Shows an error instead of a label on which the number or the code does
 * not fit.
 */
export function LabelFace({ label, style, size, place }: LabelFaceProps) {
  const frame = useLabelFrame(style);
  const face = faceOf(label, frame, size);
  const measures = {
    '--w': `${size.width}mm`,
    '--h': `${size.height}mm`,
    ...(place && { left: `${place.left}mm`, top: `${place.top}mm` }),
  };
  return (
    <div className={`mw-label mw-label-${label.code.format}`} style={measures as CSSProperties}>
      {face ? (
        <Face label={label} face={face} frame={frame} />
      ) : (
        <span className="mw-label-small">Too small</span>
      )}
    </div>
  );
}

function Face({ label, face, frame }: { label: Label; face: LabelLayout; frame: LabelFrame }) {
  const branding = useQuery(brandingQuery).data;
  const middle = branding?.branding_logo_qr;
  const { value, format } = label.code;
  return (
    <>
      {face.code && (
        <div className="mw-label-code" style={codeBox(label, face.code, frame)}>
          <CodeImage
            value={value}
            format={format}
            logo={middle ? apiUrl(`/settings/branding/${middle}`) : undefined}
          />
        </div>
      )}
      {face.rows.map((row) => (
        <Row key={`${row.kind} ${row.y}`} row={row} logo={branding?.branding_logo_badge} />
      ))}
    </>
  );
}

/** Returns the position of the image of a code, which has white modules around the code. */
function codeBox(
  { code: { value, format } }: Label,
  { x, y, width, height, module }: NonNullable<LabelLayout['code']>,
  { hasMiddle }: LabelFrame,
): CSSProperties {
  const white = module * (measureCode(value, format, hasMiddle)?.padding ?? 0);
  const isBars = format === 'code128';
  return {
    left: toMillimeters(x - white),
    top: toMillimeters(isBars ? y : y - white),
    width: toMillimeters(width + 2 * white),
    height: toMillimeters(isBars ? height : height + 2 * white),
  };
}

function Row({ row, logo }: { row: PlacedRow; logo: string | undefined }) {
  const { kind, text, x, y, width, size, isCentered } = row;
  const box: CSSProperties = {
    left: toMillimeters(x),
    top: toMillimeters(y),
    width: toMillimeters(width),
    fontSize: toMillimeters(size),
    ...(isCentered && { justifyContent: 'center' }),
  };
  const Tag = isBold(row) ? 'strong' : 'span';
  return (
    <Tag className={`mw-label-row mw-label-${kind}`} style={box}>
      {kind === 'site' && logo && <img src={apiUrl(`/settings/branding/${logo}`)} alt="" />}
      {text}
    </Tag>
  );
}
