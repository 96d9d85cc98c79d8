/** One line per element: the texts of a list of rows, without their ids. */
export function structuredLines(value: unknown): string[] {
  const rows = Array.isArray(value) ? value : [value];
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null) return String(row);
    const parts = Object.entries(row).filter(
      ([name, part]) => part !== null && part !== '' && !name.endsWith('id'),
    );
    return parts
      .map(([, part]) => (typeof part === 'object' ? JSON.stringify(part) : String(part)))
      .join(' · ');
  });
}
