import { useState } from 'react';

/**
 * Returns state that this browser stores under `millwright.<key>`, which is read on mount only. An unreadable
 * value counts as absent.
 */
export function useStoredState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readRemembered(key, initial));
  const remember = (next: T) => {
    localStorage.setItem(`millwright.${key}`, JSON.stringify(next));
    setValue(next);
  };
  return [value, remember];
}

function readRemembered<T>(key: string, initial: T): T {
  const text = localStorage.getItem(`millwright.${key}`);
  if (text === null) return initial;
  try {
    return JSON.parse(text) as T;
  } catch {
    return initial;
  }
}
