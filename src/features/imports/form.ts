import { AppError, invalid } from '../../kit/errors.ts';
import { readBytes } from '../../kit/http/body.ts';
import { parseJson } from '../../kit/http/json.ts';

export const MAX_BYTES = 16 * 1024 * 1024;

/** The parts of an upload; nothing is looked at before the caller's right to the target is. */
export class ImportForm {
  constructor(private readonly form: FormData) {}

  get target(): string {
    const target = this.text('target');
    if (!target) throw invalid('target', 'Name what the rows become, such as vendors or Computer.');
    return target;
  }

  /** `{csv header: field}`; null leaves a column out. Undefined: by the names of the columns. */
  get mapping(): Record<string, string | null> | undefined {
    const text = this.text('mapping');
    if (!text) return undefined;
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('mapping', 'Send an object such as {"Asset Tag": "assetnumber"}.');
    const wrong = Object.entries(value).find(([, field]) => field !== null && typeof field !== 'string');
    if (wrong) throw invalid(`mapping.${wrong[0]}`, 'Name a field, or null to leave the column out.');
    return value as Record<string, string | null>;
  }

  flag(name: 'dryrun' | 'skiperrors', otherwise: boolean): boolean {
    const text = this.text(name);
    if (!text) return otherwise;
    if (!/^(true|false|1|0)$/i.test(text)) throw invalid(name, 'Use true or false.');
    return /^(true|1)$/i.test(text);
  }

  async file(): Promise<{ filename: string; bytes: Uint8Array }> {
    const part = this.form.get('file');
    if (!(part instanceof Blob)) throw invalid('file', 'Send a CSV file in the field "file".');
    const name = part instanceof File ? part.name : '';
    return { filename: name.slice(-255) || 'import.csv', bytes: new Uint8Array(await part.arrayBuffer()) };
  }

  private text(name: string): string {
    const part = this.form.get(name);
    return typeof part === 'string' ? part.trim() : '';
  }
}

/** Reads a multipart body of at most 16 MiB. */
export async function readForm(req: Request): Promise<ImportForm> {
  const type = req.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type))
    throw new AppError('BAD_REQUEST', 'Send multipart/form-data with the fields file and target.');
  const bytes = await readBytes(req, MAX_BYTES);
  try {
    return new ImportForm(
      await new Response(bytes as BodyInit, { headers: { 'content-type': type } }).formData(),
    );
  } catch {
    throw invalid('file', 'The multipart body could not be read.');
  }
}
