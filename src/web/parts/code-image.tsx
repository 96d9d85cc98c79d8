import { code128, datamatrix, drawingSVG, qrcode } from 'bwip-js/browser';

export type CodeFormat = 'qr' | 'code128' | 'datamatrix';

/** The code as SVG text, or null when it cannot hold the value. A logo in the middle costs the most error correction. */
function codeSvg(value: string, format: CodeFormat, haslogo: boolean): string | null {
  const options = { text: value, eclevel: haslogo ? 'H' : 'M' };
  try {
    if (format === 'qr') return qrcode({ bcid: 'qrcode', padding: 2, ...options }, drawingSVG());
    if (format === 'datamatrix')
      return datamatrix({ bcid: 'datamatrix', padding: 1, text: value }, drawingSVG());
    // Bars may be stretched to any size: only the proportions of their widths count.
    return code128({ bcid: 'code128', height: 12, paddingwidth: 8, ...options }, drawingSVG()).replace(
      '<svg',
      '<svg preserveAspectRatio="none"',
    );
  } catch {
    return null;
  }
}

/** Pixels of a module in the drawings of each code, and of the white on each side. */
const DRAWN: Record<CodeFormat, { module: number; white: number }> = {
  qr: { module: 4, white: 4 },
  datamatrix: { module: 4, white: 2 },
  code128: { module: 2, white: 16 },
};

/** Returns the modules along a code, and those that its picture leaves white on each side; undefined without a code. */
export function measureCode(
  value: string,
  format: CodeFormat,
  haslogo: boolean,
): { modules: number; padding: number } | undefined {
  const [, width] = /viewBox="0 0 (\d+) /.exec(codeSvg(value, format, haslogo) ?? '') ?? [];
  if (width === undefined) return undefined;
  const { module, white } = DRAWN[format];
  return { modules: (Number(width) - 2 * white) / module, padding: white / module };
}

interface CodeImageProps {
  value: string;
  format: CodeFormat;
  /** Address of the picture in the middle of a QR code. */
  logo?: string;
  /** What is read out in its place, where the value itself says nothing to anybody. */
  alt?: string;
}

/** A QR code or a barcode, made here: nothing is asked of anybody else. */
export function CodeImage({ value, format, logo, alt = `Code of ${value}` }: CodeImageProps) {
  const svg = codeSvg(value, format, Boolean(logo));
  if (svg === null) return <span className="mw-label-nocode">{value}</span>;
  return (
    <span className={`mw-code mw-code-${format}`}>
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />
      {logo && format === 'qr' && <img className="mw-code-logo" src={logo} alt="" />}
    </span>
  );
}
