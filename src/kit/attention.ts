import type { Attention, Borrowed } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';

/** Something that a person should look at: counted for those who may do something about it. */
export interface AttentionRule<P extends string = string> extends Omit<Attention, 'count' | 'severity'> {
  /** Default is a warning. */
  severity?: Attention['severity'];
  /** A permission, `admin` or `login`; absent means everybody. */
  needs?: P | Borrowed | 'admin' | 'login';
  /** How many there are. It is remembered until a table changes that it reads, or the day does. */
  count(reader: Reader, host: Host): number;
}
