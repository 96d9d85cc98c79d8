import { number } from './fields.ts';
import { inputSchema } from './validate.ts';

/**
 * The schema of an amount of money: 0 to 10^12. It rejects more than two decimals, such as 1.005, instead of
 * rounding silently. `title` names the field in messages.
 */
export const createAmountSchema = (title: string) =>
  inputSchema({ ...number({ title, min: 0, max: 1e12 }), required: true }).refine(
    (value) => Math.abs((value as number) * 100 - Math.round((value as number) * 100)) < 1e-6,
    'Use at most two decimals.',
  );
