/** Returns those with the text in their title before the others, and titles that start with it first. */
export function sortByTitle<T extends { title: string }>(named: readonly T[], text: string): T[] {
  const searched = text.trim().toLowerCase();
  const rankOf = ({ title }: T) => {
    const at = title.toLowerCase().indexOf(searched);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return named.toSorted((one, other) => rankOf(one) - rankOf(other));
}
