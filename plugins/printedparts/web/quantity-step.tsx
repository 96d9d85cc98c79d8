import { IconCube } from '@tabler/icons-react';
import { useState } from 'react';
import { apiUrl } from '../../../src/web/api/base-path.ts';
import { formatBadge } from '../../../src/web/floor/badge.ts';
import { useTexts } from '../../../src/web/floor/texts.ts';
import { NumberPad } from './number-pad.tsx';
import { type KioskPart, MAX_DIGITS, type StepAt, type TakePartsState } from './use-take-parts.ts';

/** Shows the step for the quantity of the scanned part. */
export function QuantityStep({ step, taking }: { step: StepAt<'quantity'>; taking: TakePartsState }) {
  const { t } = useTexts();
  const { badge, code, part, quantity, isFresh, problem } = step;
  return (
    <div className="mw-parts">
      <div className="mw-parts-what">
        <Picture part={part} />
        <h1>{part?.name ?? part?.itemcode ?? code}</h1>
        {part?.name && <p>{part.itemcode}</p>}
        <p className="mw-parts-onhand">
          {part ? t('parts.onhand', { count: part.quantityonhand }) : t('parts.unseen')}
        </p>
        <p>{t('kiosk.badge', { digits: formatBadge(badge) })}</p>
      </div>
      <div className="mw-parts-how">
        {problem && (
          <p className="mw-parts-problem" role="alert">
            {problem}
          </p>
        )}
        <Quantity quantity={quantity} most={part?.quantityonhand} onChange={taking.setQuantity} />
        <NumberPad
          value={isFresh ? '' : quantity}
          most={MAX_DIGITS}
          onChange={(next) => taking.setQuantity(next.replace(/^0+/, ''))}
          enter={{ title: t('kiosk.clear'), isQuiet: true, press: () => taking.setQuantity('') }}
        />
        <button
          type="button"
          className="mw-floor-button mw-parts-take"
          disabled={quantity === ''}
          onClick={() => void taking.take()}
        >
          {t('parts.take', { count: quantity })}
        </button>
        <button type="button" className="mw-floor-button" data-quiet onClick={taking.restart}>
          {t('kiosk.again')}
        </button>
      </div>
    </div>
  );
}

function Quantity({
  quantity,
  most = Number.POSITIVE_INFINITY,
  onChange,
}: {
  quantity: string;
  /** The quantity on hand; undefined when it is unknown. */
  most?: number;
  onChange(quantity: string): void;
}) {
  const { t } = useTexts();
  const n = Number(quantity);
  return (
    <div className="mw-parts-quantity">
      <button
        type="button"
        className="mw-floor-button"
        data-quiet
        aria-label={t('parts.fewer')}
        disabled={n <= 1}
        onClick={() => onChange(String(n - 1))}
      >
        −
      </button>
      <output aria-label={t('parts.quantity')}>{quantity}</output>
      <button
        type="button"
        className="mw-floor-button"
        data-quiet
        aria-label={t('parts.one')}
        disabled={n >= most}
        onClick={() => onChange(String(n + 1))}
      >
        +
      </button>
    </div>
  );
}

/** Shows the picture of the part, or a cube when there is none or it cannot be loaded. */
function Picture({ part }: { part?: KioskPart }) {
  const [isLost, setLost] = useState(false);
  if (!part?.imagefilename || isLost) return <IconCube aria-hidden />;
  return (
    <img
      className="mw-parts-picture"
      src={apiUrl(`/printedparts/image/${part.imagefilename}`)}
      alt={part.name ?? part.itemcode}
      onError={() => setLost(true)}
    />
  );
}
