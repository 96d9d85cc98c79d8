import { SortChoices } from '../parts/sort-choices.tsx';
import { listShownFields } from './list-columns.tsx';
import { sortingOf } from './list-state.ts';
import type { ListToolbarProps } from './list-toolbar-props.ts';

type SortMenuProps = Pick<ListToolbarProps, 'register' | 'state' | 'onState' | 'columns'>;

const STAMPS: Record<string, string> = { createddate: 'Created', modifieddate: 'Last change' };

/** Lets the user choose the sort order: the columns of the list first, then its other fields. */
export function SortMenu({ register, state, onState, columns }: SortMenuProps) {
  const titleOf = (name: string) =>
    register.fields.find((field) => field.name === name)?.title ?? STAMPS[name];
  const choices = register.sorts.flatMap((name) => {
    const title = titleOf(name);
    return title ? [{ name, title }] : [];
  });
  const shown = new Set(listShownFields(register, columns).map(({ name }) => name));
  const { own = [], other = [] } = Object.groupBy(choices, ({ name }) => (shown.has(name) ? 'own' : 'other'));
  return <SortChoices sorting={sortingOf(register, state, onState)} own={own} other={other} />;
}
