import type { Chain } from '../data/migrate.ts';
import type { PluginDependencies } from '../dependency-order.ts';

/**
 * The migrations and plugins of this version, by which a backup is verified. Plain data, so that they can be
 * sent to a worker thread.
 */
export interface OwnVersion {
  chains: readonly Chain[];
  /** All available features and plugins. */
  plugins: readonly PluginDependencies[];
}

/** The running and the available plugins. */
interface ProgramVersion {
  running: readonly PluginDependencies[];
  available: readonly PluginDependencies[];
  chains: readonly Chain[];
}

/** Combines the core features with all available plugins, including disabled ones. */
export const ownVersionOf = ({ running, available, chains }: ProgramVersion): OwnVersion => ({
  chains,
  plugins: [...running.filter(({ core }) => core), ...available],
});
