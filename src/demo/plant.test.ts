import { expect, test } from 'bun:test';
import { generatePlant } from './plant.ts';
import { PLANT_PROGRAM_COUNT } from './plant-programs.ts';
import type { PlantAsset } from './plant-shapes.ts';

const small = () => generatePlant({ assets: 400, seed: 7 });

test('the generator returns the same plant for the same options and another one for another seed', () => {
  const once = [...small().assets()];
  expect([...small().assets()]).toEqual(once);
  expect([...small().relationships()]).toEqual([...small().relationships()]);
  expect([...generatePlant({ assets: 400, seed: 8 }).assets()]).not.toEqual(once);
});

test('a plant has the requested number of assets, 45 percent computers, with unique numbers', () => {
  const assets = [...small().assets()];
  expect(assets).toHaveLength(400);
  expect(assets.filter((asset) => asset.computer)).toHaveLength(180);
  expect(new Set(assets.map((asset) => asset.assetnumber)).size).toBe(400);
  expect(new Set(assets.map((asset) => asset.serialnumber)).size).toBe(400);
});

test('each asset refers to an existing location, unit, vendor and model', () => {
  const plant = small();
  const places = new Set(plant.locations.map((place) => place.location));
  const models = new Set(plant.models.map((model) => `${model.kind}/${model.vendor}/${model.modelnumber}`));
  for (const asset of plant.assets()) {
    expect(places).toContain(asset.location);
    expect(models).toContain(`${asset.kind}/${asset.vendor}/${asset.modelnumber}`);
    expect(plant.units.map((unit) => unit.businessunit)).toContain(asset.businessunit);
  }
});

test('most assets have a purchase before the date of the plant, from one of its vendors', () => {
  const plant = small();
  const purchases = [...plant.assets()].flatMap(({ purchase }) => purchase ?? []);
  expect(purchases.length).toBeGreaterThan(340);
  expect(purchases.length).toBeLessThan(400);
  for (const { supplier, purchasedate, purchasecost, eoldate } of purchases) {
    expect(plant.vendors).toContain(supplier);
    expect(purchasedate < '2026-01-31').toBe(true);
    expect(purchasecost).toBeGreaterThan(0);
    expect(eoldate === undefined || eoldate > purchasedate).toBe(true);
  }
});

test('locations form a tree of three levels with parents first', () => {
  const depth = new Map<string, number>();
  for (const { location, parent } of small().locations) {
    if (parent !== undefined) expect(depth.has(parent)).toBe(true);
    expect(depth.has(location)).toBe(false);
    depth.set(location, parent === undefined ? 1 : depth.get(parent)! + 1);
  }
  expect(Math.max(...depth.values())).toBe(3);
});

test('computers have unique names and addresses and 5 to 40 different programs', () => {
  const computers = [...small().assets()].flatMap((asset) => asset.computer ?? []);
  expect(new Set(computers.map((computer) => computer.hostname)).size).toBe(180);
  expect(new Set(computers.flatMap((computer) => computer.ipaddresses)).size).toBe(180);
  expect(new Set(computers.flatMap((computer) => computer.macaddresses)).size).toBe(180);
  for (const { hostname, installedapps, macaddresses } of computers) {
    expect(hostname).toMatch(/^PC\d{6}$/);
    expect(macaddresses[0]).toMatch(/^02:4d(:[0-9a-f]{2}){4}$/);
    expect(installedapps.length).toBeGreaterThanOrEqual(5);
    expect(installedapps.length).toBeLessThanOrEqual(40);
    expect(new Set(installedapps.map((app) => app.name)).size).toBe(installedapps.length);
  }
  expect(PLANT_PROGRAM_COUNT).toBeGreaterThanOrEqual(115);
});

test('relationships connect assets of the plant, and a controller is in the cell of its machine', () => {
  const plant = small();
  const assets = new Map<string, PlantAsset>([...plant.assets()].map((asset) => [asset.assetnumber, asset]));
  const seen = new Set<string>();
  for (const { source, target, relationshiptype } of plant.relationships()) {
    expect([assets.has(source), assets.has(target), source === target]).toEqual([true, true, false]);
    seen.add(relationshiptype);
    if (relationshiptype === 'controls')
      expect(assets.get(source)?.location).toBe(assets.get(target)?.location ?? '');
  }
  expect([...seen].sort()).toEqual(['connectedto', 'controls', 'defaultprinter', 'partof', 'usesprinter']);
});

test('a plant has realistic shares of assets in use and retired assets', () => {
  const assets = [...generatePlant({ assets: 5000, seed: 1 }).assets()];
  const share = (status: string) => assets.filter((asset) => asset.status === status).length / assets.length;
  expect(share('In use')).toBeWithin(0.82, 0.9);
  expect(share('Retired')).toBeWithin(0.015, 0.05);
});

test('the largest plant has 100,000 assets with unique addresses', () => {
  const addresses = new Set<string>();
  let assets = 0;
  for (const { kind, ipaddress, computer } of generatePlant({ assets: 100_000, seed: 3 }).assets()) {
    assets++;
    const address = computer?.ipaddresses[0] ?? ipaddress;
    if (address === undefined) continue;
    expect(addresses.has(address), `${kind} ${address}`).toBe(false);
    addresses.add(address);
  }
  expect(assets).toBe(100_000);
});

test('the generator throws when the size is outside 200 to 100000', () => {
  expect(() => generatePlant({ assets: 199, seed: 1 })).toThrow('200 to 100000');
  expect(() => generatePlant({ assets: 100_001, seed: 1 })).toThrow('200 to 100000');
});
