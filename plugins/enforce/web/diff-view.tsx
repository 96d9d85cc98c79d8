import './enforce-styles.ts';
import { IconArrowsSort, IconEdit, IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Diff } from './data.ts';

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Shows the added, removed and changed entries between two manifests. */
export function DiffView({ diff }: { diff: Diff }) {
  const { added, removed, changed, reordered, manifestversion, unchanged } = diff;
  const isSame = added.length + removed.length + changed.length === 0 && !reordered && !manifestversion;
  if (isSame) return <p className="mw-muted">No differences.</p>;
  return (
    <div className="mw-enforce-diff">
      <Group icon={IconPlus} color="good" title="Added" names={added.map(({ Name }) => Name)} />
      <Group icon={IconMinus} color="critical" title="Removed" names={removed.map(({ Name }) => Name)} />
      {changed.length > 0 && (
        <section>
          <Heading icon={IconEdit} color="info">
            Changed
          </Heading>
          {changed.map(({ Name, fields }) => (
            <div key={Name}>
              <strong>{Name}</strong>
              <dl>
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      <del className="mw-enforce-old">{formatValue(before)}</del>{' '}
                      <ins>{formatValue(after)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </section>
      )}
      {reordered && (
        <Heading icon={IconArrowsSort} color="info">
          The order of the entries changes
        </Heading>
      )}
      {manifestversion && (
        <p>
          Manifest version {manifestversion[0]} changes to {manifestversion[1]}.
        </p>
      )}
      {unchanged > 0 && <p className="mw-muted">{unchanged} entries are unchanged.</p>}
    </div>
  );
}

function Heading({ icon: Icon, color, children }: { icon: TablerIcon; color: string; children: ReactNode }) {
  return (
    <h3 className="mw-state">
      <Icon size={16} color={`var(--mw-${color})`} aria-hidden />
      <span>{children}</span>
    </h3>
  );
}

function Group({
  icon,
  color,
  title,
  names,
}: {
  icon: TablerIcon;
  color: string;
  title: string;
  names: string[];
}) {
  if (names.length === 0) return null;
  return (
    <section>
      <Heading icon={icon} color={color}>
        {title}
      </Heading>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
