/**
 * Returns one line of text for each row of a list; a single value counts as one row. Omits names that end in
 * `id` or `date`, and values that are empty or false. A boolean that is true appears as its name without
 * `is`.
 */
export function toStructuredLines(value: unknown): string[] {
  const rows = Array.isArray(value) ? value : [value];
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null) return String(row);
    const parts = Object.entries(row).filter(
      ([name, part]) => part !== null && part !== '' && part !== false && !/(?:id|date)$/.test(name),
    );
    return parts.map(([name, part]) => partText(name, part)).join(' · ');
  });
}

function partText(name: string, part: unknown): string {
  if (part === true) return name.replace(/^is/, '');
  return typeof part === 'object' ? JSON.stringify(part) : String(part);
}
