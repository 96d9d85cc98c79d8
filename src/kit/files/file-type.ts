import { open } from 'node:fs/promises';
import { invalid } from '../errors.ts';
import { canStartPicture, PICTURE_EXTENSIONS, pictureHeader } from './picture-header.ts';

const UNTYPED = 'application/octet-stream';
/** Whoever shows a picture holds four bytes for each of its pixels in memory. */
const MAX_MEGAPIXELS = 40;
/** Bytes in which a camera's picture says its size, after what else it says of itself. */
const HEADER_BYTES = 512 * 1024;
const SIZELESS = { width: null, height: null };
const SAME: Record<string, string> = { jpeg: 'jpg', htm: 'html' };

const extensionOf = (name: string): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return SAME[extension] ?? extension;
};

/** Which files are taken. */
export interface FileTypeRule {
  /** Without the dot; content decides, the name must agree. Empty means anything. */
  extensions: readonly string[];
  /**
   * For formats most of which begin with nothing that tells them: refused is only what is plainly none of them and none
   * of these, which some are made of (a `.3mf` is a `zip`). They are handed out as bytes of no type.
   */
  madeof?: readonly string[];
}

/** What a file is by its content; the size in pixels is null where it is no picture, or one that does not say. */
export interface FileTypeInfo {
  mediatype: string;
  extension: string;
  width: number | null;
  height: number | null;
}

/** So much of a file tells what it is. */
const BEGINNING_BYTES = 8192;

/** The type by content. 400 when the rule does not accept it or when the name claims another. */
export async function detectFileType(path: string, name: string, rule: FileTypeRule): Promise<FileTypeInfo> {
  const claimed = claimedBy(name, rule);
  if (rule.extensions.length === 0) return { mediatype: UNTYPED, extension: claimed, ...SIZELESS };
  const head = await headOf(path);
  return PICTURE_EXTENSIONS.has(claimed) ? picture(head, claimed) : other(head, claimed, rule);
}

/** What the name says that the file is; 400 when no such file is taken. */
function claimedBy(name: string, { extensions: accepted }: FileTypeRule): string {
  const claimed = extensionOf(name);
  const isTaken = accepted.some((extension) => (SAME[extension] ?? extension) === claimed);
  if (isTaken || accepted.length === 0) return claimed;
  throw invalid('file', `Use a file that ends in ${accepted.map((e) => `.${e}`).join(', ')}.`);
}

/** The content as it comes, until it is plain that no such file is taken: nobody has to send the rest. */
export async function* verifyContentType(
  content: AsyncIterable<Uint8Array>,
  name: string,
  rule: FileTypeRule,
): AsyncGenerator<Uint8Array> {
  const claimed = claimedBy(name, rule);
  let head: Buffer | undefined = rule.extensions.length === 0 ? undefined : Buffer.alloc(0);
  for await (const piece of content) {
    if (head) {
      head = Buffer.concat([head, piece.subarray(0, BEGINNING_BYTES - head.length)]);
      if (begins(head, claimed)) {
        if (!PICTURE_EXTENSIONS.has(claimed)) await other(head, claimed, rule);
        head = undefined;
      }
    }
    yield piece;
  }
}

/** Whether there is enough of it to tell; 400 for a picture of another kind. */
function begins(head: Buffer, claimed: string): boolean {
  if (!PICTURE_EXTENSIONS.has(claimed)) return head.length >= BEGINNING_BYTES;
  const fits = canStartPicture(head, claimed);
  if (fits === false) throw otherContent(claimed);
  return fits === true;
}

async function other(
  head: Buffer,
  claimed: string,
  { extensions, madeof }: FileTypeRule,
): Promise<FileTypeInfo> {
  // Loaded with the first such file: the start does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(new Uint8Array(head.subarray(0, BEGINNING_BYTES)));
  if (madeof && (!found || [...extensions, ...madeof].includes(found.ext)))
    return { mediatype: UNTYPED, extension: claimed, ...SIZELESS };
  if (found?.ext !== claimed) throw otherContent(claimed);
  return { mediatype: found.mime, extension: found.ext, ...SIZELESS };
}

const otherContent = (claimed: string) => invalid('file', `The content is not that of a .${claimed} file.`);

function picture(head: Buffer, claimed: string): FileTypeInfo {
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
  if (width * height > MAX_MEGAPIXELS * 1_000_000)
    throw invalid('file', `A picture has at most ${MAX_MEGAPIXELS} megapixels; make it smaller.`);
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
