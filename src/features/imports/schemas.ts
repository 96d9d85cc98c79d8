import { z } from 'zod';
import { booleanParam, csvQuery, idParam } from '../../kit/http/paging.ts';
import { DATE_ORDERS } from './dates.ts';
import { importColumns } from './list-columns.ts';
import { DECIMAL_MARKS } from './numbers.ts';
import { ROW_OUTCOMES } from './outcomes.ts';
import { PRESETS } from './presets.ts';
import { MAX_PREVIEW_ROWS } from './preview-cells.ts';
import { MAX_LISTED_SHEETS } from './sheet-names.ts';
import { MAX_UNKNOWN_VALUES } from './unknown-values.ts';
import { UNKNOWN_CHOICES } from './value-choices.ts';

export const params = z.object({ importid: idParam });
export const importListQuery = importColumns.createQuery({ dryrun: booleanParam.optional() });
export const templateParams = z.object({ target: z.string().max(255) });
/** The query of a route that returns CSV. */
export const csvFileQuery = z.object({ bom: csvQuery.bom });
export const csvFileSchema = z.string();
export const importSummarySchema = z.object({
  importid: z.int(),
  target: z.string(),
  register: z.string(),
  filename: z.string(),
  dryrun: z.boolean(),
  skiperrors: z.boolean(),
  counts: z.object({ add: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  userid: z.int().nullable(),
  username: z.string(),
  isundone: z.boolean(),
  createddate: z.iso.datetime(),
});
export const undoneImportSchema = importSummarySchema.extend({
  reversed: z.int().meta({ description: 'Number of reversed changes.' }),
  left: z
    .object({ register: z.string(), id: z.int(), name: z.string() })
    .array()
    .meta({ description: 'Records that the import created and that stay, because others use them.' }),
});
const rowError = z
  .object({
    column: z.string().nullable().meta({
      description: 'Header of the column; null for an error of the whole row or of a missing column.',
    }),
    field: z.string().nullable().meta({ description: 'Null for an error of the whole row.' }),
    message: z.string().meta({ description: 'The invalid value and the expected format.' }),
  })
  .meta({ id: 'ImportRowError' });
const unknownValue = z
  .object({
    column: z.string().meta({ description: 'Header of the column.' }),
    field: z.string(),
    value: z.string(),
    rows: z.int().meta({ description: 'Number of rows with the value.' }),
    suggestions: z
      .object({ id: z.int(), name: z.string() })
      .array()
      .max(5)
      .meta({ description: 'Existing records with a similar name.' }),
  })
  .meta({ id: 'ImportUnknownValue' });
const unknownChoice = z.enum(UNKNOWN_CHOICES);
const previousChoices = z
  .object({
    mapping: z.record(z.string(), z.string().nullable()).nullable(),
    unknown: z.record(z.string(), unknownChoice),
    values: z.record(z.string(), z.record(z.string(), z.union([z.int(), unknownChoice]))),
    decimal: z.enum(DECIMAL_MARKS).nullable(),
    date_order: z.enum(DATE_ORDERS).nullable(),
    preset: z.enum(PRESETS).nullable(),
  })
  .meta({ id: 'ImportChoices' });
export const cellPreviewSchema = z
  .object({
    columns: z.string().array().meta({ description: 'Headers of the columns that the import uses.' }),
    cells: z.object({ line: z.int(), cells: z.string().array() }).array().meta({
      description:
        'The rows that fit into a million characters. Request the others again without these. A row that is longer by itself is never returned: correct it in the file.',
    }),
  })
  .meta({ id: 'ImportCells' });
export const importRecordSchema = importSummarySchema
  .extend({
    mapping: z
      .record(z.string(), z.string().nullable())
      .meta({ description: 'The field of each column; null for an ignored column.' }),
    headerline: z.int().meta({ description: 'Line number of the header in the file.' }),
    decimal: z.record(z.string(), z.enum(DECIMAL_MARKS)).meta({
      description: 'The decimal mark of each number column, by column header.',
    }),
    unknownvalues: unknownValue.array().max(MAX_UNKNOWN_VALUES).meta({
      description:
        'Names in the file that no record has, or several records have, each once for its column. The first 1000.',
    }),
    unknowntotal: z.int().meta({ description: 'Number of all unknown values, at most 20000.' }),
    preset: z.enum(PRESETS).nullable().meta({
      description: 'The product whose headers the file has, as requested or as recognized.',
    }),
    previous: previousChoices.nullable().meta({
      description:
        'The choices of the last import of a file with the same headers, for a dry run without choices of its own.',
    }),
    created: z.record(z.string(), z.int()).meta({
      description:
        'Number of records that the import creates for unknown values, by register, such as {vendors: 3}.',
    }),
    ignored: z.object({ column: z.string(), message: z.string() }).array().meta({
      description:
        'Columns that the import leaves out although they are known: their plugin is disabled, or you may not write them.',
    }),
    duplicates: z.int().meta({
      description:
        'Number of rows that repeat or complete an earlier row of the same record, and count as that row.',
    }),
    sheets: z.string().max(100).array().max(MAX_LISTED_SHEETS).meta({
      description:
        'The worksheets of a workbook, the first 100. Hidden ones are left out, except the one that was read.',
    }),
    sheetstotal: z.int().meta({ description: 'Number of all these worksheets.' }),
    hiddensheets: z.string().max(100).array().max(MAX_LISTED_SHEETS).meta({
      description:
        'The hidden worksheets, the first 100. They are read only when they are chosen with `sheet`.',
    }),
    sheet: z.string().nullable().meta({ description: 'The worksheet that was read; null for CSV.' }),
    preview: cellPreviewSchema.nullable().meta({
      description:
        'The texts of the first 500 rows of a dry run, those with errors first, and those whose error few rows share before the others. `POST /api/imports/cells` returns those of others. Correct them with `edits`. Null for an import.',
    }),
    addedfields: z.object({ name: z.string(), title: z.string() }).array().meta({
      description: 'Fields of plugins and custom fields that you may also map columns to.',
    }),
    rows: z.array(
      z.object({
        row: z.int().meta({ description: 'Starts at 1, without the header.' }),
        line: z.int().meta({ description: 'Line number in the file.' }),
        merged: z.int().array().meta({
          description: 'Line numbers of further rows of the same record, which count as this row.',
        }),
        outcome: z.enum(ROW_OUTCOMES),
        reason: z.string().nullable().meta({
          description:
            'All errors of the row in one text. For other rows, the choice that skips them, or why some values stay as they are.',
        }),
        errors: rowError
          .array()
          .meta({ description: 'All errors of the row that are found before it is written.' }),
        changes: z.record(z.string(), z.array(z.any())),
      }),
    ),
  })
  .meta({ id: 'Import' });

export const importUnderwaySchema = z
  .object({
    target: z.string(),
    filename: z.string(),
    phase: z.enum(['checking', 'writing']),
    rowsdone: z.int(),
    rowstotal: z.int(),
  })
  .meta({ id: 'ImportUnderway' });

export type ImportCells = z.output<typeof cellPreviewSchema>;
export type ImportSummary = z.output<typeof importSummarySchema>;
export type ImportRecord = z.output<typeof importRecordSchema>;
export type ImportUnderway = z.output<typeof importUnderwaySchema>;

const flagText = z.enum(['true', 'false']).optional();

/** The form fields of an upload besides the file. */
export const form = z.object({
  target: z
    .string()
    .meta({ description: 'An asset type such as Computer, or a list such as vendors or computers/types.' }),
  mapping: z.string().optional().meta({
    description:
      'JSON {csv header: field}; null ignores a column. Without a mapping, columns are matched by name.',
  }),
  dryrun: flagText.meta({ description: 'Default true.' }),
  decimal: z
    .enum(['auto', ...DECIMAL_MARKS])
    .optional()
    .meta({
      description:
        'The decimal mark of all number columns. Default auto: detected per column from its unambiguous cells; 1.250 alone is an error.',
    }),
  date_order: z.enum(DATE_ORDERS).optional().meta({
    description:
      'The order of dates that do not begin with the year, such as 31.12.2027 (dmy). Without it, such dates are errors.',
  }),
  sheet: z.string().optional().meta({
    description: 'The worksheet of an XLSX file. Default: the first one with rows that is not hidden.',
  }),
  preset: z.enum(PRESETS).optional().meta({
    description:
      'Maps the headers of exports of Snipe-IT, GLPI or NetBox. A mapping takes precedence. Without both, such files are recognized.',
  }),
  unknown: z.string().optional().meta({
    description:
      'JSON {csv header: "create" | "empty" | "skip" | "error"}: what happens to unknown names in the column. They become new records, are left out, or skip their rows. Default error.',
  }),
  values: z.string().optional().meta({
    description:
      'JSON {csv header: {value: id | "create" | "empty" | "skip"}}: the same for single values. An ID is that of an existing record.',
  }),
  edits: z.string().optional().meta({
    description:
      'JSON {line: {csv header: text}}: corrected cells, at most 5000. They replace those of the file. An empty text clears a cell.',
  }),
  skiperrors: flagText.meta({
    description: 'true skips rows with errors; default false: one error stops the import.',
  }),
});

/** The form fields of a file whose cells are read. */
export const cellsForm = form.omit({ dryrun: true, skiperrors: true }).extend({
  lines: z.string().meta({
    description: `JSON list of the line numbers of the rows to return, at most ${MAX_PREVIEW_ROWS}.`,
  }),
});
