import type { WriteContext } from '../data/tx.ts';
import type { Access } from '../http/access.ts';
import type { Column } from './fields.ts';

export type ParameterFields = Readonly<Record<string, Column<unknown, unknown>>>;

/**
 * A business event of one record, in the language of the domain. The kit derives the route
 * `POST <path>/{id}/<name>`, its API document, its permission, and the button with its form on the record.
 */
export interface RecordVerb {
  title: string;
  icon: string;
  /** The required access: a permission, `login` or `admin`. */
  needs: Access;
  /** A line of the API document. Defaults to the title. */
  summary?: string;
  /** The parameters, in the order of the form. */
  parameters: ParameterFields;
  /**
   * Values that a record must have, by field. For other records the button is absent, and the call returns
   * 409 CONFLICT.
   */
  when?: Readonly<Record<string, unknown>>;
  /** The last segment of the path. Defaults to the name of the verb. */
  path?: string;
  status?: 200 | 201;
  /**
   * Runs the verb in one transaction. The route returns the resulting record. `verb` types the parameters.
   */
  run(host: never, context: WriteContext, id: number, input: never): void;
}
