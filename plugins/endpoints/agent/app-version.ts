import { z } from 'zod';
import { cleanText, cutText } from '../../../src/kit/clean-text.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import type { CommandOutcome } from './outcome.ts';

/** What is to be there after an application was brought. An older appliance does not say all of it. */
export const desiredApp = z.looseObject({
  appid: z.int(),
  appname: z.string().optional(),
  version: z.string().optional(),
  othernames: z.string().array().default([]),
});
type WantedApp = z.output<typeof desiredApp>;

/** A program may be there in many versions, each with a text of any length: so many are told, and so many letters. */
const MAX_LISTED = 5;
const MAX_CHARACTERS = 100;

interface Program {
  name: string;
  version?: string;
}

/** What came of bringing an application, by the version that is among the programs afterwards. */
export function checkInstalledVersion(
  outcome: CommandOutcome,
  { appname, version, othernames }: WantedApp,
  programs: readonly Program[],
): CommandOutcome {
  if (appname === undefined || version === undefined) return outcome;
  const known = new Set([appname, ...othernames].map(nameKey));
  const found = programs.flatMap((one) =>
    known.has(nameKey(one.name)) ? (cleanText(one.version ?? '') ?? []) : [],
  );
  const said = (sentence: string) => [sentence, outcome.output].filter(Boolean).join('\n');
  if (found.length === 0)
    return { ...outcome, output: said(`The version of ${appname} could not be seen on this PC.`) };
  if (found.some((one) => isSameVersion(one, version))) return outcome;
  const all = [...new Set(found.map((one) => cutText(one, MAX_CHARACTERS)))];
  const there = all.slice(0, MAX_LISTED).join(' and ');
  const sentence = `${appname} is ${there} on this PC; ${version} was wanted. The published entry brings another version.`;
  return { status: 'failed', output: said(sentence) };
}

/** Names are one as they are in the register: whatever their case, and what cannot be seen. */
const nameKey = (name: string): string => foldName(cleanText(name) ?? '');

/**
 * Part by part: numbers by their value, anything else by its letters; parts at the end that are 0 say nothing, nor does
 * what cannot be seen.
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
