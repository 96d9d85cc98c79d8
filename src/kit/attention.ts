import type { Attention, ForeignPermission } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import type { SettingDeclaration } from './settings/declare.ts';

/** A threshold by which an admin decides when something needs attention. */
export interface ThresholdSetting {
  /** The meaning of the number, such as "Days without a report". */
  title: string;
  default: number;
  min: number;
  max: number;
}

/** A dashboard entry that needs attention: counted for users who can act on it. */
export interface AttentionRule<P extends string = string>
  extends Omit<Attention, 'count' | 'severity' | 'topic' | 'href'> {
  /** Defaults to a warning. */
  severity?: Attention['severity'];
  /** Defaults to `other`. */
  topic?: Attention['topic'];
  /** A permission, `admin` or `login`; absent means every caller. */
  needs?: P | ForeignPermission | 'admin' | 'login';
  /** False disables the rule until an admin enables it. */
  initially?: false;
  /** The threshold, passed to `count` and `href` as `by`. */
  threshold?: ThresholdSetting;
  /** The list of the counted records; `today` is the current day of the plant. */
  href: string | ((by: number, today: string) => string);
  /** Set for a count of what runs in memory. It is cheap and not cached. */
  isLive?: true;
  /**
   * Returns the number of records. The result is cached until a table that it reads changes, the day changes,
   * or an admin changes the threshold. It must therefore read everything through `reader`. An error is listed
   * on the plugins page and affects no other rule.
   */
  count(reader: Reader, host: Host, by: number): number;
}

const settingNameOf = (key: string): string => `attention_${key.replace(/\W/g, '_')}`;

/** Returns the key of the setting that enables a rule. */
export const switchKeyOf = ({ key }: { key: string }): string => settingNameOf(key);
/** Returns the key of the setting with the threshold of a rule. */
export const thresholdKeyOf = ({ key }: { key: string }): string => `${settingNameOf(key)}_by`;

/** Returns the settings of the rules: a switch for each, and a threshold if it has one. */
export function attentionSettings(rules: readonly AttentionRule[]): SettingDeclaration[] {
  return rules.flatMap((rule): SettingDeclaration[] => {
    const { title, threshold, initially = true } = rule;
    const switchSetting: SettingDeclaration = {
      key: switchKeyOf(rule),
      title,
      description: 'Shows the count on the dashboard, with a link to the list.',
      category: 'attention',
      type: 'boolean',
      default: String(initially),
    };
    if (!threshold) return [switchSetting];
    const { title: what, min, max } = threshold;
    const number = {
      title: `${title}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
      description: `From ${min} to ${max}.`,
      default: String(threshold.default),
    };
    return [
      switchSetting,
      { key: thresholdKeyOf(rule), category: 'attention', type: 'integer', min, max, ...number },
    ];
  });
}
