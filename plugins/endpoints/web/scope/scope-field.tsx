import { Input, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../../src/web/api/client.ts';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../../src/web/plugin-parts.tsx';
import { useRefChoices } from '../../../../src/web/register/use-ref-choices.ts';
import type { PolicyCount } from '../commands/policy-refusal.ts';
import { formatNames, formatPcCount, type Pc, pcNameOf } from '../labels.ts';
import { SCOPE_KEYS, type ScopeKey, scopeText, scopeValuesOf, withScopeValues } from './scope-shape.ts';

interface ScopeResult {
  count: number;
  pcs: Pc[];
  policies: PolicyCount[];
}

/** Returns the query for the PCs that a scope matches now. */
export const scopeMatchQuery = (scope: unknown) =>
  queryOptions({
    queryKey: ['endpoints-scope', scope ?? null],
    queryFn: ({ signal }) =>
      get<ScopeResult>('/endpoints/scope', { scope: scope ? JSON.stringify(scope) : undefined }, signal),
    placeholderData: keepPreviousData,
  });

/** Shows a scope in words; `Every PC` for an empty scope. */
export function ScopeText({ value }: PluginFieldValueProps) {
  const text = scopeText(value);
  return text === '' ? <span className="mw-muted">Every PC</span> : text;
}

/**
 * Shows the editor for the five keys of a scope, each with any number of values. It shows the number of
 * matching PCs.
 */
export function ScopeField({ field, value, error, onChange }: PluginFieldInputProps) {
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.title}
      description="A PC must match every field that has values, and one of the values is enough. Empty fields match all PCs."
      error={error}
    >
      <ScopeEditor value={value} onChange={onChange} />
    </Input.Wrapper>
  );
}

/**
 * Shows the inputs of a scope, and the number of matching PCs. Without values the scope is null, which
 * matches every PC.
 */
export function ScopeEditor({
  value,
  onChange,
}: {
  value: unknown;
  onChange: (scope: Record<string, unknown> | null) => void;
}) {
  return (
    <div className="mw-form-grid" style={{ gap: 8, padding: '4px 0' }}>
      {SCOPE_KEYS.map((scopeKey) => (
        <ScopeValues
          key={scopeKey.key}
          asked={scopeKey}
          values={scopeValuesOf(value, scopeKey.key)}
          onChange={(values) => onChange(withScopeValues(value, scopeKey.key, values))}
        />
      ))}
      <ScopeCount scope={value} />
    </div>
  );
}

interface ScopeValuesProps {
  asked: ScopeKey;
  values: string[];
  onChange: (values: string[]) => void;
}

/** Field that suggests existing names. Others can be typed for records that do not exist yet. */
function ScopeValues({ asked: scopeKey, values, onChange }: ScopeValuesProps) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(text, 150);
  // A name is chosen, not a record, so it serves as the ID too.
  const source = { path: scopeKey.path, idfield: scopeKey.label, labelfield: scopeKey.label };
  const { records, scrollAreaProps } = useRefChoices(source, search, opened);
  const names = records.flatMap((row) => (row[scopeKey.label] ? [String(row[scopeKey.label])] : []));
  return (
    <TagsInput
      label={scopeKey.title}
      placeholder={values.length === 0 ? 'Any' : undefined}
      data={[...new Set(names)]}
      value={values}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      onFocus={() => setOpened(true)}
      onChange={onChange}
      acceptValueOnBlur
      maxDropdownHeight={220}
      scrollAreaProps={scrollAreaProps}
    />
  );
}

/** Shows the number and the names of matching PCs, so that typing errors are visible. */
function ScopeCount({ scope }: { scope: unknown }) {
  const { data, isError } = useQuery(scopeMatchQuery(scope));
  // Authors of alerts may not have access to the fleet.
  if (isError) return null;
  if (!data) return <div className="mw-muted mw-form-wide">…</div>;
  const names = data.pcs.map(pcNameOf);
  return (
    <div role="status" className="mw-form-wide">
      <strong>{data.count === 0 ? 'No PC' : formatPcCount(data.count)}</strong>{' '}
      <span className="mw-muted">{formatNames(names, data.count)}</span>
    </div>
  );
}

export const scope: FieldRenderer = { value: ScopeText, input: ScopeField };
