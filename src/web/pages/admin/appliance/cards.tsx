import type { ApplianceRecord } from '../../../../features/appliance/appliance-record.ts';
import { AppLink } from '../../../parts/app-link.tsx';
import { sizeText } from '../../../parts/size-text.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { absoluteTime, RelativeTime } from '../../../parts/time.tsx';
import { Fact, FactCard } from './facts.tsx';
import { PageLink } from './page-link.tsx';

const COUNT = new Intl.NumberFormat('en');
const SOON_DAYS = 30;

interface CardProps {
  record: ApplianceRecord;
}

/** Shows the running program, its host, and the addresses on which it listens. */
export function RunningCard({ record }: CardProps) {
  const { version, commit, runtime, platform, hostname, starteddate, datafolder, listens } = record;
  return (
    <FactCard title="Program">
      <Fact name="Version">
        {version}
        {commit && <span className="mw-muted"> ({commit.slice(0, 12)})</span>}
      </Fact>
      <Fact name="Platform">{`${runtime}, ${platform}`}</Fact>
      <Fact name="Host name">{hostname}</Fact>
      <Fact name="Started">
        <RelativeTime at={starteddate} />
      </Fact>
      <Fact name="Data folder">
        <code>{datafolder}</code>
      </Fact>
      <Fact name="Listens on">
        {listens.map((address) => (
          <div key={address}>{address}</div>
        ))}
      </Fact>
    </FactCard>
  );
}

/** Shows the size of the database, the result of its last check, and its largest tables. */
export function DatabaseCard({ record }: CardProps) {
  const { bytes, walbytes, tables, looked } = record.database;
  return (
    <FactCard title="Database">
      <Fact name="Size">{sizeText(bytes)}</Fact>
      <Fact name="Write-ahead log">{sizeText(walbytes)}</Fact>
      <Fact name="Last check">
        {looked ? (
          <>
            <StateBadge
              word={looked.iswhole ? 'ok' : 'failed'}
              label={looked.iswhole ? 'Passed' : 'Failed'}
            />{' '}
            <RelativeTime at={looked.date} />
          </>
        ) : (
          <span className="mw-muted">not yet; runs with each backup</span>
        )}
      </Fact>
      <Fact name="Largest tables">
        {tables ? (
          <ul>
            {tables.map(({ table, rows }) => (
              <li key={table}>{`${table}: ${COUNT.format(rows)} rows`}</li>
            ))}
          </ul>
        ) : (
          <span className="mw-muted">counting …</span>
        )}
      </Fact>
    </FactCard>
  );
}

export function JobsCard({ record }: CardProps) {
  const { total, running, failed, lastrun, nextrun } = record.jobs;
  return (
    <FactCard title="Jobs" way={<AppLink to="/admin/jobs">All {total}</AppLink>}>
      <Fact name="State">
        {failed.length === 0 ? (
          <StateBadge word="ok" label="No failed jobs" />
        ) : (
          failed.map(({ jobname, title, lasterror }) => (
            <div key={jobname}>
              <StateBadge word="failed" label={title} />
              {lasterror && <div className="mw-error">{lasterror}</div>}
            </div>
          ))
        )}
      </Fact>
      {running.length > 0 && <Fact name="Running now">{running.map(({ title }) => title).join(', ')}</Fact>}
      <Fact name="Last run">
        <RelativeTime at={lastrun} />
      </Fact>
      <Fact name="Next run">
        <RelativeTime at={nextrun} />
      </Fact>
    </FactCard>
  );
}

/** Shows the served certificate, with a warning from 30 days before it expires; without TLS, a note. */
export function CertificateCard({ record: { certificate } }: CardProps) {
  const way = <PageLink to="/admin/server-certificate" title="Manage" />;
  if (!certificate)
    return (
      <FactCard title="Certificate">
        <Fact name="HTTPS">
          <span className="mw-muted">
            This appliance does not use TLS. The reverse proxy provides the certificate.
          </span>
        </Fact>
      </FactCard>
    );
  const { names, issuer, selfsigned, notafter, daystoexpiry, sha256 } = certificate;
  const word = daystoexpiry < 0 ? 'expired' : daystoexpiry <= SOON_DAYS ? 'expiring' : 'valid';
  const left = daystoexpiry < 0 ? 'Expired' : `${COUNT.format(daystoexpiry)} days left`;
  return (
    <FactCard title="Certificate" way={way}>
      <Fact name="State">
        <StateBadge word={word} label={left} />
      </Fact>
      <Fact name="Valid until">{absoluteTime(notafter)}</Fact>
      <Fact name="Names">{names.join(', ')}</Fact>
      <Fact name="Issued by">{selfsigned ? 'this appliance (self-signed)' : issuer}</Fact>
      <Fact name="SHA-256 fingerprint">
        <code>{sha256}</code>
      </Fact>
    </FactCard>
  );
}

/** Shows the last verified backup and whether it is overdue. */
export function BackupsCard({ record }: CardProps) {
  const { newest, isoverdue } = record.backups;
  return (
    <FactCard title="Backups" way={<PageLink to="/backups" title="All backups" />}>
      <Fact name="State">
        <StateBadge
          word={isoverdue ? 'overdue' : newest ? 'ok' : 'pending'}
          label={isoverdue ? 'Overdue' : newest ? 'Up to date' : 'None yet'}
        />
      </Fact>
      <Fact name="Last verified backup">
        <RelativeTime at={newest?.createddate} />
      </Fact>
      {newest && (
        <Fact name="File">
          {newest.filename}
          {newest.bytes !== null && `, ${sizeText(newest.bytes)}`}
          {newest.sealed ? ', encrypted' : ', not encrypted'}
        </Fact>
      )}
    </FactCard>
  );
}

export function OutboxCard({ record: { outbox } }: CardProps) {
  return (
    <FactCard title="Mail and webhooks" way={<AppLink to="/outbox">All messages</AppLink>}>
      <Fact name="Waiting">{COUNT.format(outbox.waiting)}</Fact>
      {outbox.heldsince !== null && (
        <Fact name="Paused since">
          <RelativeTime at={outbox.heldsince} />
        </Fact>
      )}
      <Fact name="Failed">
        {outbox.failed === 0 ? '0' : <StateBadge word="failed" label={COUNT.format(outbox.failed)} />}
      </Fact>
    </FactCard>
  );
}

/** Shows the number of audit entries and whether the verification of the audit log passed. */
export function AuditCard({ record: { audit } }: CardProps) {
  return (
    <FactCard title="Audit log" way={<AppLink to="/admin/audit">View log</AppLink>}>
      <Fact name="Entries">{COUNT.format(audit.rows)}</Fact>
      <Fact name="Verification">
        {audit.fault === null ? (
          <StateBadge word="ok" label="Passed" />
        ) : (
          <>
            <StateBadge word="broken" label="Failed" />
            <div className="mw-error">{audit.fault}</div>
          </>
        )}
      </Fact>
    </FactCard>
  );
}
