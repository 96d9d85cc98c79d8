import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Neighborhood } from '../../../features/catalog/neighbors.ts';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import type { GraphBox } from './graph-layout.ts';

type Node = Neighborhood['nodes'][number];

/** Returns the name and number of an asset, or only the number if it has no other name. */
export const nodeName = ({ assetnumber, name }: Node): string =>
  name && name !== assetnumber ? `${name}, ${assetnumber}` : assetnumber;

const at = ({ x, y, width, height }: GraphBox): CSSProperties => ({ left: x, top: y, width, height });

/**
 * Text for screen readers. It follows the visible text, so that users of voice control can say what they see.
 */
const Unseen = ({ children }: { children: ReactNode }) => (
  <span className="mw-visually-hidden">{children}</span>
);

/** Shows the asset in the middle of the graph. */
export function MiddleNode({ box, node }: { box: GraphBox; node: Node }) {
  return (
    <strong className="mw-graph-node" data-hops={0} style={at(box)} title={nodeName(node)}>
      <RegisterIcon name={node.icon} size={18} />
      <span>{node.assetnumber}</span>
    </strong>
  );
}

interface NearNodeProps {
  box: GraphBox;
  node: Node;
  /** Label of the relationship from the middle to this neighbor. */
  word: string;
  /** Number of relationships of the neighbor that are not drawn. */
  more: number;
  onClick: () => void;
}

/** Shows a direct neighbor with the label of its relationship. */
export function NearNode({ box, node, word, more, onClick }: NearNodeProps) {
  const { assetnumber, assettype } = node;
  const name = node.name && node.name !== assetnumber ? `, ${node.name}` : '';
  return (
    <button
      type="button"
      className="mw-graph-node"
      data-hops={1}
      data-inactive={!node.isactive || undefined}
      style={at(box)}
      title={`${assetnumber}${name}, ${assettype}`}
      onClick={onClick}
    >
      <RegisterIcon name={node.icon} size={18} />
      <span>{assetnumber}</span>{' '}
      <small>
        {word}
        {more > 0 && ` +${more}`}
      </small>
      <Unseen>
        {more > 0 && ' more connections'}
        {name}, {assettype}
      </Unseen>
    </button>
  );
}

/** Shows an asset behind a neighbor as an icon. */
export function FarNode({ box, node, onClick }: Pick<NearNodeProps, 'box' | 'node' | 'onClick'>) {
  const text = `${nodeName(node)}, ${node.assettype}`;
  return (
    <button
      type="button"
      className="mw-graph-node"
      data-hops={2}
      data-inactive={!node.isactive || undefined}
      style={at(box)}
      title={text}
      aria-label={text}
      onClick={onClick}
    >
      <RegisterIcon name={node.icon} size={14} />
    </button>
  );
}

interface KindNodeProps {
  box: GraphBox;
  kind: string;
  count: number;
  isOpen: boolean;
  onClick: () => void;
}

/** Shows the head of all neighbors of one type. A click shows or hides them. */
export function KindNode({ box, kind, count, isOpen, onClick }: KindNodeProps) {
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className="mw-graph-node"
      data-kind
      style={at(box)}
      title={`${count} × ${kind}`}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Sign size={16} aria-hidden />
      <span>
        {count} × {kind}
      </span>
    </button>
  );
}
