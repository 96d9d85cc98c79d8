import type { FieldKind } from '../../kit/resource/descriptor.ts';

/** Kinds of fields whose value is chosen, and those that are never stored. */
const UNTYPED: ReadonlySet<FieldKind> = new Set(['boolean', 'color', 'icon', 'select', 'ref', 'secret']);

/** Returns the name of the draft of a dialog with these fields, by the rule of `FormModal`; null without one. */
export const toDraftName = (fields: readonly { kind: FieldKind }[], name: string): string | null =>
  fields.filter(({ kind }) => kind !== 'secret').length > 1 && fields.some(({ kind }) => !UNTYPED.has(kind))
    ? name
    : null;
