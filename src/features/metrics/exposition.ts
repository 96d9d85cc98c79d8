import type { Metric, Sample } from '../../kit/metric.ts';

const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function line(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

/** Returns metrics in the Prometheus text format, version 0.0.4. */
export function formatExposition(metrics: readonly Metric[]): string {
  const blocks = metrics.map(({ name, help, type, samples }) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))].join(
      '\n',
    ),
  );
  return `${blocks.join('\n')}\n`;
}
