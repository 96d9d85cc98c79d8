import { open } from 'node:fs/promises';
import { invalid } from '../errors.ts';
import { PICTURE_EXTENSIONS, pictureHeader } from './picture-header.ts';

const UNTYPED = 'application/octet-stream';
/** Whoever shows a picture holds four bytes for each of its pixels in memory. */
const MOST_MEGAPIXELS = 40;
/** Bytes in which a camera's picture says its size, after what else it says of itself. */
const HEADER_BYTES = 512 * 1024;
const SAME: Record<string, string> = { jpeg: 'jpg', htm: 'html' };

const extensionOf = (name: string): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return SAME[extension] ?? extension;
};

/** Which files are taken. */
export interface Accepted {
  /** Without the dot; content decides, the name must agree. Empty means anything. */
  extensions: readonly string[];
  /**
   * For formats most of which begin with nothing that tells them: refused is only what is plainly none of them and none
   * of these, which some are made of (a `.3mf` is a `zip`). They are handed out as bytes of no type.
   */
  madeof?: readonly string[];
}

/** What a file is by its content; the size in pixels is null where it is no picture, or one that does not say. */
export interface Sniffed {
  mediatype: string;
  extension: string;
  width: number | null;
  height: number | null;
}

/** The type by content. 400 when the rule does not accept it or when the name claims another. */
export async function sniff(
  path: string,
  name: string,
  { extensions: accepted, madeof }: Accepted,
): Promise<Sniffed> {
  const claimed = extensionOf(name);
  const sizeless = { width: null, height: null };
  if (accepted.length === 0) return { mediatype: UNTYPED, extension: claimed, ...sizeless };
  const allowed = accepted.map((extension) => SAME[extension] ?? extension);
  if (!allowed.includes(claimed))
    throw invalid('file', `Use a file that ends in ${accepted.map((e) => `.${e}`).join(', ')}.`);
  const head = await headOf(path);
  if (PICTURE_EXTENSIONS.has(claimed)) return picture(head, claimed);
  // Loaded with the first such file: the start does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(new Uint8Array(head.subarray(0, 8192)));
  if (madeof && (!found || [...accepted, ...madeof].includes(found.ext)))
    return { mediatype: UNTYPED, extension: claimed, ...sizeless };
  if (found?.ext !== claimed) throw otherContent(claimed);
  return { mediatype: found.mime, extension: found.ext, ...sizeless };
}

const otherContent = (claimed: string) => invalid('file', `The content is not that of a .${claimed} file.`);

function picture(head: Buffer, claimed: string): Sniffed {
  const found = pictureHeader(head);
  if (found?.extension !== claimed) throw otherContent(claimed);
  const { width, height } = found;
  // A drawing without a size is one all the same, and it is drawn at any; but it says none that no screen has.
  if (claimed === 'svg') {
    if (![width ?? 0, height ?? 0].every(Number.isSafeInteger))
      throw invalid('file', 'The drawing says a size that makes no sense.');
    return found;
  }
  if (!width || !height) throw invalid('file', 'The picture cannot be read.');
  if (width * height > MOST_MEGAPIXELS * 1_000_000)
    throw invalid('file', `A picture has at most ${MOST_MEGAPIXELS} megapixels; make it smaller.`);
  return found;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
