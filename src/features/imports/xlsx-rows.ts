import { invalid } from '../../kit/errors.ts';
import { type NumberFormat, plainText } from './xlsx-formats.ts';
import { TextCollector } from './xlsx-texts.ts';
import type { XmlAttributes, XmlHandlers } from './xlsx-xml.ts';

/** A row of a worksheet with the texts of its cells. */
export interface WorkbookRow {
  line: number;
  cells: string[];
}

/** Returns the rows of a worksheet. Throws 400 for a row with a value after `maxCells` cells. */
export class RowHandlers implements XmlHandlers<WorkbookRow> {
  private readonly collector = new TextCollector();
  private line = 0;
  private cells: string[] = [];
  private index = -1;
  private type = 'n';
  private style = 0;

  constructor(
    private readonly strings: readonly string[],
    private readonly formats: readonly NumberFormat[],
    private readonly maxCells: number,
  ) {}

  open(name: string, attributes: () => XmlAttributes): undefined {
    if (name === 'row') this.openRow(attributes());
    else if (name === 'c') this.openCell(attributes());
    else this.collector.open(name, this.type === 'inlineStr' ? 't' : 'v');
  }

  text(text: string): void {
    this.collector.add(text);
  }

  close(name: string): WorkbookRow | undefined {
    this.collector.close(name);
    if (name === 'c') this.closeCell();
    return name === 'row' ? { line: this.line, cells: this.cells } : undefined;
  }

  private openRow({ r }: XmlAttributes): void {
    this.line = Number(r ?? this.line + 1);
    this.cells = [];
    this.index = -1;
  }

  private openCell({ r = '', t = 'n', s = '0' }: XmlAttributes): void {
    const letters = /^[A-Z]+/.exec(r)?.[0];
    this.index = letters ? columnOf(letters) : this.index + 1;
    this.type = t;
    this.style = Number(s);
    this.collector.take();
  }

  private closeCell(): void {
    const text = this.formatValue(this.collector.take());
    if (text === '') return;
    if (this.index >= this.maxCells)
      throw invalid('file', `Import at most ${this.maxCells} columns at once.`);
    while (this.cells.length < this.index) this.cells.push('');
    this.cells[this.index] = text;
  }

  private formatValue(value: string): string {
    if (this.type === 'inlineStr') return value;
    const text = value.trim();
    if (text === '') return '';
    if (this.type === 's') return this.strings[Number(text)] ?? '';
    if (this.type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    if (this.type !== 'n' || !Number.isFinite(Number(text))) return text;
    const format = this.formats[this.style] ?? plainText;
    return format(Number(text));
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
