import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '../../api/client.ts';
import { meQuery, needsAdminQuery } from '../../api/queries.ts';
import { hasSession } from '../../api/session.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { CenteredCard } from '../identity/centered-card.tsx';
import { AdminStep } from './admin-step.tsx';
import { DoneStep } from './done-step.tsx';
import { PlantStep } from './plant-step.tsx';
import { RestoreStep } from './restore-step.tsx';

const STEPS = ['Admin account', 'Plant', 'Ready'];

/**
 * Shows the first start: creation of an admin, the name of the plant with starter data, and links to
 * continue.
 */
export function SetupPage() {
  const go = useNavigateTo();
  const setup = useQuery(needsAdminQuery);
  const [step, setStep] = useState(0);
  const hasAdmin = setup.data?.needsadmin === false;
  const left = useWasLeft(hasAdmin && step === 0);
  const isDone = step === 0 && hasAdmin && left === false;
  useEffect(() => {
    if (left) setStep(1);
    if (isDone) go(hasSession() ? '/' : '/login', { replace: true });
  }, [left, isDone, go]);
  const next = () => setStep(step + 1);
  if (setup.error && !setup.data) return <ErrorView error={setup.error} retry={() => setup.refetch()} />;
  // The form of the first step appears only when it is certainly needed, so that no one types into a page
  // that disappears.
  if (isDone || !setup.data || (hasAdmin && step === 0)) return <PageSkeleton />;
  return (
    <CenteredCard title="Welcome" wide>
      <ol className="mw-steps" aria-label="Steps" style={{ listStyle: 'none', padding: 0 }}>
        {STEPS.map((title, index) => (
          <li
            key={title}
            data-state={index < step ? 'done' : index === step ? 'current' : 'ahead'}
            aria-current={index === step ? 'step' : undefined}
          >
            {title}
          </li>
        ))}
      </ol>
      {step === 0 && <FirstStep isRestoring={setup.data.restoring !== null} onDone={next} />}
      {step === 1 && <PlantStep onDone={next} />}
      {step === 2 && <DoneStep />}
    </CenteredCard>
  );
}

/** Lets the user create an admin, or restore a backup that contains everything. */
function FirstStep({ isRestoring, onDone }: { isRestoring: boolean; onDone: () => void }) {
  const [hasBackup, setHasBackup] = useState(isRestoring);
  return hasBackup ? (
    <RestoreStep onBack={() => setHasBackup(false)} />
  ) : (
    <AdminStep onDone={onDone} onBackup={() => setHasBackup(true)} />
  );
}

/**
 * Reports whether an admin left the setup after the first step and has returned. Undefined while loading, or
 * unless `isAsked`.
 */
function useWasLeft(isAsked: boolean): boolean | undefined {
  const signedIn = hasSession();
  const me = useQuery({ ...meQuery, enabled: isAsked && signedIn });
  const ended = useQuery({
    queryKey: ['setup', 'ended'],
    queryFn: () => get<{ value: string }>('/settings/setup_complete'),
    enabled: isAsked && me.data?.isadmin === true,
  });
  if (!isAsked) return undefined;
  if (!signedIn || me.error || ended.error || me.data?.isadmin === false) return false;
  return ended.data && ended.data.value !== 'true';
}
