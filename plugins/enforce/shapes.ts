import { z } from 'zod';
import { normalizeText } from '../../src/kit/clean-text.ts';
import {
  DETECTIONS,
  MANIFEST_STATUSES,
  type ManifestStatus,
  PHASES,
  type Phase,
  RESULT_ACTIONS,
  TYPES,
} from './labels.ts';

/** Maximum characters of a text, a name and a path, and maximum items of a list. */
const MAX_TEXT_LENGTH = 64 * 1024;
const MAX_NAME_LENGTH = 255;
const MAX_PATH_LENGTH = 1024;
const MAX_TARGETS = 1000;
const MAX_RESULTS = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const line = (most: number) =>
  z
    .string()
    .max(most, `Use at most ${most} characters.`)
    .refine((value) => !CONTROL.test(value) && value.isWellFormed(), 'Enter one line only.');
const name = line(MAX_NAME_LENGTH).overwrite(normalizeText).trim().min(1, 'Enter a name.');
/** A name that a PC sends. Invisible characters are removed, so that it cannot imitate another name. */
const plainLine = line(MAX_NAME_LENGTH).overwrite(normalizeText).trim();
const text = z
  .string()
  .max(MAX_TEXT_LENGTH, `Use at most ${MAX_TEXT_LENGTH} characters.`)
  .refine((value) => !UNSAFE.test(value) && value.isWellFormed(), 'Control characters are not allowed.');
const targets = z.array(line(MAX_NAME_LENGTH).trim().min(1)).max(MAX_TARGETS);
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/, 'Use 64 lower-case hexadecimal digits.');
export const phaseChoice = z.enum(Object.keys(PHASES) as [Phase, ...Phase[]]);
export const statusChoice = z.enum(Object.keys(MANIFEST_STATUSES) as [ManifestStatus, ...ManifestStatus[]]);

/** Known fields of an entry as spelled in a manifest. Other fields are stored unchanged. */
export const entryFields = {
  Name: name,
  Type: z.enum(TYPES),
  InstallArgs: text.meta({ description: 'The command line, or the arguments of the payload.' }),
  DetectionMethod: z.enum(DETECTIONS),
  DetectionPath: line(MAX_PATH_LENGTH),
  DetectionName: line(MAX_PATH_LENGTH),
  DetectionValue: z.union([text, z.number(), z.boolean()]),
  PCTypes: targets.meta({ description: 'PC types, or `type-subtype`; `*` matches all.' }),
  TargetHostnames: targets.meta({ description: 'Host names; `*` and `?` are wildcards.' }),
  TargetMachineNumbers: targets,
  CMMVersions: targets,
  InlinePayload: text.meta({ description: 'A small payload as UTF-8 text, identified by its SHA-256.' }),
  PayloadSha256: sha256Text,
  PayloadSize: z.int().min(0).meta({ description: 'Size in bytes.' }),
  LogFile: line(MAX_PATH_LENGTH),
  RebootRequired: z.boolean(),
} as const;

/** An entry in the form that PCs receive. */
export const manifestEntry = z
  .looseObject({ ...z.object(entryFields).partial().shape, Name: entryFields.Name, Type: entryFields.Type })
  .meta({ id: 'EnforceManifestEntry' });
export type ManifestEntry = z.output<typeof manifestEntry>;

/** A manifest in the form that PCs receive: raw JSON whose bytes never change. */
export const enforceManifest = z
  .object({
    ManifestVersion: z.string(),
    Scope: z.string(),
    Phase: phaseChoice,
    Revision: z.int().nullable().meta({ description: 'Null in a draft.' }),
    PublishedAt: z.iso.datetime().nullable().meta({ description: 'Null in a draft.' }),
    Entries: manifestEntry.array(),
  })
  .meta({ id: 'EnforceManifest' });
export type EnforceManifest = z.output<typeof enforceManifest>;

const reportResult = z.object({
  entryname: plainLine.min(1),
  action: z.enum(RESULT_ACTIONS),
  message: z.string().max(4000).nullish(),
  exitcode: z.int().nullish(),
  durationms: z.int().min(0).nullish(),
});

/** Report of a PC about a manifest. */
export const enforceReport = z
  .object({
    hostname: plainLine.min(1, 'Send the host name of this PC.'),
    scopename: plainLine.min(1).nullish(),
    phase: phaseChoice.default('runtime'),
    appliedversion: z
      .union([line(MAX_NAME_LENGTH), z.number().transform(String)])
      .nullish()
      .meta({ description: 'Revision or manifest version that was applied.' }),
    enforcerversion: line(MAX_NAME_LENGTH).nullish(),
    status: statusChoice.nullish().meta({ description: 'Default: derived from the results.' }),
    results: z.array(reportResult).max(MAX_RESULTS).default([]),
    counts: z
      .record(z.string().regex(/^[A-Za-z_]{1,40}$/, 'Use letters.'), z.int().min(0).max(1_000_000))
      .refine((counts) => Object.keys(counts).length <= 50, 'Send at most 50 counts.')
      .nullish()
      .meta({ description: 'Number of entries by result. Default: derived from the results.' }),
  })
  .meta({ id: 'EnforceReportSent' });
export type EnforceReport = z.output<typeof enforceReport>;
