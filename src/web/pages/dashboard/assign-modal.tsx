import { Button, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Assignee } from '../../../features/dashboard/alerts/alert-schemas.ts';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { FieldErrors } from '../../api/api-error.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { DateInput } from '../../parts/date-input.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { type FormState, useForm } from '../../parts/use-form.ts';

interface AssignModalProps {
  item: DashboardSummary['attention'][number];
  onClose: () => void;
}

interface AssignValues {
  userid: string;
  note: string;
  duedate: string;
}

/** Assigns an alert to a user, or ends its assignment. */
export function AssignModal({ item: { key, title, assignment }, onClose }: AssignModalProps) {
  const path = `/dashboard/alerts/${encodeURIComponent(key)}`;
  const finish = async (message: string, auditid: string | null) => {
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    toastDone(message, auditid);
    onClose();
  };
  const form = useForm<AssignValues>({
    initial: {
      userid: assignment ? String(assignment.userid) : '',
      note: assignment?.note ?? '',
      duedate: assignment?.duedate ?? '',
    },
    save: async ({ userid, note, duedate }) => {
      if (userid === '') throw new FieldErrors({ userid: 'Choose a user.' });
      const body = {
        userid: Number(userid),
        note: note || null,
        duedate: duedate || null,
        ifmodifieddate: assignment?.modifieddate,
      };
      const { auditid } = await request('PUT', path, { body });
      await finish(`${title} assigned.`, auditid);
    },
  });
  const unassign = async () => {
    const { auditid } = await request('DELETE', path);
    await finish(`${title} is no longer assigned.`, auditid);
  };
  return (
    <FormModal
      form={form}
      draft={path}
      title={`Assign ${title}`}
      action="Assign"
      onClose={onClose}
      aside={
        assignment && (
          <Button variant="subtle" color="red" onClick={() => form.end(unassign)}>
            Unassign
          </Button>
        )
      }
    >
      <AssigneeSelect path={path} form={form} username={assignment?.username} />
      <DateInput label="Until" {...form.date('duedate')} />
      <Textarea label="Note" autosize minRows={2} maxLength={1000} {...form.text('note')} />
    </FormModal>
  );
}

interface AssigneeSelectProps {
  path: string;
  form: FormState<AssignValues>;
  /** The name of the current user, who may be missing in the list. */
  username: string | undefined;
}

function AssigneeSelect({ path, form, username }: AssigneeSelectProps) {
  const { values, errors } = form;
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search, 150);
  const { data: users = [] } = useQuery({
    queryKey: ['assignees', path, typed],
    queryFn: () => get<Assignee[]>(`${path}/assignees`, { search: typed || undefined }),
    placeholderData: keepPreviousData,
  });
  const options = users.map((user) => ({ value: String(user.userid), label: nameOf(user) }));
  if (username && !options.some(({ value }) => value === values.userid) && values.userid !== '')
    options.unshift({ value: values.userid, label: username });
  return (
    <Select
      label="User"
      description="The user gets a mail."
      required
      searchable
      // The list may still be that of the previous text.
      selectFirstOptionOnChange={false}
      openOnFocus={false}
      data-autofocus
      name="userid"
      data={options}
      // The server has searched already, also in the full names.
      filter={({ options: found }) => found}
      value={values.userid || null}
      onChange={(userid) => form.set('userid', userid ?? '')}
      onSearchChange={setSearch}
      nothingFoundMessage="No user found"
      error={errors.userid}
    />
  );
}

const nameOf = ({ username, firstname, lastname }: Assignee): string => {
  const full = [firstname, lastname].filter(Boolean).join(' ');
  return full ? `${full} (${username})` : username;
};
