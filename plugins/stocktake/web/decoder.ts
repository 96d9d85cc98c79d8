/** Decodes the code in a video frame. Returns null when there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const BARCODE_FORMATS = ['qr_code', 'code_128', 'code_39', 'data_matrix', 'ean_13'];
/**
 * Pixels of the longer side. This is enough for a label at arm's length, and decodes in a few dozen
 * milliseconds.
 */
const MAX_SIDE_PIXELS = 900;

/**
 * Returns the detector of the browser if it supports QR codes. Otherwise loads a decoder in plain JavaScript.
 */
export async function createDecoder(): Promise<Decode> {
  const Kind = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector;
  const supported = Kind ? await Kind.getSupportedFormats().catch(() => []) : [];
  if (Kind && supported.includes('qr_code')) {
    const detector = new Kind({ formats: BARCODE_FORMATS.filter((format) => supported.includes(format)) });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { readPixels } = await import('./read-pixels.ts');
  const canvas = document.createElement('canvas');
  return async (video) => {
    const pixels = pixelsOf(video, canvas);
    return pixels && readPixels(pixels);
  };
}

function pixelsOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
