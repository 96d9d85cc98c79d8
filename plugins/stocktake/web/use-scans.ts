import { useEffect, useMemo, useRef, useState } from 'react';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { toastError } from '../../../src/web/parts/toasts.tsx';
import type { ScanAnswer } from './data.ts';
import { ScanSender, type SendingState } from './scan-sender.ts';
import { ScanStore } from './scan-store.ts';

const MAX_SHOWN = 30;

/** A scan of this phone. `answer` is null until the server confirms the scan. Lists have the newest first. */
export interface RecentScan {
  clientid: string;
  code: string;
  answer: ScanAnswer | null;
  /** True when this user has moved the unexpected asset to the location of the stocktake. */
  isMoved?: boolean;
}

export interface Scans extends SendingState {
  recent: readonly RecentScan[];
  scan(code: string): void;
  undo(clientid: string): void;
  markMoved(clientid: string, isMoved: boolean): void;
  sendNow(): void;
}

/**
 * Provides the scans of one stocktake on this phone. They are stored, sent when the network is available, and
 * can be undone.
 */
export function useScans(
  stocktakeid: number,
  user: string,
  onAnswers: (answers: ScanAnswer[]) => void,
): Scans {
  const store = useMemo(() => new ScanStore(localStorage, user, stocktakeid), [stocktakeid, user]);
  const [sendingState, setSendingState] = useState<SendingState>(() => ({
    waiting: store.all().length,
    isOffline: false,
    problem: null,
  }));
  const [recent, setRecent] = useState<RecentScan[]>(() => waitingOf(store));
  const handler = useRef(onAnswers);
  handler.current = onAnswers;
  const sending = useMemo(
    () =>
      new ScanSender(store, stocktakeid, {
        onState: setSendingState,
        onAnswers: (answers) => {
          if (answers.length > 0) handler.current(answers);
          setRecent((now) => now.map((one) => withAnswer(one, answers)));
          void queryClient.invalidateQueries({ queryKey: ['stocktake', stocktakeid] });
        },
      }),
    [store, stocktakeid],
  );
  useEffect(() => {
    sending.resume();
    sending.wake();
    window.addEventListener('online', sending.wake);
    return () => {
      window.removeEventListener('online', sending.wake);
      sending.stop();
    };
  }, [sending]);
  return {
    ...sendingState,
    recent,
    sendNow: sending.wake,
    scan(code) {
      try {
        const { clientid } = store.add(code);
        setRecent((now) => [{ clientid, code, answer: null }, ...now].slice(0, MAX_SHOWN));
        setSendingState((now) => ({ ...now, waiting: store.all().length }));
        sending.wake();
      } catch (error) {
        toastError(error, 'This phone has no storage for another scan');
      }
    },
    markMoved: (clientid, isMoved) =>
      setRecent((now) => now.map((one) => (one.clientid === clientid ? { ...one, isMoved } : one))),
    undo(clientid) {
      const waiting = store.get(clientid);
      if (waiting && !waiting.tried) store.drop(clientid);
      else store.put({ code: '', at: new Date().toISOString(), n: 0, ...waiting, clientid, undo: true });
      setRecent((now) => now.filter((one) => one.clientid !== clientid));
      setSendingState((now) => ({ ...now, waiting: store.all().length }));
      sending.wake();
    },
  };
}

/** Returns the last `MAX_SHOWN` pending scans after a reload of the page, the newest first. */
const waitingOf = (store: ScanStore): RecentScan[] =>
  store
    .all()
    .filter(({ undo }) => !undo)
    .reverse()
    .slice(0, MAX_SHOWN)
    .map(({ clientid, code }) => ({ clientid, code, answer: null }));

function withAnswer(one: RecentScan, answers: readonly ScanAnswer[]): RecentScan {
  const answer = answers.find(({ clientid }) => clientid === one.clientid);
  return answer ? { ...one, answer } : one;
}
