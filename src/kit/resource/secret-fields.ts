import type { DeclaredColumn } from '../declared-data.ts';
import type { Register } from './register.ts';

/** Returns the columns in which registers store encrypted values. */
export const listSecretFields = (registers: readonly Register[]): DeclaredColumn[] =>
  registers.flatMap(({ table, fields }) =>
    Object.keys(fields).flatMap((column) => (fields[column]!.kind === 'secret' ? [{ table, column }] : [])),
  );
