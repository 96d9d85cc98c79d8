import { withRequestId } from './api-client.ts';
import { loadPlant } from './load-plant.ts';

/** Number of assets and seed of the demo data that the page loads. */
const ASSETS = 200;
const SEED = 1;

interface Options {
  token: string;
  requestid: string;
  onProgress(progress: { stage: string; done: number; total: number }): void;
  check(): void;
}

/**
 * Returns the demo plant of an appliance, which is loaded through `handle` without a network. `basePath` is the
 * path of the appliance.
 */
export const createOwnPlant = (handle: (req: Request) => Response | Promise<Response>, basePath: string) => ({
  async load({ token, requestid, onProgress, check }: Options): Promise<void> {
    const send = withRequestId(requestid, async (url, init) => {
      check();
      return handle(new Request(url, init));
    });
    const url = `http://localhost${basePath}`;
    await loadPlant({ url, token, assets: ASSETS, seed: SEED, enforces: false, onProgress, send });
  },
});
