import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { brandingQuery } from '../../../../src/web/api/queries.ts';
import { useTexts } from '../../../../src/web/floor/texts.ts';
import { BrandLogo } from '../../../../src/web/shell/brand.tsx';
import type { Surface } from '../../surfaces.ts';
import './display-styles.ts';
import { WallClock } from './clock.tsx';
import { framesOf, type SlideFeed, type SlideFrame } from './feed.ts';
import { NoticeList } from './notice-list.tsx';
import { type NoticeFeed, selectCurrentNotices } from './notices.ts';
import { DisplayStage } from './stage.tsx';
import { Takeover } from './takeover.tsx';
import { timeText } from './times.ts';
import { type PolledValue, usePolled } from './use-polled.ts';
import { useNow } from './use-rotating-index.ts';
import { useRotation } from './use-rotation.ts';

const SLIDES_MS = 30_000;
const NOTICES_MS = 10_000;
const PLACE_MS = 300_000;
/** Milliseconds between checks whether a loaded notice begins or ends. */
const BEGIN_MS = 5000;

const NO_FRAMES: readonly SlideFrame[] = [];
const NO_NOTICES: NoticeFeed = { current: [], upcoming: [] };

export interface DisplayPlace {
  businessunitid: number | null;
  businessunit: string | null;
}

interface SceneProps {
  surface: Surface;
  /** The full name of this screen, if its address contains it. */
  fqdn?: string;
  isOnline: boolean;
  /** True inside another page, which has its own heading and main element. */
  isPreview?: boolean;
}

/** Shows slides, notices and the time. On the shop floor, alerts cover them. */
export function Scene({ surface, fqdn, isOnline, isPreview = false }: SceneProps) {
  const { language } = useTexts();
  const place = usePlace(fqdn);
  const feed = usePolled<SlideFeed>(`/slides/feed?surface=${surface}`, SLIDES_MS);
  const slides = feed?.value;
  const turns = useMemo(() => (slides ? framesOf(slides) : NO_FRAMES), [slides]);
  const polled = useNotices(place);
  const ahead = polled?.ahead ?? 0;
  const now = useNow(BEGIN_MS, ahead);
  const polledNotices = polled?.value ?? NO_NOTICES;
  const notices = useMemo(() => selectCurrentNotices(polledNotices, now), [polledNotices, now]);
  const alerts = surface === 'shopfloor' ? notices.current.filter(({ alertfleet }) => alertfleet) : [];
  return (
    <div className="mw-display" lang={language}>
      {/* The slides stay mounted below an alert, so that cached pictures survive while the server is down. */}
      <DisplayContent
        {...{ surface, turns, notices, now, ahead, isPreview }}
        unit={place?.businessunit ?? null}
        isLoaded={feed !== undefined}
      />
      {alerts.length > 0 && <Takeover alerts={alerts} now={now} />}
      {!isOnline && <Outage now={now} />}
    </div>
  );
}

/** Polls the place of this screen, because an admin may change it. */
function usePlace(fqdn: string | undefined): DisplayPlace | undefined {
  const query = fqdn ? `?fqdn=${encodeURIComponent(fqdn)}` : '';
  return usePolled<DisplayPlace>(`/dashboarddefaults/visitor-location${query}`, PLACE_MS)?.value;
}

/**
 * Polls the notices for the business unit of the screen once that is known. After a change of the unit there
 * are none until the new ones arrive.
 */
function useNotices(place: DisplayPlace | undefined): PolledValue<NoticeFeed> | undefined {
  const unit = place?.businessunitid ? `?businessunitid=${place.businessunitid}` : '';
  return usePolled<NoticeFeed>(place ? `/notifications/shopfloor${unit}` : null, NOTICES_MS);
}

interface DisplayContentProps {
  surface: Surface;
  turns: readonly SlideFrame[];
  notices: NoticeFeed;
  now: number;
  ahead: number;
  unit: string | null;
  isLoaded: boolean;
  isPreview: boolean;
}

function DisplayContent({
  surface,
  turns,
  notices,
  now,
  ahead,
  unit,
  isLoaded,
  isPreview,
}: DisplayContentProps) {
  const { t } = useTexts();
  const site = useQuery(brandingQuery).data?.site_name || 'Millwright';
  const rotation = useRotation(turns);
  const hasNotices = notices.current.length + notices.upcoming.length > 0;
  const [Heading, Main] = isPreview ? (['h2', 'div'] as const) : (['h1', 'main'] as const);
  const isLobby = surface === 'lobby';
  return (
    <>
      <header className="mw-display-header">
        <BrandLogo size={48} />
        <Heading className="mw-display-title">
          {isLobby ? t('display.welcome') : (unit ?? site)}
          <small>{isLobby ? (unit ?? site) : unit && site}</small>
        </Heading>
        <WallClock ahead={ahead} />
      </header>
      <Main
        id={isPreview ? undefined : 'main'}
        className="mw-display-main"
        data-slides={turns.length > 0 || undefined}
      >
        {turns.length > 0 && <DisplayStage rotation={rotation} />}
        {hasNotices && <NoticeList notices={notices} now={now} />}
        {isLoaded && turns.length === 0 && !hasNotices && (
          <div className="mw-display-idle">
            <BrandLogo size={160} />
            <p>{site}</p>
            <small>{t('display.empty')}</small>
          </div>
        )}
      </Main>
    </>
  );
}

/** Shows since when the server is down. It is small, because it does not concern visitors. */
function Outage({ now }: { now: number }) {
  const { t, language } = useTexts();
  const [since] = useState(now);
  return (
    <p className="mw-display-outage" role="status">
      {t('display.offline', { time: timeText(since, now, language) })}
    </p>
  );
}
