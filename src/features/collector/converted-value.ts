import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Converts a value that a schema did not accept. Returns undefined when it has no usable meaning. */
export function convertValue(issue: Issue, value: unknown): unknown {
  if (issue.code === 'invalid_type') return ofType(issue.expected, value);
  if (issue.code === 'too_big') return shorten(value, Number(issue.maximum));
  return typeof value === 'string' ? withoutControls(value) : onlyEntry(value);
}

function ofType(expected: string, value: unknown): unknown {
  if (expected === 'array') return asList(value);
  if (Array.isArray(value)) return onlyEntry(value);
  if (expected === 'string') return Number.isFinite(value) ? String(value) : undefined;
  if (expected === 'boolean') return BOOLEANS[String(value).trim().toLowerCase()];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return (expected === 'number' || expected === 'int') && Number.isFinite(number) ? number : undefined;
}

/**
 * Converts one entry, or a text with several entries separated by commas or semicolons, to a list. Returns
 * undefined without an entry.
 */
function asList(value: unknown): unknown[] | undefined {
  if (typeof value === 'string') {
    const entries = value.split(/[,;]/).map((entry) => entry.trim());
    return entries.some(Boolean) ? entries.filter(Boolean) : undefined;
  }
  return value === null || value === undefined ? undefined : [value];
}

function onlyEntry(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const entries = value.filter((entry) => entry !== null && entry !== '');
  return entries.length === 1 ? entries[0] : undefined;
}

function shorten(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most);
  return typeof value === 'string' ? value.slice(0, most).replace(/[\ud800-\udbff]$/, '') : undefined;
}

function withoutControls(value: string): string | undefined {
  const plain = value.toWellFormed().replace(CONTROL, ' ');
  return plain === value ? undefined : plain;
}
