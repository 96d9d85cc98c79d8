import type { ImportRecord } from '../../../features/imports/schemas.ts';

export type UnknownValue = ImportRecord['unknownvalues'][number];
/** The choices of an earlier import that the server offers. */
export type PreviousChoices = NonNullable<ImportRecord['previous']>;
/** A choice for all unknown values of a column. `error` is the default. */
export type UnknownChoice = PreviousChoices['unknown'][string];
/** A choice for one value: also the ID of an existing record. */
export type ValueChoice = number | UnknownChoice;

/** The choices for the unknown values of a file, by column header and value. */
export type Choices = Pick<PreviousChoices, 'unknown' | 'values'>;

/** Returns the choice that applies to a value. */
export function choiceOf({ unknown, values }: Choices, { column, value }: UnknownValue): ValueChoice {
  return values[column]?.[value] ?? unknown[column] ?? 'error';
}

/** Returns choices with another one for a single value. */
export function withValue(choices: Choices, { column, value }: UnknownValue, choice: ValueChoice): Choices {
  const own = { ...choices.values[column], [value]: choice };
  return { ...choices, values: { ...choices.values, [column]: own } };
}

/**
 * Returns choices with another one for all unknown values of a column. Values for which an existing record is
 * chosen keep it.
 */
export function withColumn(choices: Choices, column: string, choice: UnknownChoice): Choices {
  const kept = Object.entries(choices.values[column] ?? {}).filter(([, own]) => typeof own === 'number');
  return {
    unknown: { ...choices.unknown, [column]: choice },
    values: { ...choices.values, [column]: Object.fromEntries(kept) },
  };
}

/** Returns choices without those of a column, whose field has changed. */
export function dropColumn({ unknown, values }: Choices, column: string): Choices {
  const { [column]: _word, ...otherWords } = unknown;
  const { [column]: _values, ...otherValues } = values;
  return { unknown: otherWords, values: otherValues };
}

/** Returns the choices as form fields; none when nothing is chosen. */
export function toFormFields({ unknown, values }: Choices): Record<string, string> {
  return {
    ...(Object.keys(unknown).length > 0 && { unknown: JSON.stringify(unknown) }),
    ...(Object.keys(values).length > 0 && { values: JSON.stringify(values) }),
  };
}
