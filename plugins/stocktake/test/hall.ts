import { type Site, startSite } from '../../../test/support/site.ts';

export interface HallScanAnswer {
  clientid: string;
  outcome: string;
  code: string;
  assetid: number | null;
  assetnumber: string | null;
  location: string | null;
  isactive: boolean | null;
  seenby: string | null;
  candidates: { assetid: number; path: string }[];
  message: string | null;
}

/** A test site with a hall, a cell within it, a yard next to it, and assets. */
export interface StocktakeHall {
  site: Site;
  hall: number;
  cell: number;
  yard: number;
  typeid: number;
  /** Creates a separate location for one test. */
  place(location: string, parentlocationid?: number): Promise<number>;
  asset(body?: object): Promise<{ assetid: number; assetnumber: string }>;
  start(body?: object): Promise<number>;
  scan(stocktakeid: number, ...codes: string[]): Promise<HallScanAnswer[]>;
  counts(stocktakeid: number): Promise<object>;
  items(stocktakeid: number, state: string): Promise<{ assetid: number; code: string; name: string }[]>;
  stop(): Promise<void>;
}

export const scanOf = (code: string, more: object = {}) => ({
  clientid: crypto.randomUUID(),
  code,
  at: new Date().toISOString(),
  ...more,
});

export async function startHall(): Promise<StocktakeHall> {
  const site = await startSite();
  const { admin } = site;
  const place = async (body: object) => (await admin.post('/api/locations', body)).data.locationid as number;
  const hall = await place({ location: 'Hall 1' });
  const cell = await place({ location: 'Cell A', parentlocationid: hall });
  const yard = await place({ location: 'Yard' });
  const types = (await admin.get('/api/assets/types?per_page=100')).data;
  const existingTypeid = types.find((one: { assettype: string }) => one.assettype === 'Other')?.assettypeid as
    | number
    | undefined;
  const typeid: number =
    existingTypeid ?? (await admin.post('/api/assets/types', { assettype: 'Other' })).data.assettypeid;
  let made = 0;
  return {
    site,
    hall,
    cell,
    yard,
    typeid,
    place: (location, parentlocationid) => place({ location, parentlocationid }),
    async asset(body = {}) {
      const assetnumber = `T-${++made}`;
      const answer = await admin.post('/api/assets', {
        assetnumber,
        assettypeid: typeid,
        locationid: hall,
        ...body,
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.error));
      return answer.data;
    },
    start: async (body = {}) =>
      (await admin.post('/api/stocktakes', { locationid: hall, ...body })).data.stocktakeid,
    scan: async (stocktakeid, ...codes) =>
      (await admin.post(`/api/stocktakes/${stocktakeid}/scans`, { scans: codes.map((code) => scanOf(code)) }))
        .data,
    async counts(stocktakeid) {
      const { data } = await admin.get(`/api/stocktakes/${stocktakeid}`);
      const { expected, found, missing, unexpected, unknown } = data;
      return { expected, found, missing, unexpected, unknown };
    },
    items: async (stocktakeid, state) =>
      (await admin.get(`/api/stocktakes/${stocktakeid}/items?per_page=100&state=${state}`)).data,
    stop: () => site.stop(),
  };
}
