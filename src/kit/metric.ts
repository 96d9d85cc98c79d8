/** A measured value, with the labels that distinguish it within its metric. */
export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

/**
 * A metric for monitoring: named `millwright_<what>_<unit>` in base units, with the suffix `_total` for a
 * counter.
 */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: Sample[];
}

/** Returns a gauge. `name` is the part after `millwright_`. */
export const gauge = (name: string, help: string, value: number): Metric => ({
  name: `millwright_${name}`,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** Returns an instant as Prometheus expects it: seconds since 1970. */
export const toUnixSeconds = (at: string): number => Date.parse(at) / 1000;
