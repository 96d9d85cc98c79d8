import type { Appliance } from '../browser/harness.ts';
import { post, readVendorNames } from '../faults/process.ts';

const WRITERS = 8;

/** Writers that create vendors side by side until the appliance is gone or refuses. */
export class VendorWriters {
  readonly acknowledged: string[] = [];
  /** Requests that have left and have no response yet. */
  underWay = 0;
  /** The code of the first refusal. */
  refusal: string | undefined;

  constructor(
    private readonly appliance: Appliance,
    private readonly headers: Record<string, string>,
    private readonly prefix: string,
  ) {}

  /** Settles once each writer met an end. */
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
      // The appliance was killed: nothing was acknowledged.
      return false;
    } finally {
      this.underWay--;
    }
  }

  /** Returns a sentence when an acknowledged vendor is missing from the appliance. */
  async findLost(appliance: Appliance): Promise<string | undefined> {
    const names = await readVendorNames(appliance.url);
    const lost = this.acknowledged.filter((vendor) => !names.has(vendor));
    return lost.length === 0 ? undefined : `lost: ${lost.join(', ')}`;
  }
}
