import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'Use text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object.',
};

const isNumber = ({ origin }: { origin: string }) => origin === 'number' || origin === 'int';

/** Replaces the common error messages of zod, which address programmers, with plain sentences. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'This is required.' : KINDS[issue.expected];
    if (issue.code === 'too_big' && issue.origin === 'string')
      return `Use at most ${issue.maximum} characters.`;
    if (issue.code === 'too_big' && issue.origin === 'array') return `Use at most ${issue.maximum} entries.`;
    if (issue.code === 'too_big' && isNumber(issue)) return `Use ${issue.maximum} at most.`;
    if (issue.code === 'too_small' && isNumber(issue))
      return issue.inclusive === false ? `Use more than ${issue.minimum}.` : `Use ${issue.minimum} at least.`;
    if (issue.code === 'too_small' && issue.origin === 'array')
      return issue.minimum === 1 ? 'Enter at least one.' : `Enter at least ${issue.minimum}.`;
    if (issue.code === 'too_small' && issue.origin === 'string')
      return issue.minimum === 1 ? 'This is required.' : `Use at least ${issue.minimum} characters.`;
    if (issue.code === 'unrecognized_keys') return `Unknown key: ${issue.keys.join(', ')}.`;
    if (issue.code === 'invalid_value') return `Use one of ${issue.values.join(', ')}.`;
    return undefined;
  },
});
