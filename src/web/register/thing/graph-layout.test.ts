import { expect, test } from 'bun:test';
import type { Neighborhood } from '../../../features/catalog/neighbors.ts';
import { branchesOf, type GraphBox, layoutOf } from './graph-layout.ts';

/**
 * Widths in pixels: cards on phones, beside two others on a desktop, in the panel, and over the whole
 * desktop.
 */
const WIDTHS = [320, 358, 372, 420, 1392];
const KINDS = ['Computer', 'Printer', 'Machine'];

/** Returns an asset with `near` neighbors, each with up to five further neighbors. */
function neighbourhood(near: number): Neighborhood {
  const node = (assetid: number, hops: number) => ({
    assetid,
    assetnumber: `A-${assetid}`,
    name: null,
    assettype: KINDS[assetid % KINDS.length]!,
    icon: null,
    isactive: true,
    hops,
    more: 0,
  });
  const tie = (sourceassetid: number, targetassetid: number) => ({
    relationshipid: targetassetid,
    sourceassetid,
    targetassetid,
    relationshiptype: 'connectedto',
    isdirectional: false,
  });
  const ids = Array.from({ length: near }, (_, at) => at + 1);
  const behind = ids.flatMap((id) => Array.from({ length: id % 6 }, (_, at) => ({ id, far: id * 100 + at })));
  return {
    nodes: [node(0, 0), ...ids.map((id) => node(id, 1)), ...behind.map(({ far }) => node(far, 2))],
    ties: [...ids.map((id) => tie(0, id)), ...behind.map(({ id, far }) => tie(id, far))],
  };
}

const overlap = (one: GraphBox, other: GraphBox): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test.each(WIDTHS)('the graph places up to 60 neighbors without overlap within %i pixels', (width) => {
  for (let near = 1; near <= 60; near++)
    for (const opened of [new Set<string>(), new Set(KINDS)]) {
      const graph = layoutOf(branchesOf(neighbourhood(near), opened), width);
      const boxes = [
        graph.middle,
        ...graph.branches.flatMap(({ box, behind }) => [box, ...behind.map((far) => far.box)]),
      ];
      expect(boxes.filter((box) => box.x < 0 || box.x + box.width > width)).toEqual([]);
      expect(boxes.filter((box) => box.y + box.height > graph.height)).toEqual([]);
      expect(boxes.filter((box) => box.width < 24 || box.height < 24)).toEqual([]);
      const pairs = boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => overlap(box, other)));
      expect(pairs).toEqual([]);
    }
});

test('the graph shows up to eight neighbors, groups more by kind, and shows all when opened', () => {
  const branches = (near: number, opened: string[]) => branchesOf(neighbourhood(near), new Set(opened));
  expect(branches(8, [])).toHaveLength(8);
  expect(branches(9, []).map(({ kind, count }) => [kind, count])).toEqual([
    ['Printer', 3],
    ['Machine', 3],
    ['Computer', 3],
  ]);
  expect(branches(60, KINDS).filter(({ node }) => node)).toHaveLength(60);
});

test('the graph counts neighbors of a neighbor that exceed its space', () => {
  const [branch] = branchesOf(neighbourhood(5), new Set()).slice(-1);
  expect([branch?.behind.length, branch?.count]).toEqual([4, 1]);
});
