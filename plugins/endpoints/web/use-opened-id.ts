import { useLocation, useRouter } from '@tanstack/react-router';

/**
 * Stores the ID of an open item in the address under this name, so that a link opens it and the back button
 * closes it.
 */
export function useOpenedId(name: string): [id: number | null, show: (id: number | null) => void] {
  const router = useRouter();
  const { [name]: text = '', ...others } = useLocation().search as Record<string, string>;
  const show = (id: number | null) =>
    void router.navigate({
      to: '.',
      search: (id === null ? others : { ...others, [name]: String(id) }) as never,
      replace: id === null,
      // Keeps the scroll position of the list behind the opened item.
      resetScroll: false,
    });
  return [/^\d{1,15}$/.test(text) ? Number(text) : null, show];
}
