import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { DETECTIONS, type Detection, type EntryType, TYPES } from '../labels.ts';
import type { EntryRecord } from './data.ts';

/** Values of the entry form, named as in a manifest. */
export interface EntryValues {
  Name: string;
  Type: EntryType;
  InstallArgs: string;
  InlinePayload: string;
  DetectionMethod: Detection | '';
  DetectionPath: string;
  DetectionName: string;
  DetectionValue: string;
  PCTypes: string[];
  TargetHostnames: string[];
  TargetMachineNumbers: string[];
  CMMVersions: string[];
  LogFile: string;
  RebootRequired: boolean;
  isenabled: boolean;
  appid: string;
  others: string;
}

/** Title of each type, and the labels of its fields. */
export const TYPE_WORDS: Record<EntryType, { label: string; args?: string; hint?: string; inline?: string }> =
  {
    EXE: {
      label: 'EXE: a setup program',
      args: 'Arguments',
      hint: 'For a silent installation, for example /S or /quiet.',
    },
    MSI: {
      label: 'MSI: an installer package',
      args: 'Arguments',
      hint: 'Added to msiexec /i, for example /qn /norestart.',
    },
    PS1: {
      label: 'PS1: a PowerShell script',
      args: 'Arguments',
      hint: 'Passed to the script.',
      inline: 'Script',
    },
    BAT: {
      label: 'BAT: a batch file',
      args: 'Arguments',
      hint: 'Passed to the batch file.',
      inline: 'Batch file',
    },
    CMD: {
      label: 'CMD: one command line',
      args: 'Command line',
      hint: 'Runs unchanged. Leave empty to run the text below.',
      inline: 'Commands',
    },
    REG: { label: 'REG: registry values', inline: 'Content of the .reg file' },
    INF: {
      label: 'INF: a driver',
      args: 'Arguments',
      hint: 'Added to pnputil.',
      inline: 'Content of the .inf file',
    },
    FILE: {
      label: 'FILE: a file to copy',
      args: 'Destination',
      hint: 'Full path, for example C:\\Plant\\settings.ini.',
    },
  };

/** Title of each detection method, and the labels of its fields. */
export const DETECTION_WORDS: Record<
  Detection,
  { label: string; path?: string; name?: string; value?: string }
> = {
  Registry: {
    label: 'Registry value',
    path: 'Registry key',
    name: 'Value name',
    value: 'Expected value',
  },
  File: { label: 'File exists', path: 'File' },
  FileVersion: { label: 'File version', path: 'File', value: 'Minimum version' },
  Hash: { label: 'File content', path: 'File', value: 'Expected SHA-256' },
  MarkerFile: {
    label: 'Marker file that the agent writes',
    path: 'Marker file',
    value: 'Marker text; a new text applies the entry again',
  },
  Always: { label: 'Always: apply it at every check' },
};

export const TYPE_CHOICES = TYPES.map((value) => ({ value, label: TYPE_WORDS[value].label }));
export const DETECTION_CHOICES = [
  { value: '', label: 'None: agents apply it once' },
  ...DETECTIONS.map((value) => ({ value, label: DETECTION_WORDS[value].label })),
];

const FORM_FIELDS = new Set([
  'Name',
  'Type',
  'InstallArgs',
  'InlinePayload',
  'DetectionMethod',
  'DetectionPath',
  'DetectionName',
  'DetectionValue',
  'PCTypes',
  'TargetHostnames',
  'TargetMachineNumbers',
  'CMMVersions',
  'LogFile',
  'RebootRequired',
  'PayloadSha256',
  'PayloadSize',
]);
const HANDLED_FIELDS = new Set([
  'entryid',
  'scopeid',
  'appid',
  'appname',
  'sortorder',
  'isenabled',
  'haspayload',
  'createddate',
  'modifieddate',
]);

/** Returns the fields of an entry that have no input in the form. */
const othersOf = (entry: EntryRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).filter(([key]) => !FORM_FIELDS.has(key) && !HANDLED_FIELDS.has(key)),
  );

/** Returns the form values of an entry, or of a new one. */
export function entryValuesOf(entry: EntryRecord | undefined): EntryValues {
  const others = entry ? othersOf(entry) : {};
  return {
    Name: entry?.Name ?? '',
    Type: (entry?.Type ?? 'EXE') as EntryType,
    InstallArgs: entry?.InstallArgs ?? '',
    InlinePayload: entry?.InlinePayload ?? '',
    DetectionMethod: entry?.DetectionMethod ?? '',
    DetectionPath: entry?.DetectionPath ?? '',
    DetectionName: entry?.DetectionName ?? '',
    DetectionValue: entry?.DetectionValue === undefined ? '' : String(entry.DetectionValue),
    PCTypes: entry?.PCTypes ?? [],
    TargetHostnames: entry?.TargetHostnames ?? [],
    TargetMachineNumbers: entry?.TargetMachineNumbers ?? [],
    CMMVersions: entry?.CMMVersions ?? [],
    LogFile: entry?.LogFile ?? '',
    RebootRequired: entry?.RebootRequired ?? false,
    isenabled: entry?.isenabled ?? true,
    appid: entry?.appid ? String(entry.appid) : '',
    others: Object.keys(others).length > 0 ? JSON.stringify(others, null, 2) : '',
  };
}

/**
 * Returns the request body for an entry. Empty values are null, which removes their fields. Throws
 * `FieldErrors` when the other fields are not a JSON object.
 */
export function entryBodyOf(values: EntryValues, before: EntryRecord | undefined): Record<string, unknown> {
  const { others, appid, isenabled, RebootRequired, ...fields } = values;
  const body = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value.length === 0 ? null : value]),
  );
  // An unchanged number stays a number.
  if (before && body.DetectionValue === String(before.DetectionValue))
    body.DetectionValue = before.DetectionValue as never;
  const { inline } = TYPE_WORDS[values.Type];
  const gone = Object.fromEntries(Object.keys(before ? othersOf(before) : {}).map((key) => [key, null]));
  return {
    ...gone,
    ...readOthers(others),
    ...body,
    Name: values.Name,
    InlinePayload: inline ? body.InlinePayload : null,
    RebootRequired: RebootRequired || null,
    isenabled,
    appid: appid === '' ? null : Number(appid),
    ...(before && { ifmodifieddate: before.modifieddate }),
  };
}

function readOthers(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  } catch {
    // The error is thrown below.
  }
  throw new FieldErrors({ others: 'Enter a JSON object, for example {"Vendor": "Acme"}.' });
}
