import { open } from 'node:fs/promises';
import { invalid } from '../errors.ts';
import { canStartPicture, PICTURE_EXTENSIONS, pictureHeader } from './picture-header.ts';

const DEFAULT_TYPE = 'application/octet-stream';
/** The maximum size of a picture, because displaying it takes four bytes of memory for each pixel. */
const MAX_MEGAPIXELS = 40;
/**
 * The number of bytes that are read to find the size of a picture. Photos of a camera contain other metadata
 * before the size.
 */
const HEADER_BYTES = 512 * 1024;
const UNKNOWN_SIZE = { width: null, height: null };
const EXTENSION_ALIASES: Record<string, string> = { jpeg: 'jpg', htm: 'html' };

const extensionOf = (name: string): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return EXTENSION_ALIASES[extension] ?? extension;
};

/** The rule for the files that are accepted. */
export interface FileTypeRule {
  /**
   * The extensions without the dot. The content must match the extension of the file name. An empty list
   * accepts any file.
   */
  extensions: readonly string[];
  /**
   * The underlying formats of file types without a recognizable beginning, such as `zip` for `.3mf`. A file
   * is then rejected only if its content is recognized as something other than these and `extensions`. Such
   * files are served without a specific type.
   */
  madeof?: readonly string[];
}

/**
 * The type of a file according to its content. The size in pixels is null for other files than pictures, and
 * for a picture without a declared size.
 */
export interface FileTypeInfo {
  mediatype: string;
  extension: string;
  width: number | null;
  height: number | null;
}

/** The number of bytes that are needed to detect a type. */
const BEGINNING_BYTES = 8192;

/**
 * Detects the type from the content, unless the rule accepts any file. Throws 400 for an extension that the
 * rule does not accept, and for content of a type other than the extension and those in `madeof`. Also throws
 * 400 for a picture that is unreadable or too large.
 */
export async function detectFileType(path: string, name: string, rule: FileTypeRule): Promise<FileTypeInfo> {
  const claimed = claimedExtensionOf(name, rule);
  if (rule.extensions.length === 0) return { mediatype: DEFAULT_TYPE, extension: claimed, ...UNKNOWN_SIZE };
  const head = await headOf(path);
  return PICTURE_EXTENSIONS.has(claimed) ? picture(head, claimed) : other(head, claimed, rule);
}

/** Returns the extension in the name. Throws 400 when such files are not accepted. */
function claimedExtensionOf(name: string, { extensions: accepted }: FileTypeRule): string {
  const claimed = extensionOf(name);
  const isTaken = accepted.some((extension) => (EXTENSION_ALIASES[extension] ?? extension) === claimed);
  if (isTaken || accepted.length === 0) return claimed;
  throw invalid('file', `Use a file that ends in ${accepted.map((e) => `.${e}`).join(', ')}.`);
}

/**
 * Yields the content unchanged. Throws 400 at once for an extension that the rule does not accept, and as
 * soon as the first bytes do not match, so that the client need not send the rest. `detectFileType` checks
 * what this cannot: short content and the size of pictures.
 */
export async function* verifyContentType(
  content: AsyncIterable<Uint8Array>,
  name: string,
  rule: FileTypeRule,
): AsyncGenerator<Uint8Array> {
  const claimed = claimedExtensionOf(name, rule);
  let head: Buffer | undefined = rule.extensions.length === 0 ? undefined : Buffer.alloc(0);
  for await (const piece of content) {
    if (head) {
      head = Buffer.concat([head, piece.subarray(0, BEGINNING_BYTES - head.length)]);
      if (hasEnoughBytes(head, claimed)) {
        if (!PICTURE_EXTENSIONS.has(claimed)) await other(head, claimed, rule);
        head = undefined;
      }
    }
    yield piece;
  }
}

/** Reports whether there are enough bytes to detect the type. Throws 400 for a picture of another format. */
function hasEnoughBytes(head: Buffer, claimed: string): boolean {
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
  // The library is loaded for the first file other than a picture, so that it does not delay the start.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(new Uint8Array(head.subarray(0, BEGINNING_BYTES)));
  if (madeof && (!found || [...extensions, ...madeof].includes(found.ext)))
    return { mediatype: DEFAULT_TYPE, extension: claimed, ...UNKNOWN_SIZE };
  if (found?.ext !== claimed) throw otherContent(claimed);
  return { mediatype: found.mime, extension: found.ext, ...UNKNOWN_SIZE };
}

const otherContent = (claimed: string) => invalid('file', `The content does not match a .${claimed} file.`);

function picture(head: Buffer, claimed: string): FileTypeInfo {
  const found = pictureHeader(head);
  if (found?.extension !== claimed) throw otherContent(claimed);
  const { width, height } = found;
  // An SVG file without a size is valid and can be drawn at any size. A declared size must be a safe integer,
  // because no screen has a larger one.
  if (claimed === 'svg') {
    if (![width ?? 0, height ?? 0].every(Number.isSafeInteger))
      throw invalid('file', 'The size of the drawing is not valid.');
    return found;
  }
  if (!width || !height) throw invalid('file', 'The image cannot be read.');
  if (width * height > MAX_MEGAPIXELS * 1_000_000)
    throw invalid('file', `The image is larger than ${MAX_MEGAPIXELS} megapixels. Reduce its size.`);
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
