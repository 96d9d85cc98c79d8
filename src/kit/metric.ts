/** One measured value with what tells it from its siblings. */
export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

/** What monitoring is given: named `millwright_<what>_<unit>` in base units, a counter with `_total` at its end. */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: Sample[];
}

/** A value that goes up and down; `name` is what stands behind `millwright_`. */
export const gauge = (name: string, help: string, value: number): Metric => ({
  name: `millwright_${name}`,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** An instant as Prometheus has it: seconds since 1970. */
export const toUnixSeconds = (at: string): number => Date.parse(at) / 1000;
