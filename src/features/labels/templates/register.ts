import { defineRegister } from '../../../kit/resource/define.ts';
import { boolean, choice, integer, number, ref, text } from '../../../kit/resource/fields.ts';
import { SHEET_LIMITS } from '../layout/paper.ts';
import { checkTemplate } from './rules.ts';
import { labeltemplates } from './tables.ts';

/** Maximum number of templates, which the page of labels loads with one request. */
const MAX_TEMPLATES = 100;
const manage = { can: 'labels.manage' };
const MM = { unit: 'mm' } as const;
/** Texts of a field that only sheets have. */
const SHEET = {
  section: 'Sheet',
  list: 'hidden',
  while: { field: 'medium', is: 'sheet' },
} as const;
const length = (title: string, limits: { min: number; max: number }) =>
  number({ title, ...SHEET, ...MM, ...limits, default: 0 });
const count = (title: string, limits: { min: number; max: number }) =>
  integer({ title, ...SHEET, ...limits, default: 1 });

/** Saved appearances of labels, which the page of labels offers. */
export const labelTemplateRegister = defineRegister(labeltemplates, {
  path: '/labeltemplates',
  label: 'templatename',
  many: 'Label templates',
  one: 'Label template',
  icon: 'tag',
  about: 'Saved sizes, codes and sheets of labels. Choose one when you print labels.',
  audit: 'labels.labeltemplate',
  remove: 'hard',
  can: { read: 'optional', create: manage, edit: manage, delete: manage },
  sort: 'templatename',
  bound: { most: MAX_TEMPLATES },
  columns: {
    templatename: text({ title: 'Name', search: true, sort: true }),
    assettypeid: ref('assettypes', {
      title: 'Asset type',
      filter: ['assettypeid'],
      help: 'Type of the assets that get these labels. If empty, the template is for all records.',
    }),
    isdefault: boolean({
      title: 'Default',
      default: false,
      help: 'The page of labels starts with it. It replaces the previous default of the same asset type.',
    }),
    style: choice({ card: 'Card', plain: 'Plain' }, { title: 'Style', default: 'card' }),
    format: choice(
      { qr: 'QR code', code128: 'Barcode', datamatrix: 'Data Matrix' },
      { title: 'Code', default: 'qr' },
    ),
    medium: choice({ roll: 'Roll', sheet: 'Sheet' }, { title: 'Medium', default: 'roll' }),
    width: number({ title: 'Label width', ...MM, ...SHEET_LIMITS.width, default: 62 }),
    height: number({ title: 'Label height', ...MM, ...SHEET_LIMITS.height, default: 29 }),
    paper: choice({ A4: 'A4', Letter: 'Letter' }, { title: 'Paper', ...SHEET, default: 'A4' }),
    columncount: count('Columns', SHEET_LIMITS.columns),
    rowcount: count('Rows', SHEET_LIMITS.rows),
    marginleft: length('Left margin', SHEET_LIMITS.margin),
    margintop: length('Top margin', SHEET_LIMITS.margin),
    columngap: length('Column gap', SHEET_LIMITS.gap),
    rowgap: length('Row gap', SHEET_LIMITS.gap),
  },
  check: checkTemplate,
});
