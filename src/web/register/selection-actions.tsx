import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { SelectionAction, SelectionActionProps } from '../plugin-parts.tsx';
import { useSelectionActions } from './plugin-hooks.ts';

/** Shows the buttons of plugins for the selected rows. */
export function SelectionActions({
  register,
  ...props
}: SelectionActionProps & { register: RegisterDescriptor }) {
  return useSelectionActions(register).map((action) => (
    <LoadedAction key={`${action.register}-${action.extension}`} action={action} {...props} />
  ));
}

function LoadedAction({ action, ...props }: SelectionActionProps & { action: SelectionAction }) {
  const { data } = useQuery({
    queryKey: ['selection-action', action.register, action.extension],
    queryFn: async () => ({ Content: await action.load() }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? <data.Content {...props} /> : null;
}
