import { useLocation, useRouter } from '@tanstack/react-router';

/** What is open on a page, or beside it, stands in the address under this name: a link shows it too, and going back closes it. */
export function useOpenedId(name: string): [id: number | null, show: (id: number | null) => void] {
  const router = useRouter();
  const { [name]: given = '', ...others } = useLocation().search as Record<string, string>;
  const show = (id: number | null) =>
    void router.navigate({
      to: '.',
      search: (id === null ? others : { ...others, [name]: String(id) }) as never,
      replace: id === null,
      // The list behind it stays where it is.
      resetScroll: false,
    });
  return [/^\d{1,15}$/.test(given) ? Number(given) : null, show];
}
