import { foldName } from '../fold-name.ts';
import { readIpAddress } from '../network-address.ts';
import { isDistinctive, type NameFields, type NameKind } from './known-names.ts';

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu;
const IPV4 = /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.]*\w)/g;
/** Candidates for IPv6, of which the times of a log are none. */
const WITH_COLONS = /(?<![\w:.])[0-9a-f:]{2,45}(?![\w:])/gi;
const MAC = /(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/gi;
/** The home folder of an account. */
const HOME = /(\/home\/|\/Users\/|\b[A-Z]:\\Users\\)([^/\\\s"':;,]{1,100})/gi;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LOCAL = /^(?:127\.|0\.0\.0\.0$|255\.|::1?$)/;

/**
 * Replaces names and addresses of people and PCs by placeholders. The same name always has the same placeholder, so that
 * a reader can follow what happened to it.
 */
export class NameMask {
  /** Kinds of names, by the form in which names are compared. */
  private readonly kinds = new Map<string, NameKind>();
  /** Numbers of words of the names that begin with a word, the highest first. */
  private readonly lengths = new Map<string, number[]>();
  private readonly placeholders = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor(
    names: Iterable<readonly [name: string, kind: NameKind]>,
    private readonly fields: NameFields,
  ) {
    for (const [name, kind] of names) this.add(name, kind);
  }

  /** Replaces the value of a field that holds nothing but a name; undefined for any other field. */
  maskField(field: string, value: string): string | undefined {
    const kind = this.fields.kindOf(field);
    if (kind === undefined || !isDistinctive(value)) return undefined;
    return this.placeholder(kind, value);
  }

  mask(text: string): string {
    const addresses = text
      .replace(EMAIL, (email) => this.placeholder('person', email))
      .replace(MAC, (mac) => this.placeholder('address', mac))
      .replace(IPV4, (address) => this.maskAddress(address))
      .replace(WITH_COLONS, (address) => this.maskAddress(address))
      .replace(HOME, (_all, folder: string, account: string) =>
        isDistinctive(account) ? folder + this.placeholder('person', account) : folder + account,
      );
    return this.maskNames(addresses);
  }

  private add(name: string, kind: NameKind): void {
    const words = name.match(WORD);
    if (!words) return;
    const first = foldName(words[0]);
    this.kinds.set(foldName(trimmed(name)), kind);
    const lengths = this.lengths.get(first) ?? [];
    if (lengths.includes(words.length)) return;
    this.lengths.set(
      first,
      [...lengths, words.length].sort((one, other) => other - one),
    );
  }

  private maskAddress(text: string): string {
    const address = readIpAddress(text);
    return address === undefined || LOCAL.test(address) ? text : this.placeholder('address', address);
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
      masked += text.slice(copied, start) + this.placeholder(found.kind, text.slice(start, end));
      copied = end;
      at += found.words;
    }
    return copied === 0 ? text : masked + text.slice(copied);
  }

  private findAt(
    text: string,
    words: readonly RegExpExecArray[],
    at: number,
  ): { words: number; kind: NameKind } | undefined {
    const { index, 0: word } = words[at]!;
    for (const count of this.lengths.get(foldName(word)) ?? []) {
      const last = words[at + count - 1];
      const kind = last && this.kinds.get(foldName(text.slice(index, endOf(last))));
      if (kind !== undefined) return { words: count, kind };
    }
    return undefined;
  }

  private placeholder(kind: NameKind | 'address', name: string): string {
    const key = `${kind} ${foldName(name.trim())}`;
    const known = this.placeholders.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.placeholders.set(key, `${kind}-${count}`);
    return `${kind}-${count}`;
  }
}

const endOf = (word: RegExpExecArray): number => word.index + word[0].length;

/** Returns a name from its first word to its last, as it is compared. */
const trimmed = (name: string): string => name.replace(/^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
