import { useEffect } from 'react';
import { basePath } from '../../../../src/web/api/base-path.ts';
import { useTexts } from '../../../../src/web/floor/texts.ts';
import { slideAddressOf } from './address.ts';
import { Screen } from './screen.tsx';
import { useRole } from './use-role.ts';

/**
 * Shows the page of a screen without a fixed content. It redirects to the page that the host name or address
 * is mapped to.
 */
export const RolePage = () => (
  <Screen title="Display">{({ fqdn, isOnline }) => <Mapped fqdn={fqdn} isOnline={isOnline} />}</Screen>
);

function Mapped({ fqdn, isOnline }: { fqdn: string | undefined; isOnline: boolean }) {
  const { t, language } = useTexts();
  const mapped = useRole(fqdn, true);
  const path = mapped?.path;
  useEffect(() => {
    if (path) location.replace(basePath + slideAddressOf(path));
  }, [path]);
  if (!mapped && isOnline) return <div className="mw-display" />;
  const isUnknown = mapped?.role && !path;
  return (
    <div className="mw-display" lang={language}>
      <main id="main" className="mw-display-role">
        <h1>{mapped ? t(isUnknown ? 'role.unknown' : 'role.none') : t('role.offline')}</h1>
        {isUnknown && <p>{t('role.unknown.hint', { role: mapped.role! })}</p>}
        {mapped && (
          <>
            <p>{t('role.hint')}</p>
            <dl>
              <dt>{t('role.name')}</dt>
              <dd>
                {fqdn ?? (
                  <small>
                    {t('role.noName', { address: `${location.origin}${basePath}/display?fqdn=…` })}
                  </small>
                )}
              </dd>
              <dt>{t('role.address')}</dt>
              <dd>{mapped.address ?? '–'}</dd>
            </dl>
          </>
        )}
        <p>
          <small>{t('role.waiting')}</small>
        </p>
      </main>
    </div>
  );
}
