import { useRef, useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import { type EntryRecord, refreshQueries } from './data.ts';

const SETTLE_MS = 600;

/**
 * Returns the entries in the order that the user is changing, and a function to move one. The order is saved
 * after a short pause, so that a held arrow key makes one change with one undo.
 */
export function useOrder(scopeid: number, entries: readonly EntryRecord[]) {
  const [order, setOrder] = useState<number[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byId = new Map(entries.map((entry) => [entry.entryid, entry]));
  const isWhole = order?.length === entries.length && order.every((entryid) => byId.has(entryid));
  const ordered = isWhole ? order.map((entryid) => byId.get(entryid)!) : [...entries];
  const save = async (wanted: number[]) => {
    try {
      const { auditid } = await request('PUT', `/enforce/scopes/${scopeid}/entries/reorder`, {
        body: { order: wanted },
      });
      await refreshQueries();
      toastDone('The order is saved in the draft.', auditid);
    } catch (error) {
      toastError(error, 'The order was not saved');
      await refreshQueries();
    }
    setOrder(undefined);
  };
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ordered.length) return;
    const next = ordered.map(({ entryid }) => entryid);
    next.splice(to, 0, ...next.splice(from, 1));
    setOrder(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(next), SETTLE_MS);
  };
  return { ordered, move };
}
