import { foldName } from '../fold-name.ts';
import { type Placeholder, replaceAddress, replaceForms } from './address-forms.ts';
import { isDistinctive, listPersonSpellings, type NameFieldMatcher, type NameKind } from './known-names.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

interface KnownName {
  name: string;
  kind: NameKind;
}

/**
 * Replaces names and addresses of people and PCs with placeholders. A name always has the same placeholder,
 * so that a reader can follow its events.
 */
export class NameMask {
  /** The names with their kinds, by the form in which names are compared. */
  private readonly names = new Map<string, KnownName>();
  /** The numbers of words of the names that start with a word, the highest first. */
  private readonly lengths = new Map<string, number[]>();
  private readonly placeholders = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor(
    names: Iterable<readonly [name: string, kind: NameKind]>,
    private readonly fields: NameFieldMatcher,
  ) {
    const all = [...names];
    for (const [name, kind] of all) this.add(name, { name, kind });
    for (const [name, kind] of all)
      if (kind === 'person')
        for (const spelling of listPersonSpellings(name)) this.add(spelling, { name, kind });
  }

  /**
   * Replaces the value of a field that contains only a name. Returns undefined for any other field, and for a
   * value that is neither distinctive nor an address.
   */
  maskField(field: string, value: string): string | undefined {
    const kind = this.fields.kindOf(field);
    if (kind === undefined) return undefined;
    if (isDistinctive(value))
      return this.placeholder(kind, this.names.get(foldName(trimName(value)))?.name ?? value);
    return replaceAddress(value, this.placeholder);
  }

  /** Replaces the addresses in a text, and the names of the database in any letter case. */
  mask(text: string): string {
    return this.maskNames(replaceForms(text, this.placeholder));
  }

  private add(spelling: string, entry: KnownName): void {
    const words = spelling.match(WORD);
    const folded = foldName(trimName(spelling));
    if (!words || this.names.has(folded)) return;
    const first = foldName(words[0]);
    this.names.set(folded, entry);
    const lengths = this.lengths.get(first) ?? [];
    if (lengths.includes(words.length)) return;
    this.lengths.set(
      first,
      [...lengths, words.length].sort((one, other) => other - one),
    );
  }

  private maskNames(text: string): string {
    const words = [...text.matchAll(WORD)];
    let masked = '';
    let copied = 0;
    for (let at = 0; at < words.length; ) {
      const found = this.findAt(text, words, at);
      if (!found) {
        at++;
        continue;
      }
      const start = words[at]!.index;
      const end = endOf(words[at + found.words - 1]!);
      masked += text.slice(copied, start) + this.placeholder(found.known.kind, found.known.name);
      copied = end;
      at += found.words;
    }
    return copied === 0 ? text : masked + text.slice(copied);
  }

  private findAt(
    text: string,
    words: readonly RegExpExecArray[],
    at: number,
  ): { words: number; known: KnownName } | undefined {
    const { index, 0: word } = words[at]!;
    for (const count of this.lengths.get(foldName(word)) ?? []) {
      const last = words[at + count - 1];
      const match = last && this.names.get(foldName(text.slice(index, endOf(last))));
      if (match !== undefined) return { words: count, known: match };
    }
    return undefined;
  }

  private readonly placeholder: Placeholder = (kind, name) => {
    const key = `${kind} ${foldName(trimName(name))}`;
    const existing = this.placeholders.get(key);
    if (existing !== undefined) return existing;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.placeholders.set(key, `${kind}-${count}`);
    return `${kind}-${count}`;
  };
}

const endOf = (word: RegExpExecArray): number => word.index + word[0].length;

/** Returns a name from its first word to its last, for comparison. */
const trimName = (name: string): string => name.replace(/^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
