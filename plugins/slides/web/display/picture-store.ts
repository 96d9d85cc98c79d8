const PATIENCE_MS = 60_000;
/** Limit for all pictures together. The browser stores them outside of the memory of the page. */
const MAX_STORED_BYTES = 256 * 1024 * 1024;

interface CachedPicture {
  /** An object URL for `<img src>`. It is revoked when the picture is dropped. */
  address: string;
  bytes: number;
}

/**
 * A cache of fetched pictures, so that a screen continues without the server. The least recently used ones
 * are dropped first.
 */
export class PictureStore {
  private readonly pictures = new Map<string, CachedPicture>();
  private bytes = 0;

  constructor(private readonly most = MAX_STORED_BYTES) {}

  /**
   * Fetches a picture unless it is stored, decodes it and returns its object URL. Rejects when it cannot be
   * fetched within a minute or decoded.
   */
  async load(url: string): Promise<string> {
    const { address } = this.pictures.get(url) ?? (await this.fetchPicture(url));
    this.markUsed(url);
    const image = new Image();
    image.src = address;
    await image.decode();
    return address;
  }

  /** Drops all pictures except those with these URLs. */
  keepOnly(urls: ReadonlySet<string>): void {
    for (const url of [...this.pictures.keys()]) if (!urls.has(url)) this.drop(url);
  }

  private async fetchPicture(url: string): Promise<CachedPicture> {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    const blob = await response.blob();
    const twin = this.pictures.get(url);
    if (twin) return twin;
    for (const oldest of [...this.pictures.keys()]) {
      if (this.bytes + blob.size <= this.most) break;
      this.drop(oldest);
    }
    const picture = { address: URL.createObjectURL(blob), bytes: blob.size };
    this.pictures.set(url, picture);
    this.bytes += picture.bytes;
    return picture;
  }

  /** Marks a picture as used by moving it to the end of the map. */
  private markUsed(url: string): void {
    const picture = this.pictures.get(url);
    if (!picture) return;
    this.pictures.delete(url);
    this.pictures.set(url, picture);
  }

  private drop(url: string): void {
    const picture = this.pictures.get(url);
    if (!picture) return;
    this.pictures.delete(url);
    this.bytes -= picture.bytes;
    URL.revokeObjectURL(picture.address);
  }
}
