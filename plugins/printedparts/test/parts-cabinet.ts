import { type KioskPlant, startKioskPlant } from '../../../test/browser/kiosk-plant.ts';

/** A test plant with kiosks at cabinets of printed parts. */
export interface PartsCabinet extends KioskPlant {
  /** Creates a part with a quantity and returns its path. */
  part(itemcode: string, quantity?: number, body?: object): Promise<string>;
  onhand(path: string): Promise<unknown>;
  takes(path: string): Promise<{ sso: string }[]>;
}

export async function startPartsCabinet(): Promise<PartsCabinet> {
  const plant = await startKioskPlant('printedparts');
  const { api } = plant;
  return Object.assign(plant, {
    async part(itemcode: string, quantity = 10, body: object = {}) {
      const { itemid } = await api('POST', '/printedparts/items', { itemcode, ...body });
      const path = `/printedparts/items/${itemid}`;
      if (quantity > 0) await api('POST', `${path}/receive`, { quantity });
      return path;
    },
    onhand: async (path: string) => (await api('GET', path)).quantityonhand,
    takes: (path: string) => api('GET', `${path}/ledger?event=take`),
  });
}
