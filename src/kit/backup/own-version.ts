import type { Chain } from '../data/migrate.ts';
import type { PluginDependencies } from '../dependency-order.ts';

/** What this version is made of: a backup is looked at by it. Plain data, so that a thread can be told. */
export interface OwnVersion {
  chains: readonly Chain[];
  /** All that could run. */
  plugins: readonly PluginDependencies[];
}

/** What runs here, and what could. */
interface Running {
  running: readonly PluginDependencies[];
  available: readonly PluginDependencies[];
  chains: readonly Chain[];
}

/** Of what runs, and of what is switched off here. */
export const ownVersionOf = ({ running, available, chains }: Running): OwnVersion => ({
  chains,
  plugins: [...running.filter(({ core }) => core), ...available],
});
