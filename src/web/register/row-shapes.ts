export interface RowColumn {
  name: string;
  title: string;
  numeric?: boolean;
  /** Path of the register whose records are chosen from. */
  register?: string;
}

/** Columns of the list-valued fields that people edit; other structured values are edited as JSON. */
const SHAPES: Record<string, RowColumn[]> = {
  contacts: [
    { name: 'contactname', title: 'Name' },
    { name: 'sso', title: 'SSO' },
    { name: 'email', title: 'Email' },
    { name: 'phone', title: 'Phone' },
  ],
  accessmethods: [
    { name: 'protocolid', title: 'Protocol', register: '/protocols' },
    { name: 'portoverride', title: 'Port, if not the usual one', numeric: true },
  ],
};

/** List-valued fields whose elements are plain texts. */
const TEXT_LISTS = new Set(['options']);

export function isTextList(fieldname: string): boolean {
  return TEXT_LISTS.has(fieldname);
}

export function rowColumns(fieldname: string): RowColumn[] | undefined {
  return SHAPES[fieldname];
}

/** One line per element: the texts of a list of rows, without their ids. */
export function structuredLines(value: unknown): string[] {
  const rows = Array.isArray(value) ? value : [value];
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null) return String(row);
    const parts = Object.entries(row).filter(
      ([name, part]) => part !== null && part !== '' && !name.endsWith('id'),
    );
    return parts
      .map(([, part]) => (typeof part === 'object' ? JSON.stringify(part) : String(part)))
      .join(' · ');
  });
}
