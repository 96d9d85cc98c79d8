import { z } from 'zod';
import { cleanText, cutText } from '../../../src/kit/clean-text.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import type { CommandOutcome } from './outcome.ts';

/** The application version that a command requests. An older appliance omits some of the fields. */
export const desiredApp = z.looseObject({
  appid: z.int(),
  appname: z.string().optional(),
  version: z.string().optional(),
  othernames: z.string().array().default([]),
});
type WantedApp = z.output<typeof desiredApp>;

/**
 * Limits of a message: the number of versions that it lists, and the characters of each. A PC may have many
 * versions of a program, each with a text of any length.
 */
const MAX_LISTED = 5;
const MAX_CHARACTERS = 100;

interface Program {
  name: string;
  version?: string;
}

/**
 * Checks the outcome of an installation against the versions of the application that the inventory lists
 * afterwards. The outcome becomes failed when all of them differ from the requested version. If none is
 * listed, only its output notes that. The outcome stays as it is when the command names no application or
 * version.
 */
export function checkInstalledVersion(
  outcome: CommandOutcome,
  { appname, version, othernames }: WantedApp,
  programs: readonly Program[],
): CommandOutcome {
  if (appname === undefined || version === undefined) return outcome;
  const nameKeys = new Set([appname, ...othernames].map(nameKey));
  const found = programs.flatMap((one) =>
    nameKeys.has(nameKey(one.name)) ? (cleanText(one.version ?? '') ?? []) : [],
  );
  const withOutput = (sentence: string) => [sentence, outcome.output].filter(Boolean).join('\n');
  if (found.length === 0)
    return { ...outcome, output: withOutput(`The version of ${appname} on this PC is unknown.`) };
  if (found.some((one) => isSameVersion(one, version))) return outcome;
  const all = [...new Set(found.map((one) => cutText(one, MAX_CHARACTERS)))];
  const there = all.slice(0, MAX_LISTED).join(' and ');
  const sentence = `${appname} is ${there} on this PC, but ${version} was requested. The published entry installs another version.`;
  return { status: 'failed', output: withOutput(sentence) };
}

/** Returns the key that the register also uses for a name. It ignores case and invisible characters. */
const nameKey = (name: string): string => foldName(cleanText(name) ?? '');

/**
 * Reports whether two versions are equal, part by part. Numbers are compared by value, other text ignoring
 * case. Trailing zero parts and invisible characters are ignored.
 */
export const isSameVersion = (one: string, other: string): boolean => versionKey(one) === versionKey(other);

function versionKey(version: string): string {
  const parts = (cleanText(version) ?? '')
    .toLowerCase()
    .split('.')
    .map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length > 1 && parts.at(-1) === '0') parts.pop();
  return parts.join('.');
}
