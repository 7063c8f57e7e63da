import { Button } from '@mantine/core';
import { auditNouns } from '@samay/contract/audit/audit-log';
import type { BusinessType } from '@samay/contract/core/roles';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { isDay } from '../../../ui/form/typed-date.ts';
import { auditActors } from './api.ts';
import classes from './filters-form.module.css';

interface FiltersFormProps {
  /** Whether the log belongs to a business, whose people can be selected. */
  hasPeople: boolean;
  filters: Readonly<Record<string, string>>;
  onChange: (next: Record<string, string>) => void;
}

function getKinds(businessType: BusinessType) {
  const kinds = Object.entries(auditNouns(businessType)).map(([value, label]) => ({ value, label }));
  return [
    { value: '', label: 'Everything' },
    ...kinds.filter(({ value }) => businessType === 'doctor' || value !== 'prescription'),
  ];
}

/**
 * Renders the filters by action, person and day. They are kept in the address and applied by the
 * server.
 */
export function FiltersForm({
  hasPeople,
  filters: { action = '', actor = '', day = '' },
  onChange,
}: FiltersFormProps) {
  const { data } = useQuery({ ...auditActors(), enabled: hasPeople });
  const businessType = useSession().businessType ?? 'doctor';
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div role="search" aria-label="Filters" className={classes.filters}>
      <ChoiceSelect
        label="What"
        data={getKinds(businessType)}
        value={action}
        onChange={(action) => onChange({ action })}
      />
      {hasPeople && (
        <ChoiceSelect
          label="Who"
          data={[{ value: '', label: 'Everybody' }, ...people]}
          value={actor}
          onChange={(actor) => onChange({ actor })}
        />
      )}
      <DayInput
        label="Day"
        isOptional
        nearest="past"
        value={day}
        onChange={(chosen) => (chosen === '' || isDay(chosen)) && onChange({ day: chosen })}
      />
      {(action || actor || day) && (
        <Button variant="default" onClick={() => onChange({ action: '', actor: '', day: '' })}>
          Clear
        </Button>
      )}
    </div>
  );
}
