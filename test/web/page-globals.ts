/** Preloaded by `runPageScript`: the globals of a page that modules of the UI use when they are imported. */
const stored = new Map<string, string>();

Object.assign(globalThis, {
  window: new EventTarget(),
  document: { baseURI: 'https://plant.example/' },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
