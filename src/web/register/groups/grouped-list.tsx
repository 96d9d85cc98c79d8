import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { GroupSection, type GroupSectionProps } from './group-section.tsx';
import { useGroups } from './use-groups.ts';
import './group-styles.ts';

/** Shows the rows of a list in sections, one for each value of a field. The first section is open. */
export function GroupedList(list: Omit<GroupSectionProps, 'group' | 'isInitiallyOpen'>) {
  const { query, rows: groups, foot } = useGroups(list.register, list.state, list.state.group);
  if (query.isPending) return <SkeletonRows rows={6} />;
  if (!groups) return <ErrorView error={query.error} retry={query.refetch} />;
  return (
    <div className="mw-grouped">
      {groups.map((group, index) => (
        <GroupSection
          key={JSON.stringify(group.filter)}
          {...list}
          group={group}
          isInitiallyOpen={index === 0}
        />
      ))}
      {foot}
    </div>
  );
}
