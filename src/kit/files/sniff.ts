import { fileTypeFromBuffer } from 'file-type';
import { imageSizeFromFile } from 'image-size/fromFile';
import { invalid } from '../errors.ts';

const MAX_PIXELS = 20_000;
const SAME: Record<string, string> = { jpeg: 'jpg', htm: 'html' };

const extensionOf = (name: string): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return SAME[extension] ?? extension;
};

/** The type by content. 400 when the rule does not accept it or when the name claims another. */
export async function sniff(
  head: Buffer,
  path: string,
  name: string,
  accepted: readonly string[],
): Promise<{ mediatype: string; extension: string }> {
  const claimed = extensionOf(name);
  if (accepted.length === 0) return { mediatype: 'application/octet-stream', extension: claimed };
  const allowed = accepted.map((extension) => SAME[extension] ?? extension);
  if (!allowed.includes(claimed))
    throw invalid('file', `Use a file that ends in ${accepted.map((e) => `.${e}`).join(', ')}.`);
  const found = looksLikeSvg(head)
    ? { mime: 'image/svg+xml', ext: 'svg' }
    : await fileTypeFromBuffer(new Uint8Array(head));
  if (found?.ext !== claimed) throw invalid('file', `The content is not that of a .${claimed} file.`);
  if (found.mime.startsWith('image/') && found.ext !== 'svg') await refuseHugeImage(path);
  return { mediatype: found.mime, extension: found.ext };
}

function looksLikeSvg(head: Buffer): boolean {
  const start = head
    .toString('utf8', 0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(start);
}

async function refuseHugeImage(path: string): Promise<void> {
  const { width, height } = await imageSizeOf(path);
  if (!width || !height) throw invalid('file', 'The picture cannot be read.');
  if (width > MAX_PIXELS || height > MAX_PIXELS)
    throw invalid('file', `The picture is larger than ${MAX_PIXELS} pixels.`);
}

/** Native pixels from the header, without decoding; null when the picture does not say. */
export async function imageSizeOf(path: string): Promise<{ width: number | null; height: number | null }> {
  try {
    const { width, height } = await imageSizeFromFile(path);
    return { width: Math.round(width) || null, height: Math.round(height) || null };
  } catch {
    return { width: null, height: null };
  }
}
