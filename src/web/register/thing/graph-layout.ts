import type { Neighbourhood } from '../../../features/catalog/neighbours.ts';

type Node = Neighbourhood['nodes'][number];
type Tie = Neighbourhood['ties'][number];

export interface Placed extends Node {
  /** Percent of the width and of the height. */
  x: number;
  y: number;
}

const INNER = { x: 27, y: 26 };
const OUTER = { x: 45, y: 45 };
/** A lone neighbour's own neighbours stand within a third of the circle. */
const WIDEST = Math.PI / 3;

/** The asset in the middle, what it is tied to round it, and what that is tied to behind it. */
export function placed({ nodes, ties }: Neighbourhood): Placed[] {
  const near = nodes.filter(({ hops }) => hops === 1);
  const step = (2 * Math.PI) / Math.max(1, near.length);
  const angles = new Map(near.map(({ assetid }, at) => [assetid, at * step - Math.PI / 2]));
  const behind = Map.groupBy(
    nodes.filter(({ hops }) => hops === 2),
    ({ assetid }) => leadsTo(ties, assetid, angles),
  );
  for (const [parent, those] of behind) {
    const width = Math.min(WIDEST, (step / 2) * 0.85);
    for (const [at, { assetid }] of those.entries()) {
      const share = those.length === 1 ? 0 : (at / (those.length - 1)) * 2 - 1;
      angles.set(assetid, (angles.get(parent) ?? 0) + share * width);
    }
  }
  return nodes.map((node) => {
    const radius = node.hops === 1 ? INNER : OUTER;
    const angle = angles.get(node.assetid) ?? 0;
    if (node.hops === 0) return { ...node, x: 50, y: 50 };
    return { ...node, x: 50 + Math.cos(angle) * radius.x, y: 50 + Math.sin(angle) * radius.y };
  });
}

/** The neighbour through which an asset of the outer ring is reached. */
function leadsTo(ties: readonly Tie[], assetid: number, inner: ReadonlyMap<number, number>): number {
  for (const { sourceassetid, targetassetid } of ties) {
    if (sourceassetid === assetid && inner.has(targetassetid)) return targetassetid;
    if (targetassetid === assetid && inner.has(sourceassetid)) return sourceassetid;
  }
  return 0;
}
