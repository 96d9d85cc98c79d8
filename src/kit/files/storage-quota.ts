import { AppError } from '../errors.ts';
import { createSpaceGuard } from './space-guard.ts';

const MB = 1024 * 1024;

/** Disk space reserved for one upload. */
export interface SpaceReservation {
  /**
   * Reserves `total` bytes in all for the upload. Throws 507 when the area or the disk has no space for them.
   */
  hold(total: number): void;
  /** Releases the reserved bytes. */
  end(): void;
}

/** Limits the size of each area of the file store, and prevents all areas together from filling the disk. */
export class StorageQuota {
  /** The bytes of running uploads that no record lists yet, by area. */
  private readonly arriving = new Map<string, number>();

  constructor(
    private readonly root: string,
    /** Returns the bytes of the listed files in an area. */
    private readonly listed: (area: string) => number,
  ) {}

  /** The bytes reserved for running uploads in all areas. */
  get held(): number {
    return [...this.arriving.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * Begins a reservation in an area that may have at most `most` bytes. `unlisted` bytes are stored already,
   * although no record lists them and no reservation counts them. The caller ends the reservation.
   */
  reserve(area: string, most: number, unlisted = 0): SpaceReservation {
    const before = this.listed(area) + unlisted;
    let reserved = 0;
    const refuseFullDisk = createSpaceGuard(this.root, 'upload');
    return {
      hold: (total) => {
        this.add(area, total - reserved);
        reserved = total;
        if (before + this.arriving.get(area)! > most) throw areaFull(most);
        refuseFullDisk(reserved);
      },
      end: () => this.add(area, -reserved),
    };
  }

  private add(area: string, bytes: number): void {
    this.arriving.set(area, (this.arriving.get(area) ?? 0) + bytes);
  }
}

const areaFull = (most: number) =>
  new AppError(
    'STORAGE_FULL',
    `Files of this kind have reached the limit of ${Math.round(most / MB).toLocaleString('en')} MB. Delete some, then upload again.`,
  );
