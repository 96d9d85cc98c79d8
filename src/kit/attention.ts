import type { Attention, ForeignPermission } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import type { SettingDeclaration } from './settings/declare.ts';

/** A number by which an admin says from where on something needs a person. */
export interface ThresholdSetting {
  /** What the number means, for example "Days without a report". */
  title: string;
  default: number;
  min: number;
  max: number;
}

/** Something that a person should look at: counted for those who may do something about it. */
export interface AttentionRule<P extends string = string>
  extends Omit<Attention, 'count' | 'severity' | 'href'> {
  /** Default is a warning. */
  severity?: Attention['severity'];
  /** A permission, `admin` or `login`; absent means everybody. */
  needs?: P | ForeignPermission | 'admin' | 'login';
  /** False: it counts nothing until an admin switches it on. */
  initially?: false;
  /** The number that `count` and `href` are given as `by`. */
  threshold?: ThresholdSetting;
  /** The list of what is counted; `today` is the plant's day. */
  href: string | ((by: number, today: string) => string);
  /** How many there are. It is remembered until a table changes that it reads, the day does, or an admin tunes it. */
  count(reader: Reader, host: Host, by: number): number;
}

const named = (key: string): string => `attention_${key.replace(/\W/g, '_')}`;

/** The setting that switches a rule, and the one that tunes it. */
export const switchKeyOf = ({ key }: { key: string }): string => named(key);
export const thresholdKeyOf = ({ key }: { key: string }): string => `${named(key)}_by`;

/** Each rule can be switched, and tuned where it has a number, on the page of settings. */
export function attentionSettings(rules: readonly AttentionRule[]): SettingDeclaration[] {
  return rules.flatMap((rule): SettingDeclaration[] => {
    const { title, threshold, initially = true } = rule;
    const shown: SettingDeclaration = {
      key: switchKeyOf(rule),
      title,
      description: 'Counted on the dashboard, with the way to the list.',
      category: 'attention',
      type: 'boolean',
      default: String(initially),
    };
    if (!threshold) return [shown];
    const { title: what, min, max } = threshold;
    const number = {
      title: `${title}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
      description: `From ${min} to ${max}.`,
      default: String(threshold.default),
    };
    return [
      shown,
      { key: thresholdKeyOf(rule), category: 'attention', type: 'integer', min, max, ...number },
    ];
  });
}
