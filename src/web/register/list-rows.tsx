import { useMediaQuery } from '@mantine/hooks';
import { BREAK } from '../theme.ts';
import { ListCards } from './list-cards.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';

interface ListRowsProps extends ListTableProps {
  /** The rows are those of the page before. */
  isOld: boolean;
}

/** The rows of one page, to be opened and selected: a table, and cards on a phone. */
export function ListRows({ isOld, ...props }: ListRowsProps) {
  const phone = useMediaQuery(`(max-width: ${BREAK.phone - 1}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  if (phone) return <ListCards {...props} />;
  return (
    <section
      className="mw-table-wrap"
      aria-label={props.register.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
      tabIndex={0}
      style={{ opacity: isOld ? 0.6 : 1 }}
    >
      <ListTable {...props} />
    </section>
  );
}
