import { Tabs } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { queryString } from '../api/base-path.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { EmptyTabsMenu } from './empty-tabs-menu.tsx';
import { partId } from './part-id.ts';

export interface AddressTab {
  /** Value of `?tab=` in the URL; the first tab is omitted there. */
  name: string;
  title: string;
  /** Names of its parts, with which the URL opens it too. */
  parts?: readonly string[];
  /** The number of rows in it; undefined when it is not counted. */
  count?: number | undefined;
  /** True for a tab without content. */
  isEmpty?: boolean | undefined;
  /** True until its number of rows is known. Until then it is not shown, because it may be empty. */
  isPending?: boolean | undefined;
  content: ReactNode;
}

interface AddressTabsProps {
  tabs: readonly AddressTab[];
  /** Set inside a panel, whose page owns the URL. The choice is then not saved. */
  inPanel?: boolean;
}

/**
 * Shows tabs, and a menu of the empty ones. The chosen tab is in the URL, so that a link opens it, but not in
 * a panel (`inPanel`). A change drops the other parameters of the URL. Renders only the open tab.
 */
export function AddressTabs({ tabs, inPanel }: AddressTabsProps) {
  const go = useNavigateTo();
  const location = useLocation();
  const first = tabs[0]?.name;
  const [chosen, setChosen] = useState<string | null>(null);
  const named = inPanel ? chosen : (location.search as Record<string, string>).tab;
  const open = tabs.find(({ parts }) => named && parts?.includes(named))?.name ?? named ?? first;
  useScrollToPart(named && named !== open ? named : null);
  const show = (next: string | null) => (inPanel ? setChosen(next) : address(next));
  const isShown = ({ name, isEmpty, isPending }: AddressTab) => name === open || !(isPending || isEmpty);
  const hidden = tabs.filter((tab) => !isShown(tab) && !tab.isPending);
  const row = useRef<HTMLDivElement>(null);
  const focusOpened = useFocusOpened(row, open);
  const openEmpty = (name: string) => {
    focusOpened(name);
    show(name);
  };
  const address = (next: string | null) =>
    go(location.pathname + queryString({ tab: next === first ? undefined : next }), { replace: true });
  return (
    <Tabs
      value={open}
      onChange={show}
      keepMounted={false}
      classNames={{ panel: 'mw-tab-panel', list: 'mw-tabs' }}
    >
      <div className="mw-tab-row" ref={row}>
        <Tabs.List>
          {tabs.filter(isShown).map(({ name, title, count, isEmpty }) => (
            <Tabs.Tab key={name} value={name} data-empty={isEmpty || undefined}>
              {title}
              {count ? <span className="mw-tab-count"> {count.toLocaleString('en')}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {hidden.length > 0 && <EmptyTabsMenu tabs={hidden} onOpen={openEmpty} />}
      </div>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Returns a function that moves the focus to a tab once it is open. */
function useFocusOpened(
  row: RefObject<HTMLElement | null>,
  open: string | undefined,
): (name: string) => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (open === undefined || awaited.current !== open) return;
    awaited.current = null;
    row.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [row, open]);
  return (name) => {
    awaited.current = name;
  };
}

/** How long the parts above may load, in milliseconds. */
const LOADING_MS = 3000;

/** Scrolls to a part of a tab that the URL names, also when the parts above it have loaded. */
function useScrollToPart(name: string | null): void {
  const isLoading = useIsFetching() > 0;
  const opened = useRef(Date.now());
  useEffect(() => {
    if (name && !isLoading && Date.now() - opened.current < LOADING_MS)
      document.getElementById(partId(name))?.scrollIntoView();
  }, [name, isLoading]);
}
