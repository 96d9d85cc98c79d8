import { AppError, invalid } from '../../kit/errors.ts';
import { parseJson } from '../../kit/http/json.ts';
import { MAX_COLUMNS } from './sheet.ts';
import { type RequestedChoices, UNKNOWN_CHOICES, type ValueChoice } from './value-choices.ts';

/** Returns the object in a form field with JSON. Throws 400 for any other text. */
export function parseObject(
  name: string,
  text: string,
  example: string,
  max = MAX_COLUMNS,
): Record<string, unknown> {
  const hint = `Send an object such as ${example}.`;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    if (cause instanceof AppError && cause.status === 400) throw invalid(name, `${cause.message} ${hint}`);
    throw cause;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name, hint);
  if (Object.keys(value).length > max)
    throw invalid(name, `Name at most ${max} ${max === MAX_COLUMNS ? 'columns' : 'lines'}.`);
  return value as Record<string, unknown>;
}

const isWord = (value: unknown): value is RequestedChoices['unknown'][string] =>
  (UNKNOWN_CHOICES as readonly unknown[]).includes(value);

/** Returns the choices in the field `unknown`. Throws 400 when the text is invalid. */
export function parseUnknown(text: string): RequestedChoices['unknown'] {
  if (!text) return {};
  const value = parseObject('unknown', text, '{"Manufacturer": "create"}');
  for (const [column, choice] of Object.entries(value))
    if (!isWord(choice)) throw invalid(`unknown.${column}`, `Use one of ${UNKNOWN_CHOICES.join(', ')}.`);
  return value as RequestedChoices['unknown'];
}

/** Returns the choices in the field `values`. Throws 400 when the text is invalid. */
export function parseValues(text: string): RequestedChoices['values'] {
  if (!text) return {};
  const example = '{"Manufacturer": {"Acme": 5, "Various": "empty"}}';
  const columns = parseObject('values', text, example);
  for (const [column, values] of Object.entries(columns)) {
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw invalid(`values.${column}`, `Send an object such as ${example}.`);
    for (const [value, choice] of Object.entries(values))
      if (!isChoice(choice))
        throw invalid(`values.${column}.${value}`, 'Use the ID of a record, or create, empty or skip.');
  }
  return columns as RequestedChoices['values'];
}

const isChoice = (choice: unknown): choice is ValueChoice =>
  isWord(choice) || (typeof choice === 'number' && Number.isSafeInteger(choice) && choice > 0);
