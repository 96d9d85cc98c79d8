/** Returns the first sentence of a description, which states the purpose, and the rest of it. */
export function splitDescription(description: string): { purpose: string; rest: string } {
  const [purpose = '', ...rest] = description.split(/(?<=\.)\s+/);
  return { purpose, rest: rest.join(' ') };
}
