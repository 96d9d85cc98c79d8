/** Files of the source tree that the manual offers for download. Each is served as `/examples/<its name>`. */
export const EXAMPLE_FILES: readonly string[] = [
  'assets/monitoring/alerts.yml',
  'assets/monitoring/grafana.json',
  'installer/container/compose.yaml',
  'installer/container/millwright.container',
];

/** Returns the name of an example file from its path. */
export const exampleNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the path that serves an example file from its address in a chapter, such as `../assets/x.yml`.
 * Returns undefined for other addresses.
 */
export const exampleOf = (address: string): string | undefined =>
  EXAMPLE_FILES.some((path) => address === `../${path}`) ? `/examples/${exampleNameOf(address)}` : undefined;
