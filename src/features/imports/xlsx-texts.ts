import type { XmlHandlers } from './xlsx-xml.ts';

/** Collects the texts of the elements of a name, without phonetic hints. */
export class TextCollector {
  private text = '';
  private isWanted = false;
  private isHint = false;

  /** Handles the start of an element. `wanted` is the name of the elements with texts. */
  open(name: string, wanted: string): void {
    if (name === 'rPh') this.isHint = true;
    else if (name === wanted) this.isWanted = !this.isHint;
  }

  add(text: string): void {
    if (this.isWanted) this.text += text;
  }

  /** Handles the end of an element. */
  close(name: string): void {
    if (name === 'rPh') this.isHint = false;
    this.isWanted = false;
  }

  /** Returns the collected text and starts the next one. */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** Creates the handlers that return the shared strings of a workbook. */
export function createStringHandlers(): XmlHandlers<string> {
  const collector = new TextCollector();
  return {
    open(name) {
      collector.open(name, 't');
      return undefined;
    },
    text: (text) => collector.add(text),
    close(name) {
      collector.close(name);
      return name === 'si' ? collector.take() : undefined;
    },
  };
}
