import { SmallButton, type SmallButtonProps } from '../../../../src/web/parts/small-button.tsx';

interface ReasonButtonProps extends SmallButtonProps {
  /** Why it cannot be pressed now; it still takes the focus, so that the keyboard gets to the reason too. */
  reason: string | undefined;
}

export const ReasonButton = ({ reason, onClick, ...rest }: ReasonButtonProps) => (
  <SmallButton
    {...rest}
    title={reason}
    aria-disabled={reason !== undefined || undefined}
    data-disabled={reason !== undefined || undefined}
    onClick={reason === undefined ? onClick : undefined}
  />
);
