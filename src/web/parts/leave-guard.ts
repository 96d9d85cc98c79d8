import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A form with unsaved input. */
interface Guard {
  /** Set when the form may be left without a question. */
  isReleased: boolean;
  onDiscard?: () => void;
}

interface Question {
  promise: Promise<boolean>;
  answer: (leaves: boolean) => void;
}

const guards = new Set<Guard>();
let question: Question | null = null;
/** The answer to a question that is closed since the current event. */
let answered: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Returns the open question whether unsaved input may be lost; null without one. */
export function useLeaveQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
}

/** Asks once, because Escape in the question also reaches the dialog behind it. */
function ask(): Promise<boolean> {
  if (question) return question.promise;
  if (answered) return answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (leaves: boolean) => {
    setQuestion(null);
    answered = promise;
    setTimeout(() => {
      answered = null;
    });
    resolve(leaves);
  };
  setQuestion({ promise, answer });
  return promise;
}

/**
 * Asks the user whether the input of these forms may be lost, if there is any. Returns whether the forms may
 * be left. Without an argument it asks for all open forms.
 */
export async function confirmLeave(forms: Iterable<Guard> = guards): Promise<boolean> {
  const unsaved = [...forms].filter((guard) => guards.has(guard) && !guard.isReleased);
  if (unsaved.length === 0) return true;
  if (!(await ask())) return false;
  for (const guard of unsaved) {
    guard.isReleased = true;
    guard.onDiscard?.();
  }
  return true;
}

/**
 * Asks for confirmation before the page is left while `dirty`: by a link, the back button, or closing the
 * tab. `release` permits leaving, for use after saving. `confirm` asks about this form only, for a dialog
 * that closes. `onDiscard` runs when the user gives the input up.
 */
export function useLeaveGuard(dirty: boolean, onDiscard?: () => void) {
  const { history } = useRouter();
  const guard = useRef<Guard>({ isReleased: false });
  guard.current.onDiscard = onDiscard;
  useEffect(() => {
    if (!dirty) return;
    const own = guard.current;
    own.isReleased = false;
    guards.add(own);
    const unblock = history.block({
      blockerFn: async () => !own.isReleased && !(await confirmLeave()),
      enableBeforeUnload: () => !own.isReleased,
    });
    return () => {
      unblock();
      guards.delete(own);
    };
  }, [dirty, history]);
  return {
    release: () => {
      guard.current.isReleased = true;
    },
    confirm: () => confirmLeave([guard.current]),
  };
}
