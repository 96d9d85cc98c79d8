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
export const TYPE_WORDS: Record<EntryType, { says: string; args?: string; hint?: string; inline?: string }> =
  {
    EXE: {
      says: 'EXE: a setup program',
      args: 'Arguments',
      hint: 'So that it asks nothing, for example /S or /quiet.',
    },
    MSI: {
      says: 'MSI: an installer package',
      args: 'Arguments',
      hint: 'Added to msiexec /i, for example /qn /norestart.',
    },
    PS1: {
      says: 'PS1: a PowerShell script',
      args: 'Arguments',
      hint: 'Handed to the script.',
      inline: 'Script',
    },
    BAT: {
      says: 'BAT: a batch file',
      args: 'Arguments',
      hint: 'Handed to the batch file.',
      inline: 'Batch file',
    },
    CMD: {
      says: 'CMD: one command line',
      args: 'Command line',
      hint: 'Run as it stands; without one, the text below is run.',
      inline: 'Commands',
    },
    REG: { says: 'REG: values of the registry', inline: 'Content of the .reg file' },
    INF: {
      says: 'INF: a driver',
      args: 'Arguments',
      hint: 'Added to pnputil.',
      inline: 'Content of the .inf file',
    },
    FILE: {
      says: 'FILE: a file to be put somewhere',
      args: 'Where to',
      hint: 'The whole path, for example C:\\Plant\\settings.ini.',
    },
  };

/** Title of each detection method, and the labels of its fields. */
export const DETECTION_WORDS: Record<
  Detection,
  { says: string; path?: string; name?: string; value?: string }
> = {
  Registry: {
    says: 'A value of the registry',
    path: 'Registry key',
    name: 'Name of the value',
    value: 'What it has to be',
  },
  File: { says: 'A file that is there', path: 'File' },
  FileVersion: { says: 'The version of a file', path: 'File', value: 'Version, this or a later one' },
  Hash: { says: 'The content of a file', path: 'File', value: 'SHA-256 that it has to have' },
  MarkerFile: {
    says: 'A marker that the enforcer leaves',
    path: 'Marker file',
    value: 'What it says; another text applies the entry anew',
  },
  Always: { says: 'Nothing: apply it each time that the PC looks' },
};

export const TYPE_CHOICES = TYPES.map((value) => ({ value, label: TYPE_WORDS[value].says }));
export const DETECTION_CHOICES = [
  { value: '', label: 'Not said: agents apply it once' },
  ...DETECTIONS.map((value) => ({ value, label: DETECTION_WORDS[value].says })),
];

const KNOWN = new Set([
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
const OWN = new Set([
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
  Object.fromEntries(Object.entries(entry).filter(([key]) => !KNOWN.has(key) && !OWN.has(key)));

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

/** Returns the request body for an entry. Empty values remove their fields. */
export function entryBodyOf(values: EntryValues, before: EntryRecord | undefined): Record<string, unknown> {
  const { others, appid, isenabled, RebootRequired, ...fields } = values;
  const told = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value.length === 0 ? null : value]),
  );
  // An unchanged number stays a number.
  if (before && told.DetectionValue === String(before.DetectionValue))
    told.DetectionValue = before.DetectionValue as never;
  const { inline } = TYPE_WORDS[values.Type];
  const gone = Object.fromEntries(Object.keys(before ? othersOf(before) : {}).map((key) => [key, null]));
  return {
    ...gone,
    ...readOthers(others),
    ...told,
    Name: values.Name,
    InlinePayload: inline ? told.InlinePayload : null,
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
  throw new FieldErrors({ others: 'Write an object of JSON, for example {"Vendor": "Acme"}.' });
}
