import { Button } from '@mantine/core';
import { IconPlus, IconSearchOff, IconUpload } from '@tabler/icons-react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import type { ListState } from './list-state.ts';
import { pluralName } from './plural.ts';
import { splitDescription } from './purpose.ts';

interface ListEmptyProps {
  register: RegisterDescriptor;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
}

/**
 * Shows that no row matches, that the page does not exist, or that the register is still empty. The latter
 * explains how to add a record. The purpose of the register is above, in the header of the page.
 */
export function ListEmpty({ register, state, onState }: ListEmptyProps) {
  const go = useNavigateTo();
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  const title = pluralName(register);
  const { rest } = splitDescription(register.description);
  if (narrowed || state.page > 1) {
    return (
      <div className="mw-card">
        <EmptyState
          icon={<IconSearchOff size={32} />}
          title={narrowed ? `No ${title} match` : 'This page does not exist'}
          actions={
            <>
              <Button onClick={() => onState({ search: '', filters: {}, page: 1 })}>
                {narrowed ? 'Clear search and filters' : 'Go to first page'}
              </Button>
              {narrowed && register.hasinactive && !state.inactive && (
                <Button variant="default" onClick={() => onState({ inactive: true })}>
                  Include inactive
                </Button>
              )}
            </>
          }
        >
          {narrowed ? 'Use fewer words or remove a filter.' : 'The list has fewer pages.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mw-card">
      <EmptyState
        icon={<RegisterIcon name={register.icon} size={32} />}
        title={`No ${title} yet`}
        actions={
          <>
            {register.can.create && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => go(`${register.path}/new`)}>
                New {toSentenceForm(register.titleone)}
              </Button>
            )}
            {register.imports && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => go(`/imports?target=${register.name}`)}
              >
                Import CSV
              </Button>
            )}
          </>
        }
      >
        {rest && <p>{rest}</p>}
        {register.isasset && (
          <p style={{ marginTop: rest ? 8 : 0 }}>
            To add many at once, import a CSV file. Collectors and agents on PCs add records automatically.
          </p>
        )}
      </EmptyState>
    </div>
  );
}
