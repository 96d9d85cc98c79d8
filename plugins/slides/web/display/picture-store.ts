const PATIENCE_MS = 60_000;
/** Of all pictures together. The browser keeps them outside of the page's own memory. */
const MAX_STORED_BYTES = 256 * 1024 * 1024;

interface Kept {
  /** For `<img src>`; ended when the picture is dropped. */
  address: string;
  bytes: number;
}

/** Pictures that a screen has fetched, so that it goes on while nobody answers. The longest unused go first. */
export class PictureStore {
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  constructor(private readonly most = MAX_STORED_BYTES) {}

  /** The picture, fetched and decoded, ready to be shown at once. Rejects when it cannot be. */
  async ready(url: string): Promise<string> {
    const { address } = this.kept.get(url) ?? (await this.fetched(url));
    this.touch(url);
    const image = new Image();
    image.src = address;
    await image.decode();
    return address;
  }

  /** Drops what is shown no more. */
  keepOnly(urls: ReadonlySet<string>): void {
    for (const url of [...this.kept.keys()]) if (!urls.has(url)) this.drop(url);
  }

  private async fetched(url: string): Promise<Kept> {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    const blob = await response.blob();
    const twin = this.kept.get(url);
    if (twin) return twin;
    for (const oldest of [...this.kept.keys()]) {
      if (this.bytes + blob.size <= this.most) break;
      this.drop(oldest);
    }
    const kept = { address: URL.createObjectURL(blob), bytes: blob.size };
    this.kept.set(url, kept);
    this.bytes += kept.bytes;
    return kept;
  }

  /** The last in the map is the last that was used. */
  private touch(url: string): void {
    const kept = this.kept.get(url);
    if (!kept) return;
    this.kept.delete(url);
    this.kept.set(url, kept);
  }

  private drop(url: string): void {
    const kept = this.kept.get(url);
    if (!kept) return;
    this.kept.delete(url);
    this.bytes -= kept.bytes;
    URL.revokeObjectURL(kept.address);
  }
}
