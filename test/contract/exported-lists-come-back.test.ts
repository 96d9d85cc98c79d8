import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isKitMade, type Register } from '../../src/kit/resource/register.ts';
import { changedIn, importFile, outcomesOf, reasonsOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';
import { fieldsOf, sampleBody, servedRegisters } from './sample.ts';

/** Records of each register. The second half refers to the first one. */
const RECORDS = 4;

let site: Site;
let oddRecords = 0;
let registers: Register[];
beforeAll(async () => {
  site = await startSite();
  registers = servedRegisters(site).filter(
    (register) => isKitMade(register, 'create') && isKitMade(register, 'edit'),
  );
  for (let half = 0; half < 2; half++)
    for (const register of registers) for (let n = 0; n < RECORDS / 2; n++) await addRecord(register);
});
afterAll(() => site.stop());

/** Adds a record with a text in every field that takes one, among them texts that spreadsheets change. */
async function addRecord(register: Register): Promise<void> {
  const body = sampleBody(site, register);
  const answer = await site.admin.post(`/api${register.path}`, body);
  expect([register.name, answer.status, answer.error]).toEqual([register.name, 201, undefined]);
  for (const [name, text] of oddTexts(register)) {
    const { status } = await site.admin.put(`/api${register.path}/${answer.data[register.id]}`, {
      [name]: text,
    });
    if (status === 200) oddRecords++;
  }
}

const ODD = [
  '-5 °C',
  '1E+05',
  '="0099"',
  ' two  blanks',
  '#N/A',
  '1.250',
  'a "quote"; and,\r\na break',
  "'=x",
];

const oddTexts = (register: Register): [string, string][] =>
  fieldsOf(site, register)
    .filter(([, field]) => isPlainText(field) && field.taken === 'always')
    .map(([name], index) => [name, ODD[index % ODD.length]!]);

type Field = ReturnType<typeof fieldsOf>[number][1];
const isPlainText = (field: Field): boolean =>
  field.place === 'column' &&
  (field.kind === 'text' || field.kind === 'longtext') &&
  !field.schema &&
  !field.ascii &&
  !field.unique &&
  !field.max;

const exportOf = async (register: Register) =>
  (await site.admin.get(`/api${register.path}?format=csv&active=false`)).text;

test('every list that is imported unchanged is skipped row by row', async () => {
  let rows = 0;
  for (const register of registers) {
    const csv = await exportOf(register);
    const answer = await importFile(site.admin, register.path.slice(1), csv);
    expect([register.name, answer.status, answer.error]).toEqual([register.name, 201, undefined]);
    const odd = reasonsOf(answer).filter(Boolean);
    expect([register.name, odd, changedIn(answer).filter((row) => Object.keys(row).length > 0)]).toEqual([
      register.name,
      [],
      [],
    ]);
    expect(new Set(outcomesOf(answer))).toEqual(new Set(['skip']));
    rows += answer.data.counts.skip;
  }
  expect(registers.length).toBeGreaterThan(30);
  expect(rows).toBeGreaterThan(100);
  expect(oddRecords).toBeGreaterThan(150);
});
