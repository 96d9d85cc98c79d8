import { IconCheck, IconClockPause, IconCube, IconId } from '@tabler/icons-react';
import { formatBadge } from '../../../src/web/floor/badge.ts';
import { CodeInput } from '../../../src/web/floor/code-input.tsx';
import { Kiosk } from '../../../src/web/floor/kiosk.tsx';
import type { KioskKind, KioskTools } from '../../../src/web/floor/kiosk-kind.ts';
import { useTexts } from '../../../src/web/floor/texts.ts';
import { useScanner } from '../../../src/web/floor/use-scanner.ts';
import { NumberPad } from './number-pad.tsx';
import './parts-kiosk-styles.ts';
import { QuantityStep } from './quantity-step.tsx';
import { type StepAt, type TakePartsState, useTakeParts } from './use-take-parts.ts';

const PARTS: KioskKind = {
  kind: 'printedparts',
  title: 'parts.title',
  capability: 'printedpartskiosk',
  probe: '/printedparts/kiosk/item/-',
};
/** Maximum number of digits of a code that a user can type. */
const MAX_CODE_LENGTH = 12;

/** Shows the kiosk at a cabinet of printed parts. */
export function PartsKioskPage() {
  return <Kiosk of={PARTS}>{(tools) => <Cabinet tools={tools} />}</Kiosk>;
}

function Cabinet({ tools }: { tools: KioskTools }) {
  const taking = useTakeParts(tools);
  useScanner(taking.scan);
  const { step } = taking;
  switch (step.at) {
    case 'badge':
      return <BadgeStep step={step} taking={taking} />;
    case 'busy':
      return <Busy />;
    case 'part':
      return <PartStep step={step} taking={taking} />;
    case 'quantity':
      return <QuantityStep step={step} taking={taking} />;
    case 'done':
      return <Done step={step} taking={taking} />;
  }
}

function Busy() {
  const { t } = useTexts();
  return (
    <div className="mw-floor-state">
      <IconClockPause aria-hidden />
      <h1>{t('kiosk.busy')}</h1>
    </div>
  );
}

function BadgeStep({ step: { problem }, taking }: { step: StepAt<'badge'>; taking: TakePartsState }) {
  const { t } = useTexts();
  return (
    <div className="mw-floor-state" data-tone={problem && 'critical'}>
      {problem ? (
        <p className="mw-floor-thing" role="alert">
          {problem}
        </p>
      ) : (
        <IconId aria-hidden />
      )}
      <h1>{t('kiosk.start')}</h1>
      <CodeInput onCode={taking.scan} isNumber />
    </div>
  );
}

/** The step that selects the part, by scan or by the digits of its code. */
function PartStep({
  step: { badge, typed, problem },
  taking,
}: {
  step: StepAt<'part'>;
  taking: TakePartsState;
}) {
  const { t } = useTexts();
  return (
    <div className="mw-parts">
      <div className="mw-parts-what">
        <IconCube aria-hidden />
        <h1>{t('parts.scan')}</h1>
        {problem ? (
          <p className="mw-parts-problem" role="alert">
            {problem}
          </p>
        ) : (
          <p>{t('parts.orType')}</p>
        )}
        <p>{t('kiosk.badge', { digits: formatBadge(badge) })}</p>
        <button type="button" className="mw-floor-button" data-quiet onClick={taking.restart}>
          {t('kiosk.again')}
        </button>
      </div>
      <div className="mw-parts-how">
        <div className="mw-parts-quantity mw-parts-typed">
          <output aria-label={t('parts.code')}>{typed}</output>
        </div>
        <NumberPad
          value={typed}
          most={MAX_CODE_LENGTH}
          onChange={taking.type}
          enter={{ title: t('kiosk.enter'), press: taking.findTyped }}
        />
      </div>
    </div>
  );
}

function Done({ step, taking }: { step: StepAt<'done'>; taking: TakePartsState }) {
  const { t } = useTexts();
  const { title, quantity, part, isKept, isRepeated } = step;
  const more = isKept ? 'kiosk.kept' : isRepeated ? 'kiosk.repeated' : 'parts.left';
  return (
    <div className="mw-floor-state" data-tone={isKept ? 'warning' : 'good'} role="status">
      {isKept ? <IconClockPause aria-hidden /> : <IconCheck aria-hidden />}
      <h1>{t('parts.taken')}</h1>
      <p className="mw-floor-thing">
        {quantity} × {title}
      </p>
      <p>{t(more, { count: part?.quantityonhand ?? 0 })}</p>
      <div className="mw-floor-buttons">
        <button type="button" className="mw-floor-button" onClick={taking.more}>
          {t('parts.more')}
        </button>
        <button type="button" className="mw-floor-button" onClick={taking.restart}>
          {t('kiosk.done')}
        </button>
      </div>
    </div>
  );
}
