import type { ApplianceRecord } from '../../../../features/appliance/appliance-record.ts';
import { AppLink } from '../../../parts/app-link.tsx';
import { sizeText } from '../../../parts/size-text.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { absoluteTime, RelativeTime } from '../../../parts/time.tsx';
import { Fact, FactCard } from './facts.tsx';
import { PageLink } from './page-link.tsx';

const COUNT = new Intl.NumberFormat();
const SOON_DAYS = 30;

interface Shown {
  record: ApplianceRecord;
}

export function RunningCard({ record }: Shown) {
  const { version, commit, runtime, platform, hostname, starteddate, datafolder, listens } = record;
  return (
    <FactCard title="What runs">
      <Fact name="Version">
        {version}
        {commit && <span className="mw-muted"> ({commit.slice(0, 12)})</span>}
      </Fact>
      <Fact name="Runs on">{`${runtime}, ${platform}`}</Fact>
      <Fact name="Box">{hostname}</Fact>
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

export function DatabaseCard({ record }: Shown) {
  const { bytes, walbytes, tables, looked } = record.database;
  return (
    <FactCard title="Database">
      <Fact name="Size">{sizeText(bytes)}</Fact>
      <Fact name="Log of writes">{sizeText(walbytes)}</Fact>
      <Fact name="Looked through">
        {looked ? (
          <>
            <StateBadge
              word={looked.iswhole ? 'ok' : 'failed'}
              label={looked.iswhole ? 'Whole' : 'Not whole'}
            />{' '}
            <RelativeTime at={looked.date} />
          </>
        ) : (
          <span className="mw-muted">not yet: each backup is read to its end</span>
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
          <span className="mw-muted">being counted …</span>
        )}
      </Fact>
    </FactCard>
  );
}

export function JobsCard({ record }: Shown) {
  const { total, running, failed, lastrun, nextrun } = record.jobs;
  return (
    <FactCard title="Jobs" way={<AppLink to="/admin/jobs">All {total}</AppLink>}>
      <Fact name="State">
        {failed.length === 0 ? (
          <StateBadge word="ok" label="None has failed" />
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

export function CertificateCard({ record: { certificate } }: Shown) {
  const way = <PageLink to="/admin/server-certificate" title="Change it" />;
  if (!certificate)
    return (
      <FactCard title="Certificate">
        <Fact name="HTTPS">
          <span className="mw-muted">
            Served without TLS: what stands in front of it brings the certificate.
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
      <Fact name="For">{names.join(', ')}</Fact>
      <Fact name="Made by">{selfsigned ? 'this appliance itself' : issuer}</Fact>
      <Fact name="SHA-256 fingerprint">
        <code>{sha256}</code>
      </Fact>
    </FactCard>
  );
}

export function BackupsCard({ record }: Shown) {
  const { newest, isoverdue } = record.backups;
  return (
    <FactCard title="Backups" way={<PageLink to="/backups" title="All backups" />}>
      <Fact name="State">
        <StateBadge
          word={isoverdue ? 'overdue' : newest ? 'ok' : 'pending'}
          label={isoverdue ? 'Too old' : newest ? 'Young enough' : 'None yet'}
        />
      </Fact>
      <Fact name="Newest good one">
        <RelativeTime at={newest?.createddate} />
      </Fact>
      {newest && (
        <Fact name="File">
          {newest.filename}
          {newest.bytes !== null && `, ${sizeText(newest.bytes)}`}
          {newest.sealed ? ', sealed' : ', not sealed'}
        </Fact>
      )}
    </FactCard>
  );
}

export function OutboxCard({ record: { outbox } }: Shown) {
  return (
    <FactCard title="Mail and webhooks" way={<AppLink to="/outbox">All of them</AppLink>}>
      <Fact name="Waiting">{COUNT.format(outbox.waiting)}</Fact>
      {outbox.heldsince !== null && (
        <Fact name="Held back since">
          <RelativeTime at={outbox.heldsince} />
        </Fact>
      )}
      <Fact name="Given up">
        {outbox.failed === 0 ? '0' : <StateBadge word="failed" label={COUNT.format(outbox.failed)} />}
      </Fact>
    </FactCard>
  );
}

export function AuditCard({ record: { audit } }: Shown) {
  return (
    <FactCard title="Audit log" way={<AppLink to="/admin/audit">Read it</AppLink>}>
      <Fact name="Rows">{COUNT.format(audit.rows)}</Fact>
      <Fact name="Its end">
        {audit.fault === null ? (
          <StateBadge word="ok" label="As it was written" />
        ) : (
          <>
            <StateBadge word="broken" label="Changed from outside" />
            <div className="mw-error">{audit.fault}</div>
          </>
        )}
      </Fact>
    </FactCard>
  );
}
