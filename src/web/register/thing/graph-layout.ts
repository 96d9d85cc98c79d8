import type { Neighborhood } from '../../../features/catalog/neighbors.ts';

type Node = Neighborhood['nodes'][number];

/** A neighbor of the asset in the middle, or the head of a type with several neighbors. */
export interface GraphBranch {
  key: string;
  /** The neighbor itself; absent for a type. */
  node?: Node;
  /** The asset type. */
  kind: string;
  /** The first four assets behind the neighbor; empty for a type. */
  behind: Node[];
  /** Number of connections of the neighbor that are not shown, or of neighbors of a type. */
  count: number;
}

/** A rectangle in pixels. */
export interface GraphBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GraphLayout {
  height: number;
  middle: GraphBox;
  branches: { branch: GraphBranch; box: GraphBox; behind: { node: Node; box: GraphBox }[] }[];
  /** Paths of the lines: from the middle down the trunk, along each row, and to each branch. */
  lines: string[];
}

/** Maximum number of neighbors that are not grouped by type. */
const MAX_NEIGHBORS = 8;
/** Maximum number of assets that are shown below a neighbor. */
const MAX_BELOW_NEIGHBOR = 4;

const MARGIN = 12;
const TRUNK = 24;
const ROOT = { width: 220, height: 32 };
const CELL = { least: 128, most: 220, height: 48 };
const SMALL = 28;
const GAP = 12;
/** Height between rows, for the line that leads to the next row. */
const ROW_GAP = 20;

/**
 * Returns the branches of the middle: individual neighbors or, if there are more than eight, their types. A
 * type with one neighbor, and the neighbors of types in `opened`, are individual too.
 */
export function branchesOf({ nodes, ties }: Neighborhood, opened: ReadonlySet<string>): GraphBranch[] {
  const near = nodes.filter(({ hops }) => hops === 1);
  const parents = new Map<number, number>();
  const direct = new Set(near.map(({ assetid }) => assetid));
  for (const { sourceassetid: one, targetassetid: other } of ties) {
    if (direct.has(one) && !parents.has(other)) parents.set(other, one);
    if (direct.has(other) && !parents.has(one)) parents.set(one, other);
  }
  const far = nodes.filter(({ hops }) => hops === 2);
  const single = (node: Node): GraphBranch => {
    const behind = far.filter(({ assetid }) => parents.get(assetid) === node.assetid);
    const seen = behind.slice(0, MAX_BELOW_NEIGHBOR);
    const count = node.more + behind.length - seen.length;
    return { key: String(node.assetid), node, kind: node.assettype, behind: seen, count };
  };
  if (near.length <= MAX_NEIGHBORS) return near.map(single);
  return [...Map.groupBy(near, ({ assettype }) => assettype)].flatMap(([kind, those]) => {
    if (those.length === 1) return those.map(single);
    const head: GraphBranch = { key: kind, kind, behind: [], count: those.length };
    return opened.has(kind) ? [head, ...those.map(single)] : [head];
  });
}

/**
 * Places the middle at the top and its branches in rows below, as many in each as fit into the width. None
 * overlap.
 */
export function layoutOf(branches: readonly GraphBranch[], width: number): GraphLayout {
  const left = TRUNK + GAP;
  const room = width - left - MARGIN;
  const columns = Math.max(1, Math.floor((room + GAP) / (CELL.least + GAP)));
  const cell = Math.min(CELL.most, (room - GAP * (columns - 1)) / columns);
  const middle = {
    x: MARGIN,
    y: MARGIN,
    width: Math.min(ROOT.width, width - 2 * MARGIN),
    height: ROOT.height,
  };
  const layout: GraphLayout = { height: 0, middle, branches: [], lines: [] };
  let y = middle.y + middle.height;
  for (let at = 0; at < branches.length; at += columns) {
    const bus = y + ROW_GAP / 2;
    const top = y + ROW_GAP;
    const row = branches.slice(at, at + columns).map((branch, column) => {
      const box = { x: left + column * (cell + GAP), y: top, width: cell, height: CELL.height };
      return { branch, box, behind: below(branch, box) };
    });
    const centres = row.map(({ box }) => box.x + box.width / 2);
    layout.lines.push(
      `M${TRUNK} ${y} V${bus} H${centres.at(-1)}`,
      ...centres.map((x) => `M${x} ${bus} V${top}`),
    );
    layout.branches.push(...row);
    const next = top + CELL.height + (row.some(({ behind }) => behind.length > 0) ? 6 + SMALL : 0);
    if (at + columns < branches.length) layout.lines.push(`M${TRUNK} ${bus} V${next}`);
    y = next;
  }
  return { ...layout, height: y + MARGIN };
}

const below = ({ behind }: GraphBranch, { x, y, height }: GraphBox) =>
  behind.map((node, at) => ({
    node,
    box: { x: x + at * (SMALL + 4), y: y + height + 6, width: SMALL, height: SMALL },
  }));
