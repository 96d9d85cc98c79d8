import type { LabelSource, LabelText } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import type { Layout } from './formats.ts';
import type { Label } from './label.ts';
import { type Format, formatOf } from './layout/code-format.ts';
import { refuseTooSmall } from './too-small.ts';
import { buildZpl } from './zpl.ts';

/**
 * Returns the URL of a page. Printed links outlive host names, so they start with the site address in the
 * settings. Without that address the URL is only a path.
 */
function pageUrl(host: Host, path: string): string {
  const site = host.settings.text('site_url').replace(/\/+$/, '');
  return `${site || host.config.basePath}${path}`;
}

/** The labels to create, and the time slice in which the work starts. */
interface LabelRequest {
  type: string;
  ids: readonly number[];
  turn: TimeSlice;
}

/** Creates labels of one type in time slices. Throws 404 for an unknown type or ID. */
export class LabelMaker {
  constructor(
    private readonly host: Host,
    private readonly sources: ReadonlyMap<string, LabelSource>,
  ) {}

  /**
   * Returns the labels in the order of the IDs, with their codes in this format where it can contain the
   * value.
   */
  async makeMany({ type, ids, turn }: LabelRequest, format?: Format): Promise<Label[]> {
    const { db } = this.host;
    const made: { id: number; text: LabelText }[] = [];
    for (const id of ids) {
      const text = db.read((reader) => this.sources.get(type)?.(reader, id));
      if (!text) throw notFound('Label');
      made.push({ id, text });
      if (turn.isOver) await turn.next();
    }
    const flags = db.read((reader) =>
      this.flagsOf(
        reader,
        made.flatMap(({ text }) => text.assetid ?? []),
      ),
    );
    return made.map(({ id, text: { title, lines, number, value, path, assetid, assettypeid } }) => ({
      type,
      id,
      title,
      lines: [...(flags.get(assetid) ?? []), ...lines],
      number: number ?? null,
      assettypeid: assettypeid ?? null,
      code: { value, format: formatOf(value, format) },
      url: pageUrl(this.host, path),
    }));
  }

  /**
   * Returns the labels in ZPL. Throws 400 when the number or the code of a label does not fit on the label
   * size.
   */
  async zpl({ type, ids, turn }: LabelRequest, layout: Layout, copies = 1): Promise<string> {
    let zpl = '';
    const labels = await this.makeMany({ type, ids, turn }, layout.format);
    refuseTooSmall(labels, layout);
    for (const label of labels) {
      zpl += buildZpl(label, layout, copies);
      if (turn.isOver) await turn.next();
    }
    return zpl;
  }

  /** Returns the titles of the flags that labels show, by asset ID. An asset without flags may be missing. */
  private flagsOf(reader: Reader, assetids: readonly number[]): ReadonlyMap<number | undefined, string[]> {
    if (assetids.length === 0) return new Map();
    const flags = this.host.contributions.assetFlags(this.host, reader, assetids);
    return new Map(
      [...flags].map(([assetid, all]) => [
        assetid,
        all.flatMap(({ title, onlabels = true }) => (onlabels ? title : [])),
      ]),
    );
  }
}
