import { expect, test } from 'bun:test';
import { MAX_PLUGIN_ERRORS, PluginErrors } from './plugin-errors.ts';

test('each different error is logged once, and the first one that is too many', () => {
  const logged: unknown[] = [];
  const log = {
    error: (_message: string, fields?: Record<string, unknown>) => void logged.push(fields?.what),
  };
  const errors = new PluginErrors({ now: () => new Date(0) }, log);
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < MAX_PLUGIN_ERRORS + 3; n++) errors.record('tools', `step ${n}`, new Error('broken'));
  expect(logged).toHaveLength(MAX_PLUGIN_ERRORS + 1);
  expect(errors.all()).toHaveLength(MAX_PLUGIN_ERRORS);
  expect(errors.all()[0]!.count).toBe(2);
});
