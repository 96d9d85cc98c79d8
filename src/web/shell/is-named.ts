/**
 * Reports whether a title and the further words contain each word of a text, in any letter case. A blank text
 * names everything, and a sign without a word, such as `-`, nothing.
 */
export function isNamed(
  { title, words = '' }: { title: string; words?: string | undefined },
  text: string,
): boolean {
  const searched = `${title} ${words}`.toLowerCase();
  const isWordTyped = !text.trim() || /[\p{L}\p{N}]/u.test(text);
  return (
    isWordTyped &&
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => searched.includes(word))
  );
}
