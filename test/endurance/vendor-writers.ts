import type { Appliance } from '../browser/harness.ts';
import { post, readVendorNames } from '../faults/process.ts';

const WRITERS = 8;

/** Parallel writers that create vendors until the appliance stops or refuses. */
export class VendorWriters {
  readonly acknowledged: string[] = [];
  /** Number of sent requests without a response. */
  underWay = 0;
  /** The error code of the first refusal. */
  refusal: string | undefined;

  constructor(
    private readonly appliance: Appliance,
    private readonly headers: Record<string, string>,
    private readonly prefix: string,
  ) {}

  /** Resolves once all writers have stopped. */
  async write(limit = Number.POSITIVE_INFINITY): Promise<void> {
    let next = 0;
    const writer = async () => {
      while (next < limit && (await this.writeOne(`${this.prefix} ${next++}`)));
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }

  private async writeOne(vendor: string): Promise<boolean> {
    this.underWay++;
    try {
      const response = await post(this.appliance.url, '/api/vendors', this.headers, { vendor });
      if (response.status === 201) this.acknowledged.push(vendor);
      else
        this.refusal ??= ((await response.json()) as { data: { error: { code: string } } }).data.error.code;
      return response.status === 201;
    } catch {
      // The appliance was killed, so nothing was acknowledged.
      return false;
    } finally {
      this.underWay--;
    }
  }

  /** Returns an error message when an acknowledged vendor is missing. */
  async findLost(appliance: Appliance): Promise<string | undefined> {
    const names = await readVendorNames(appliance.url);
    const lost = this.acknowledged.filter((vendor) => !names.has(vendor));
    return lost.length === 0 ? undefined : `lost: ${lost.join(', ')}`;
  }
}
