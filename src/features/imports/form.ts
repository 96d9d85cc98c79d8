import { z } from 'zod';
import { cleanText, endOf } from '../../kit/clean-text.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import { bodyTooLargeError } from '../../kit/http/body.ts';
import { isMultipart, type ParsedForm, readMultipart } from '../../kit/http/multipart.ts';
import { parseObject, parseUnknown, parseValues } from './choice-fields.ts';
import { DATE_ORDERS } from './dates.ts';
import { type CellEdits, parseEdits } from './edits.ts';
import type { ImportChoices } from './import-choices.ts';
import { DECIMAL_MARKS } from './numbers.ts';
import { PRESETS } from './presets.ts';
import { MAX_PREVIEW_ROWS } from './preview-cells.ts';

export const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Maximum size of all form fields together; enough for the mapping of every column and many choices. */
const FIELD_BYTES = 256 * 1024;

interface ImportUpload {
  filename: string;
  bytes: Uint8Array;
}

/** The fields of an upload. The properties and `flag` throw 400 for an invalid value. */
export class ImportForm {
  constructor(private readonly form: ParsedForm<ImportUpload>) {}

  /** The name of the target. Throws 400 when it is missing. */
  get target(): string {
    const target = this.text('target');
    if (!target) throw invalid('target', 'Enter the type of the records, such as vendors or Computer.');
    return target;
  }

  /**
   * Mapping `{csv header: field}`; null leaves a column out. Null as a whole when the columns are matched by
   * their names.
   */
  private get mapping(): Record<string, string | null> | null {
    const text = this.text('mapping');
    if (!text) return null;
    const value = parseObject('mapping', text, '{"Asset Tag": "assetnumber"}');
    const wrong = Object.entries(value).find(([, field]) => field !== null && typeof field !== 'string');
    if (wrong) throw invalid(`mapping.${wrong[0]}`, 'Enter a field, or null to ignore the column.');
    return value as Record<string, string | null>;
  }

  /** Returns a boolean field, or `otherwise` when it is missing. */
  flag(name: (typeof FLAGS)[number], otherwise: boolean): boolean {
    return flagIn(name, this.text(name)) ?? otherwise;
  }

  /** The choices for columns and values. */
  get choices(): ImportChoices {
    const decimal = choiceIn('decimal', this.text('decimal'));
    return {
      mapping: this.mapping,
      unknown: parseUnknown(this.text('unknown')),
      values: parseValues(this.text('values')),
      decimal: decimal === 'auto' || !decimal ? null : decimal,
      date_order: choiceIn('date_order', this.text('date_order')) ?? null,
      preset: choiceIn('preset', this.text('preset')) ?? null,
    };
  }

  /** The corrected cells. */
  get edits(): CellEdits {
    return parseEdits(this.text('edits'));
  }

  /** The line numbers of the wanted rows. Throws 400 unless they are a JSON list of at most `MAX_PREVIEW_ROWS`. */
  get lines(): number[] {
    const lines = linesSchema.safeParse(this.text('lines'));
    if (!lines.success) throw invalid('lines', `Send 1 to ${MAX_PREVIEW_ROWS} line numbers, such as [2, 7].`);
    return lines.data;
  }

  /** The name of the worksheet; undefined for the first one with rows. */
  get sheet(): string | undefined {
    return this.text('sheet') || undefined;
  }

  /** The uploaded file. Throws 400 when it is missing. */
  get file(): ImportUpload {
    const { file } = this.form;
    if (!file) throw invalid('file', 'Send a CSV or XLSX file in the field "file".');
    return file;
  }

  private text(name: string): string {
    return (this.form.fields[name] ?? '').trim();
  }
}

const linesSchema = z
  .string()
  .transform(parseJson)
  .pipe(z.int().positive().array().min(1).max(MAX_PREVIEW_ROWS));

/** Parses a JSON text; undefined when it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FLAGS = ['dryrun', 'skiperrors'] as const;
const CHOICES = { decimal: ['auto', ...DECIMAL_MARKS], date_order: DATE_ORDERS, preset: PRESETS } as const;
type Choice = keyof typeof CHOICES;

/** Returns the choice of a field; undefined when the field is empty. Throws 400 for any other value. */
function choiceIn<C extends Choice>(name: C, text: string): (typeof CHOICES)[C][number] | undefined {
  if (!text) return undefined;
  const choices: readonly string[] = CHOICES[name];
  if (!choices.includes(text)) throw invalid(name, `Use one of ${choices.join(', ')}.`);
  return text as (typeof CHOICES)[C][number];
}

/** Returns the value of a flag; undefined when the field is empty. Throws 400 for any other value. */
function flagIn(name: (typeof FLAGS)[number], text: string): boolean | undefined {
  if (!text) return undefined;
  if (!/^(true|false|1|0)$/i.test(text)) throw invalid(name, 'Use true or false.');
  return /^(true|1)$/i.test(text);
}

/**
 * Reads a multipart body with a file of at most 16 MiB. Throws 400 for another body or an invalid option, and
 * 413 for a larger file. Calls `checkTarget` when the field `target` arrives; the error that it throws
 * rejects the form. A missing target or file is no error here: `ImportForm.target` and `ImportForm.file`
 * throw 400 when they are read.
 */
export async function readForm(req: Request, checkTarget: (target: string) => void): Promise<ImportForm> {
  if (!isMultipart(req) || !req.body)
    throw new AppError('BAD_REQUEST', 'Send multipart/form-data with the fields file and target.');
  const form = await readMultipart(req, {
    fieldbytes: FIELD_BYTES,
    checkField: (field, text) => {
      const flag = FLAGS.find((name) => name === field);
      const choice = (Object.keys(CHOICES) as Choice[]).find((name) => name === field);
      if (flag) flagIn(flag, text.trim());
      else if (choice) choiceIn(choice, text.trim());
      else if (field === 'target') checkTarget(text.trim());
    },
    saveFile: async (content, filename) => ({
      filename: endOf(cleanText(filename) ?? '', 255) || 'import.csv',
      bytes: await collectBytes(content),
    }),
    discard: () => undefined,
  });
  return new ImportForm(form);
}

async function collectBytes(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > MAX_FILE_BYTES) throw bodyTooLargeError(MAX_FILE_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
