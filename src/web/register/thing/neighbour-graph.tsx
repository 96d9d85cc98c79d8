import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Neighbourhood } from '../../../features/catalog/neighbours.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { relationshipWord } from '../tabs/relationship-words.ts';
import { type Placed, placed } from './graph-layout.ts';

/** What the thing is tied to, two ties deep; a click or Enter on a neighbour walks there. Nothing for what stands alone. */
export function NeighbourGraph({ assetid }: { assetid: number }) {
  const [path, setPath] = useState([assetid]);
  const centre = path.at(-1)!;
  const { data } = useQuery({
    queryKey: ['relationships', centre, 'graph'],
    queryFn: () => get<Neighbourhood>(`/assets/${centre}/neighbours`),
    placeholderData: keepPreviousData,
  });
  if (!data || (path.length === 1 && data.ties.length === 0)) return null;
  const nodes = placed(data);
  const middle = nodes.find(({ hops }) => hops === 0)!;
  return (
    <section className="mw-card">
      <header>
        <h2>Tied to</h2>
        {path.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowLeft size={14} />}
            onClick={() => setPath(path.slice(0, -1))}
          >
            Back
          </Button>
        )}
      </header>
      <div className="mw-graph">
        <Lines nodes={nodes} ties={data.ties} />
        {nodes.map((node) => (
          <NodeButton
            key={node.assetid}
            node={node}
            word={wordOf(data, node, middle)}
            onClick={() => node.hops > 0 && setPath([...path, node.assetid])}
          />
        ))}
      </div>
      {path.length > 1 && (
        <p className="mw-graph-foot">
          <AppLink to={`/assets/${middle.assetid}`}>Open {nameOf(middle)}</AppLink>
          <span className="mw-muted">{middle.assettype}</span>
        </p>
      )}
    </section>
  );
}

const nameOf = ({ assetnumber, name }: Placed): string =>
  name && name !== assetnumber ? `${name}, ${assetnumber}` : assetnumber;

/** How the tie to a direct neighbour reads from the middle. */
function wordOf({ ties }: Neighbourhood, node: Placed, middle: Placed): string {
  const tie = ties.find(
    ({ sourceassetid, targetassetid }) =>
      (sourceassetid === middle.assetid && targetassetid === node.assetid) ||
      (targetassetid === middle.assetid && sourceassetid === node.assetid),
  );
  if (!tie) return '';
  return relationshipWord({ ...tie, direction: tie.sourceassetid === middle.assetid ? 'out' : 'in' });
}

function Lines({ nodes, ties }: { nodes: Placed[]; ties: Neighbourhood['ties'] }) {
  const byId = new Map(nodes.map((node) => [node.assetid, node]));
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
      {ties.map(({ relationshipid, sourceassetid, targetassetid }) => {
        const [from, to] = [byId.get(sourceassetid), byId.get(targetassetid)];
        if (!from || !to) return null;
        return <line key={relationshipid} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
    </svg>
  );
}

interface NodeButtonProps {
  node: Placed;
  word: string;
  onClick: () => void;
}

function NodeButton({ node, word, onClick }: NodeButtonProps) {
  const more = node.more > 0 ? `, and ${node.more} more ties` : '';
  const text = `${word ? `${word}: ` : ''}${nameOf(node)}, ${node.assettype}${more}`;
  return (
    <button
      type="button"
      className="mw-graph-node"
      data-hops={node.hops}
      data-inactive={!node.isactive || undefined}
      style={{ left: `${node.x}%`, top: `${node.y}%` }}
      title={text}
      aria-label={text}
      aria-current={node.hops === 0 ? 'true' : undefined}
      onClick={onClick}
    >
      <RegisterIcon name={node.icon} size={node.hops === 2 ? 14 : 18} />
      {node.hops < 2 && <span>{node.assetnumber}</span>}
      {node.hops === 1 && <small>{word}</small>}
      {node.more > 0 && node.hops > 0 && <i>+{node.more}</i>}
    </button>
  );
}
