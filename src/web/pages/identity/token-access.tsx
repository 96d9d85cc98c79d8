import { Group, MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays, dayOf } from '../../../kit/clock.ts';
import { permissionsQuery, useMe } from '../../api/queries.ts';
import { DateInput } from '../../parts/date-input.tsx';
import type { FormState } from '../../parts/use-form.ts';
import { usePermissionLabel } from './permission-label.ts';

/** The access of a new token: reading, the selected permissions, or all that its owner may do. */
export type TokenAccessLevel = 'read' | 'selected' | 'all';

/** The periods for which a new token is valid: a number of days, until a date, or without an end. */
export const VALIDITIES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'Until a date' },
  { value: 'never', label: 'Without an end' },
] as const;
export type TokenValidity = (typeof VALIDITIES)[number]['value'];

/** The values of the form of a new token. */
export interface NewToken {
  name: string;
  service: boolean;
  access: TokenAccessLevel;
  scopes: string[];
  validity: TokenValidity;
  expiresat: string;
}

/** Asks what a new token may do and how long it is valid. */
export function TokenLimitFields({ form }: { form: FormState<NewToken> }) {
  const { values, errors, set } = form;
  const isService = values.service;
  const me = useMe();
  const catalog = useQuery(permissionsQuery);
  const describe = usePermissionLabel();
  const labelOf = (name: string) => {
    const description = describe(name);
    return description ? `${description} (${name})` : name;
  };
  const offered = isService ? catalog.data?.servicescopes : me?.permissions;
  return (
    <>
      <Radio.Group
        label="Access"
        value={values.access}
        onChange={(access) => set('access', access as TokenAccessLevel)}
        error={values.access === 'selected' ? undefined : errors.scopes}
      >
        <Stack gap={6} mt={6}>
          <Radio
            value="read"
            label="Read only"
            description="Lists, records, reports and search. Changes nothing."
          />
          <Radio value="selected" label="Selected permissions" />
          {!isService && (
            <Radio
              value="all"
              label="Full access"
              description="All your permissions, including those that you receive later."
            />
          )}
        </Stack>
      </Radio.Group>
      {values.access === 'selected' && (
        <MultiSelect
          label="Permissions"
          description="Select at least one."
          data={offered?.map((value) => ({ value, label: labelOf(value) })) ?? []}
          value={values.scopes}
          onChange={(scopes) => set('scopes', scopes)}
          searchable
          clearable
          hidePickedOptions
          error={errors.scopes}
          openOnFocus={!errors.scopes}
          clearButtonProps={{ 'aria-label': 'Clear', tabIndex: -1 }}
        />
      )}
      <Radio.Group
        label="Valid for"
        value={values.validity}
        onChange={(validity) => set('validity', validity as TokenValidity)}
        error={values.validity === 'date' ? undefined : errors.expiresat}
      >
        <Group gap="md" mt={6}>
          {VALIDITIES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {values.validity === 'date' && (
        <DateInput
          label="Expires on"
          required
          min={addDays(dayOf(new Date()), 1)}
          {...form.date('expiresat')}
        />
      )}
    </>
  );
}
