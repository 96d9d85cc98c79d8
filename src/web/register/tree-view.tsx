import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { TreeBranch } from '../../kit/resource/tree.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { queryString } from '../api/base-path.ts';
import { get } from '../api/client.ts';
import { useRegisters } from '../api/queries.ts';
import { AppLink, useNavigateTo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { useStoredState } from '../parts/use-stored-state.ts';
import { ROW_HEIGHT } from '../theme.ts';

const COUNT = new Intl.NumberFormat('en');
const NO_IDS: number[] = [];

/** Shows the records as a tree, with the number of assets in each. */
export function TreeView({ register }: { register: RegisterDescriptor }) {
  const [closed, setClosed] = useStoredState<number[]>(`tree.${register.name}`, NO_IDS);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', register.path, 'tree'],
    queryFn: () => get<TreeBranch[]>(`${register.path}/tree`),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={10} height={ROW_HEIGHT.normal} />;
  const toggle = (id: number) =>
    setClosed(closed.includes(id) ? closed.filter((one) => one !== id) : [...closed, id]);
  return (
    <section className="mw-table-wrap" aria-label={register.title}>
      <ul className="mw-tree">
        {visibleBranches(data, new Set(closed)).map((branch) => (
          <BranchRow
            key={branch.id}
            register={register}
            branch={branch}
            isClosed={closed.includes(branch.id)}
            hasMore={data.some(({ parent }) => parent === branch.id)}
            onToggle={() => toggle(branch.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the branches that are not inside a closed one. */
function visibleBranches(branches: readonly TreeBranch[], closed: ReadonlySet<number>): TreeBranch[] {
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return branches.filter(({ id, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = closed.has(id) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

interface BranchRowProps {
  register: RegisterDescriptor;
  branch: TreeBranch;
  isClosed: boolean;
  hasMore: boolean;
  onToggle: () => void;
}

function BranchRow({ register, branch, isClosed, hasMore, onToggle }: BranchRowProps) {
  const go = useNavigateTo();
  const { id, name, depth, own, within } = branch;
  const registers = useRegisters();
  const assets = registers.find((one) => one.name === 'assets');
  const filter = assets?.filters.find(({ ref }) => ref?.path === register.path)?.name;
  const parent = register.fields.find(({ ref }) => ref?.path === register.path)?.name;
  const Chevron = isClosed ? IconChevronRight : IconChevronDown;
  return (
    <li style={{ paddingLeft: 8 + depth * 24 }}>
      {hasMore ? (
        <ActionIcon
          aria-label={`${isClosed ? 'Open' : 'Close'} ${name}`}
          aria-expanded={!isClosed}
          onClick={onToggle}
        >
          <Chevron size={16} />
        </ActionIcon>
      ) : (
        <span className="mw-tree-leaf" />
      )}
      <AppLink className="mw-cell-link" to={`${register.path}/${id}`}>
        {name}
      </AppLink>
      <span className="mw-tree-end">
        {own !== within && own > 0 && <span className="mw-muted">{COUNT.format(own)} directly here</span>}
        {filter && (
          <AppLink to={`/assets${queryString({ [filter]: id })}`} data-none={within === 0 || undefined}>
            {COUNT.format(within)} {within === 1 ? 'asset' : 'assets'}
          </AppLink>
        )}
        {register.can.create && parent && (
          <ActionIcon
            aria-label={`New ${toSentenceForm(register.titleone)} in ${name}`}
            onClick={() => go(`${register.path}/new${queryString({ [parent]: id })}`)}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}
