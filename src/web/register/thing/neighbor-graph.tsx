import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Neighborhood } from '../../../features/catalog/neighbors.ts';
import { relationshipLabel } from '../../../features/catalog/relationship-label.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { branchesOf, layoutOf } from './graph-layout.ts';
import { FarNode, KindNode, MiddleNode, NearNode, nodeName } from './graph-nodes.tsx';

type Node = Neighborhood['nodes'][number];

/**
 * Shows the relationships of an asset as a graph with two steps. A click or Enter on a neighbor moves the
 * middle there. Shows nothing for an asset without relationships.
 */
export function NeighborGraph({ assetid }: { assetid: number }) {
  const [path, setPath] = useState([assetid]);
  const center = path.at(-1)!;
  const { data } = useQuery({
    queryKey: ['relationships', center, 'graph'],
    queryFn: () => get<Neighborhood>(`/assets/${center}/neighbours`),
    placeholderData: keepPreviousData,
  });
  if (!data || (path.length === 1 && data.ties.length === 0)) return null;
  const middle = data.nodes.find(({ hops }) => hops === 0)!;
  return (
    <section className="mw-card">
      <header>
        <h2>Connections</h2>
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
      <Graph key={middle.assetid} data={data} middle={middle} onWalk={(to) => setPath([...path, to])} />
      {(path.length > 1 || middle.more > 0) && (
        <p className="mw-graph-foot">
          {path.length > 1 && <AppLink to={`/assets/${middle.assetid}`}>Open {nodeName(middle)}</AppLink>}
          {middle.more > 0 && (
            <span className="mw-muted">{middle.more} more are on the tab Connections.</span>
          )}
        </p>
      )}
    </section>
  );
}

interface GraphProps {
  data: Neighborhood;
  middle: Node;
  onWalk: (assetid: number) => void;
}

function Graph({ data, middle, onWalk }: GraphProps) {
  const { ref, width } = useElementSize();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (kind: string) => setOpened(opened.symmetricDifference(new Set([kind])));
  const graph = layoutOf(branchesOf(data, opened), width);
  return (
    <div className="mw-graph" ref={ref}>
      {width > 0 && (
        <div style={{ height: graph.height }}>
          <svg aria-hidden="true" width={width} height={graph.height}>
            {graph.lines.map((line) => (
              <path key={line} d={line} />
            ))}
          </svg>
          <MiddleNode box={graph.middle} node={middle} />
          {graph.branches.map(({ branch, box, behind }) => (
            <span key={branch.key} className="mw-graph-branch">
              {branch.node ? (
                <NearNode
                  box={box}
                  node={branch.node}
                  more={branch.count}
                  word={wordOf(data, branch.node, middle)}
                  onClick={() => onWalk(branch.node!.assetid)}
                />
              ) : (
                <KindNode
                  box={box}
                  kind={branch.kind}
                  count={branch.count}
                  isOpen={opened.has(branch.kind)}
                  onClick={() => toggle(branch.kind)}
                />
              )}
              {behind.map(({ node, box: place }) => (
                <FarNode key={node.assetid} box={place} node={node} onClick={() => onWalk(node.assetid)} />
              ))}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the label of the relationship to a direct neighbor, as seen from the middle. */
function wordOf({ ties }: Neighborhood, node: Node, middle: Node): string {
  const relationship = ties.find(
    ({ sourceassetid, targetassetid }) =>
      (sourceassetid === middle.assetid && targetassetid === node.assetid) ||
      (targetassetid === middle.assetid && sourceassetid === node.assetid),
  );
  if (!relationship) return '';
  return relationshipLabel({
    ...relationship,
    direction: relationship.sourceassetid === middle.assetid ? 'out' : 'in',
  });
}
