import type { PaperName } from '../../../features/labels/layout/paper.ts';
import { DEFAULT_LOOK, type LabelLook } from './label-look.ts';
import { CUSTOM_SHEET, SHEET_FIELDS, SHEETS, type SheetLayout } from './sheet-layout.ts';

/** The saved look of labels. Lengths are in millimeters; those of the sheet count only for sheets. */
export interface TemplateLook {
  style: LabelLook['style'];
  format: LabelLook['format'];
  medium: LabelLook['medium'];
  width: number;
  height: number;
  paper: PaperName;
  columncount: number;
  rowcount: number;
  marginleft: number;
  margintop: number;
  columngap: number;
  rowgap: number;
}

/** Returns the look of a template. */
export function lookOfTemplate(template: TemplateLook): LabelLook {
  const { style, format, medium, width, height } = template;
  const look = { ...DEFAULT_LOOK, style, format, medium };
  return medium === 'roll'
    ? { ...look, size: { width, height } }
    : { ...look, sheet: sheetOfTemplate(template) };
}

function sheetOfTemplate(template: TemplateLook): SheetLayout {
  const sheet = {
    name: CUSTOM_SHEET,
    paper: template.paper,
    columns: template.columncount,
    rows: template.rowcount,
    width: template.width,
    height: template.height,
    left: template.marginleft,
    top: template.margintop,
    gapx: template.columngap,
    gapy: template.rowgap,
  };
  const isSame = (known: SheetLayout) =>
    known.paper === sheet.paper && SHEET_FIELDS.every(({ key }) => known[key] === sheet[key]);
  return SHEETS.find(isSame) ?? sheet;
}

/** Returns the fields of a template with this look. A roll has no fields of a sheet. */
export function templateLookOf({ style, format, medium, size, sheet }: LabelLook): Partial<TemplateLook> {
  if (medium === 'roll') return { style, format, medium, ...size };
  return {
    style,
    format,
    medium,
    width: sheet.width,
    height: sheet.height,
    paper: sheet.paper,
    columncount: sheet.columns,
    rowcount: sheet.rows,
    marginleft: sheet.left,
    margintop: sheet.top,
    columngap: sheet.gapx,
    rowgap: sheet.gapy,
  };
}

/** Reports whether two looks print the same labels. */
export const isSameLook = (one: LabelLook, other: LabelLook): boolean =>
  JSON.stringify(templateLookOf(one)) === JSON.stringify(templateLookOf(other));
