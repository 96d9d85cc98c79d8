import { AppLink } from '../../parts/app-link.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { getStateStyle } from '../../state-style.ts';

export interface CountBar {
  key: string | number;
  label: string;
  count: number;
  to: string;
  icon?: string;
  /** Set when the label is a state, whose icon and color are shown. */
  state?: boolean;
}

const COUNT = new Intl.NumberFormat('en');

/** Shows counts above 0 as bars relative to the largest one, which is first. Each links to its list. */
export function CountBars({ title, total, rows }: { title: string; total: number; rows: CountBar[] }) {
  const counted = rows.filter((row) => row.count > 0).sort((a, b) => b.count - a.count);
  const largest = Math.max(1, ...counted.map((row) => row.count));
  return (
    <section className="mw-card">
      <header>
        <h2>{title}</h2>
        <AppLink to="/assets">{COUNT.format(total)} total</AppLink>
      </header>
      <ul style={{ padding: '4px 0' }}>
        {counted.map((row) => (
          <li key={row.key}>
            <AppLink to={row.to} className="mw-bar">
              <BarIcon row={row} />
              <span title={row.label}>{row.label}</span>
              <span className="mw-bar-track" aria-hidden>
                <span
                  className="mw-bar-fill"
                  style={{
                    width: `${(row.count / largest) * 100}%`,
                    background: row.state ? getStateStyle(row.label).color : undefined,
                  }}
                />
              </span>
              <span className="mw-bar-count">{COUNT.format(row.count)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BarIcon({ row }: { row: CountBar }) {
  if (!row.state) return <RegisterIcon name={row.icon} />;
  const meaning = getStateStyle(row.label);
  return <meaning.icon size={18} stroke={1.8} style={{ color: meaning.color }} aria-hidden />;
}
