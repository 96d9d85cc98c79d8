import { useIsPhone } from '../parts/use-is-phone.ts';
import { ListCards } from './list-cards.tsx';
import { ListTable } from './list-table.tsx';
import type { ListTableProps } from './list-table-props.ts';

interface ListRowsProps extends ListTableProps {
  /** Set while the rows are still those of the previous page. */
  isOld: boolean;
  /** The name of the table. Defaults to the title of the register. */
  title?: string;
}

/** Shows the rows of one page as a table, or as cards on a phone. They can be opened and selected. */
export function ListRows({ isOld, title, ...props }: ListRowsProps) {
  if (useIsPhone()) return <ListCards {...props} />;
  return (
    <section
      className="mw-table-wrap"
      aria-label={title ?? props.register.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
      tabIndex={0}
      style={{ opacity: isOld ? 0.6 : 1 }}
    >
      <ListTable {...props} />
    </section>
  );
}
