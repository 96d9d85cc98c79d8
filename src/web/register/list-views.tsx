import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryString } from '../api/base-path.ts';
import { AppLink } from '../parts/app-link.tsx';
import type { ListView } from '../plugin-parts.tsx';
import type { ListState } from './list-state.ts';
import { useListViews } from './plugin-hooks.ts';

interface ListViewsProps {
  register: RegisterDescriptor;
  state: ListState;
}

/**
 * Links to the views of a list that the product brings, after the one with all records. A view is current
 * while its filters apply, with or without others. Shows nothing without views.
 */
export function ListViews({ register, state }: ListViewsProps) {
  const views = useListViews(register);
  if (views.length === 0) return null;
  const isCurrent = ({ filters }: ListView) =>
    Object.entries(filters).every(([name, value]) => state.filters[name] === value);
  const current = views.find(isCurrent);
  return (
    <nav className="mw-list-views" aria-label={`Views of ${register.title}`}>
      <ul>
        {[undefined, ...views].map((view) => (
          <li key={view?.title ?? 'All'}>
            <AppLink
              to={register.path + queryString(view?.filters ?? {})}
              aria-current={view === current ? 'page' : undefined}
            >
              {view?.title ?? 'All'}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
