import { code128, datamatrix, drawingSVG, qrcode } from 'bwip-js/browser';

export type CodeFormat = 'qr' | 'code128' | 'datamatrix';

/**
 * Returns the code as SVG text, or null when the value cannot be encoded. A logo in the middle of a QR code
 * needs the highest error correction, because it covers a part of the code.
 */
function codeSvg(value: string, format: CodeFormat, haslogo: boolean): string | null {
  const options = { text: value, eclevel: haslogo ? 'H' : 'M' };
  try {
    if (format === 'qr') return qrcode({ bcid: 'qrcode', padding: 2, ...options }, drawingSVG());
    if (format === 'datamatrix')
      return datamatrix({ bcid: 'datamatrix', padding: 1, text: value }, drawingSVG());
    // Bar codes may be stretched to any size, because only the proportions of their widths matter.
    return code128({ bcid: 'code128', height: 12, paddingwidth: 8, ...options }, drawingSVG()).replace(
      '<svg',
      '<svg preserveAspectRatio="none"',
    );
  } catch {
    return null;
  }
}

/** Pixels of a module in the image of each code, and of the white space on each side. */
const CODE_SIZES: Record<CodeFormat, { module: number; white: number }> = {
  qr: { module: 4, white: 4 },
  datamatrix: { module: 4, white: 2 },
  code128: { module: 2, white: 16 },
};

/**
 * Returns the number of modules in the width of a code, and of the white ones on each side of its image.
 * Returns undefined when the value cannot be encoded.
 */
export function measureCode(
  value: string,
  format: CodeFormat,
  haslogo: boolean,
): { modules: number; padding: number } | undefined {
  const [, width] = /viewBox="0 0 (\d+) /.exec(codeSvg(value, format, haslogo) ?? '') ?? [];
  if (width === undefined) return undefined;
  const { module, white } = CODE_SIZES[format];
  return { modules: (Number(width) - 2 * white) / module, padding: white / module };
}

interface CodeImageProps {
  value: string;
  format: CodeFormat;
  /** URL of the image in the middle of a QR code. */
  logo?: string;
  /** Text for screen readers, when the value itself is not meaningful. */
  alt?: string;
}

/**
 * Shows a QR code or bar code, or the plain value when it cannot be encoded. The image is generated in the
 * browser, without any other service.
 */
export function CodeImage({ value, format, logo, alt = `Code of ${value}` }: CodeImageProps) {
  const svg = codeSvg(value, format, Boolean(logo));
  if (svg === null) return <span>{value}</span>;
  return (
    <span className={`mw-code mw-code-${format}`}>
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />
      {logo && format === 'qr' && <img className="mw-code-logo" src={logo} alt="" />}
    </span>
  );
}
