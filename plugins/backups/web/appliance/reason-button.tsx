import { SmallButton, type SmallButtonProps } from '../../../../src/web/parts/small-button.tsx';

interface ReasonButtonProps extends SmallButtonProps {
  /**
   * The reason why the button is disabled; undefined when it is enabled. The button remains focusable, so
   * that keyboard users can read the reason.
   */
  reason: string | undefined;
}

/** Shows a button that does nothing while `reason` is set. */
export const ReasonButton = ({ reason, onClick, ...rest }: ReasonButtonProps) => (
  <SmallButton
    {...rest}
    title={reason}
    aria-disabled={reason !== undefined || undefined}
    data-disabled={reason !== undefined || undefined}
    onClick={reason === undefined ? onClick : undefined}
  />
);
