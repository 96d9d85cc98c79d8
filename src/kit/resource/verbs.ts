import type { WriteContext } from '../data/tx.ts';
import type { Access } from '../http/access.ts';
import type { Column } from './fields.ts';

export type ParameterFields = Readonly<Record<string, Column<unknown, unknown>>>;

/**
 * A business event of one record, in the language of the domain. From it come the route
 * `POST <path>/{id}/<name>`, its place in the document, its right, and the button with its form on the record.
 */
export interface RecordVerb {
  title: string;
  icon: string;
  /** Who may do it: a permission, `login` or `admin`. */
  needs: Access;
  /** One line of the document; default is the title. */
  summary?: string;
  /** What is asked for, in the order of the form. */
  asks: ParameterFields;
  /** What a record must have for it, by field: otherwise there is no button, and the call is 409 CONFLICT. */
  when?: Readonly<Record<string, unknown>>;
  /** The last part of the path, where it is not the verb's name. */
  path?: string;
  status?: 200 | 201;
  /** Does it, in one transaction. The route answers the record as it is then. `verb` types what it is given. */
  run(host: never, context: WriteContext, id: number, given: never): void;
}
