import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findEndOfSupport } from '../../src/features/catalog/support-dates/find-end-of-support.ts';
import { applyVendorDates } from '../../src/features/catalog/support-dates/support-date-rule.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test.each([
  ['Microsoft Windows XP Professional', '5.1.2600', '2014-04-08'],
  ['Windows 7 Professional', '6.1.7601', '2020-01-14'],
  ['Microsoft Windows 7 Ultimate', null, '2020-01-14'],
  ['Windows 8.1 Pro', '6.3.9600', '2023-01-10'],
  ['Windows 8 Pro', '6.2.9200', '2016-01-12'],
  ['Microsoft® Windows Server® 2008 R2 Standard', '6.1.7601', '2020-01-14'],
  ['Microsoft Windows Server 2012 Standard', null, '2023-10-10'],
  ['Windows Server 2022', '10.0.20348', '2031-10-14'],
  ['Microsoft Windows Server 2025 Standard', '10.0.26100', '2034-11-14'],
  ['Microsoft Windows 10 Pro', '10.0.19045', '2025-10-14'],
  ['Microsoft Windows 10 Pro', '10.0.19045.3803', '2025-10-14'],
  ['Windows 10 Famille', '22H2', '2025-10-14'],
  ['Windows 10 Enterprise', '1809', '2021-05-11'],
  ['Windows 10 Pro', '1809', '2020-11-10'],
  ['Windows 10 Pro', null, '2025-10-14'],
  ['Windows 10 Enterprise LTSC', '10.0.19044', '2027-01-12'],
  ['Microsoft Windows 10 Enterprise LTSC 2019', null, '2029-01-09'],
  ['Windows 10 Enterprise LTSC 2019 LTSC 2021', null, null],
  ['Windows 10 IoT Enterprise LTSC', '21H2', '2032-01-13'],
  ['Microsoft Windows 10 Enterprise 2016 LTSB', '10.0.14393', '2026-10-13'],
  ['Windows 11 Pro', '10.0.22631', '2025-11-11'],
  ['Microsoft Windows 11 Professionnel', '24H2', '2026-10-13'],
  ['Windows 11 IoT Enterprise', '10.0.26100', '2027-10-12'],
  ['Debian GNU/Linux 12 (bookworm)', null, '2028-06-30'],
  ['Debian GNU/Linux', '12', '2028-06-30'],
  ['Debian GNU/Linux 11', '11.9', '2026-08-31'],
  ['Ubuntu 22.04.4 LTS', '22.04', '2027-06-01'],
  ['Ubuntu', '20.04.6 LTS (Focal Fossa)', '2025-05-29'],
  ['CentOS', '7.9.2009', '2024-06-30'],
  ['CentOS Linux 8', '8.5', '2021-12-31'],
  ['CentOS Stream 9', '9', '2027-05-31'],
  ['Red Hat Enterprise Linux 8.10 (Ootpa)', '8.10', '2029-05-31'],
  ['Rocky Linux 9.4 (Blue Onyx)', '9.4', '2032-05-31'],
  ['SUSE Linux Enterprise Server 15 SP4', '15.4', '2023-12-31'],
  ['SLES', '12-SP5', '2024-10-31'],
  ['Oracle Linux Server release 7.9', '7.9', '2024-12-31'],
  ['Oracle Linux Server', '8.10', '2029-07-31'],
  ['Oracle Linux 9.4', null, '2032-06-30'],
])('%p %p is supported until %p', (osname, osversion, date) => {
  expect(findEndOfSupport(osname, osversion)).toBe(date);
});

test.each([
  ['Windows', '10'],
  ['Windows 10', null],
  ['Windows 10', '10.0.19044'],
  ['Windows 10 Pro', '10.0.22631'],
  ['Windows 10 Enterprise LTSC', null],
  ['Windows 10 IoT Core', '10.0.17763'],
  ['Windows 11 Pro', null],
  ['Windows 7 Embedded', null],
  ['Windows 7 Professional', '10.0.19045'],
  ['Windows 70', null],
  ['Debian', '6.1.0-18-amd64'],
  ['Debian GNU/Linux 11', '12.5'],
  ['Debian GNU/Linux trixie/sid', null],
  ['Ubuntu 23.10', '23.10'],
  ['Ubuntu Core 22', '22'],
  ['SUSE Linux Enterprise Server 15', '15'],
  ['Oracle Linux Server', '5.11'],
  ['AlmaLinux', '8.10'],
  ['macOS', '14.5'],
  ['Fedora', '41'],
  ['Android', '9'],
  ['__proto__', 'constructor'],
  ['Debian', 'constructor'],
])('%p %p has no known date', (osname, osversion) => {
  expect(findEndOfSupport(osname, osversion)).toBeNull();
});

const create = async (body: object) => (await site.admin.post('/api/operatingsystems', body)).data;
const read = async (osid: number) => (await site.admin.get(`/api/operatingsystems/${osid}`)).data;
const update = (osid: number, body: object) => site.admin.put(`/api/operatingsystems/${osid}`, body);

test('a new operating system gets the date of its vendor', async () => {
  const reporter = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const report = {
    hostname: 'seven',
    serialnumber: 'S-7',
    osname: 'Windows 7 Ultimate',
    osversion: '6.1.7601',
  };
  await reporter.post('/api/collector/computers', report);
  const [row] = (await site.admin.get('/api/operatingsystems?search=Ultimate')).data;
  expect(row).toMatchObject({ endofsupport: '2020-01-14', endofsupportsource: 'vendor' });
  const rules = (await site.admin.get('/api/dashboard/summary')).data.attention;
  expect(rules).toContainEqual(expect.objectContaining({ key: 'outofsupport', count: 1 }));
});

test('a date that a user enters or clears stays', async () => {
  const entered = await create({ osname: 'Windows 8 Pro', endofsupport: '2040-01-01' });
  expect(entered).toMatchObject({ endofsupport: '2040-01-01', endofsupportsource: 'manual' });
  const { osid } = await create({ osname: 'Windows Vista' });
  await update(osid, { endofsupport: null });
  await update(osid, { osname: 'Windows Vista Business' });
  expect(await read(osid)).toMatchObject({ endofsupport: null, endofsupportsource: 'manual' });
});

test('a renamed operating system gets the date of its new name', async () => {
  const { osid } = await create({ osname: 'Debain', osversion: '10' });
  expect(await read(osid)).toMatchObject({ endofsupport: null, endofsupportsource: null });
  await update(osid, { osname: 'Debian' });
  expect(await read(osid)).toMatchObject({ endofsupport: '2024-06-30', endofsupportsource: 'vendor' });
  await update(osid, { osname: 'Debianish' });
  expect(await read(osid)).toMatchObject({ endofsupport: null, endofsupportsource: null });
});

test('the vendor date returns after an entry by hand, with its source, and can be undone', async () => {
  const { osid } = await create({ osname: 'Windows Server 2025 Datacenter', endofsupport: '2030-01-01' });
  const source = 'https://learn.microsoft.com/lifecycle/products/windows-server-2025';
  expect(await read(osid)).toMatchObject({ vendorendofsupport: '2034-11-14', vendorsource: source });
  const viewer = await site.userWith('assets.view');
  const path = `/api/operatingsystems/${osid}/vendordate`;
  expect((await viewer.post(path)).status).toBe(403);
  expect((await site.admin.post(path)).status).toBe(200);
  expect(await read(osid)).toMatchObject({ endofsupport: '2034-11-14', endofsupportsource: 'vendor' });
  await undoLast(osid);
  expect(await read(osid)).toMatchObject({ endofsupport: '2030-01-01', endofsupportsource: 'manual' });
});

test('an unknown vendor date leaves the entered one', async () => {
  const { osid } = await create({ osname: 'Unheard OS', endofsupport: '2030-01-01' });
  const { status, error } = await site.admin.post(`/api/operatingsystems/${osid}/vendordate`);
  expect([status, error.code]).toEqual([409, 'CONFLICT']);
  expect(await read(osid)).toMatchObject({ endofsupport: '2030-01-01', vendorsource: null });
});

const undoLast = async (osid: number) => {
  const query = `/api/auditlogs?entitytype=operatingsystem&entityid=${osid}`;
  const [last] = (await site.admin.get(query)).data;
  expect((await site.admin.post(`/api/auditlogs/${last.auditlogid}/undo`)).status).toBe(200);
};

test('an undo of an entered date restores the date of the vendor', async () => {
  const { osid } = await create({ osname: 'Windows XP' });
  await update(osid, { endofsupport: '2035-01-01' });
  expect((await read(osid)).endofsupportsource).toBe('manual');
  await undoLast(osid);
  expect(await read(osid)).toMatchObject({ endofsupport: '2014-04-08', endofsupportsource: 'vendor' });
});

test('the source of the date is not writable', async () => {
  const { osid } = await create({ osname: 'Plan 9', endofsupportsource: 'manual' });
  expect((await read(osid)).endofsupportsource).toBeNull();
});

test('an upgrade fills dates once, audited, and an undo of it stays', async () => {
  const { osid } = await create({ osname: 'Windows XP Professional' });
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(
      'UPDATE operatingsystems SET endofsupport = NULL, endofsupportsource = NULL WHERE osid = ?',
      osid,
    ),
  );
  applyVendorDates(site.app.host, createSystemContext());
  applyVendorDates(site.app.host, createSystemContext());
  expect(await read(osid)).toMatchObject({ endofsupport: '2014-04-08', endofsupportsource: 'vendor' });
  const { data } = await site.admin.get(`/api/auditlogs?entitytype=operatingsystem&entityid=${osid}`);
  expect(data.map((row: { action: string }) => row.action)).toEqual([
    'catalog.operatingsystem.updated',
    'catalog.operatingsystem.created',
  ]);
  await undoLast(osid);
  applyVendorDates(site.app.host, createSystemContext());
  expect(await read(osid)).toMatchObject({ endofsupport: null, endofsupportsource: 'manual' });
});

test('an undo of a renaming leaves the date to the vendor', async () => {
  const { osid } = (await site.admin.post('/api/operatingsystems', { osname: 'Unheard Linux 99' })).data;
  const rename = async (osname: string) =>
    (await site.admin.put(`/api/operatingsystems/${osid}`, { osname })).data.endofsupport;
  expect(await rename('Windows 7 Home Basic')).toBe('2020-01-14');
  await undoLast(osid);
  expect((await site.admin.get(`/api/operatingsystems/${osid}`)).data.endofsupport).toBeNull();
  expect(await rename('Windows 7 Home Basic')).toBe('2020-01-14');
});

test('an undo removes a created operating system with its date', async () => {
  const { osid } = await create({ osname: 'Windows Server 2008' });
  await undoLast(osid);
  expect((await site.admin.get(`/api/operatingsystems/${osid}`)).status).toBe(404);
});

test('lists are filtered and sorted by the dates of the vendors', async () => {
  const create = async (osname: string) =>
    (await site.admin.post('/api/operatingsystems', { osname, osversion: null })).data.osid as number;
  const [later, earlier, unknown] = [
    await create('Oracle Linux 9.4'),
    await create('Windows Server 2008 R2'),
    await create('Homegrown OS'),
  ];
  const list = async (query: string) => {
    const { data } = await site.admin.get(`/api/operatingsystems?per_page=100&${query}`);
    return (data as { osid: number }[])
      .map(({ osid }) => osid)
      .filter((id) => [later, earlier, unknown].includes(id));
  };
  expect(await list('vendorendofsupport__gte=2032-06-30')).toEqual([later]);
  expect(await list('vendorendofsupport__lte=2030-01-01')).toEqual([earlier]);
  expect(await list('vendorendofsupport__empty=true')).toEqual([unknown]);
  expect((await list('vendorendofsupport__not=2032-06-30')).toSorted()).toEqual([earlier, unknown]);
  expect(await list('vendorsource__contains=oracle')).toEqual([later]);
  expect(await list('sort=vendorendofsupport')).toEqual([earlier, later, unknown]);
  expect(await list('sort=vendorendofsupport&dir=desc')).toEqual([unknown, later, earlier]);
  expect(await list('sort=vendorendofsupport&search=oracle')).toEqual([later]);
});
