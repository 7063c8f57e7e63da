import { DayInput } from '../../../ui/form/day-input.tsx';
import { isDay } from '../../../ui/form/typed-date.ts';
import { Pills } from '../../../ui/table/pills.tsx';
import classes from './period-form.module.css';
import { type Period, periodNames } from './period.ts';
import { useRevenueWording } from './wording.ts';

interface PeriodFormProps {
  period: Period;
  onChange: (next: Period) => void;
}

/**
 * Renders the selection of the period. The dates of a custom period are kept while another period
 * is selected.
 */
export function PeriodForm({ period, onChange }: PeriodFormProps) {
  const { periods } = useRevenueWording();
  return (
    <div className={classes.form}>
      <Pills
        label="Period"
        options={periodNames.map((value) => ({ value, name: periods[value] }))}
        value={period.name}
        onChange={(name) => onChange({ ...period, name })}
      />
      {period.name === 'custom' && (
        <div className={classes.dates}>
          <DayInput
            label="Start date"
            nearest="past"
            value={period.from ?? ''}
            onChange={(from) => isDay(from) && onChange(withStart(period, from))}
          />
          <DayInput
            label="End date"
            nearest="past"
            value={period.to ?? ''}
            {...(period.from && { earliest: period.from })}
            onChange={(to) => isDay(to) && onChange({ ...period, to })}
          />
        </div>
      )}
    </div>
  );
}

/** Sets the start date and moves an earlier end date to it. */
function withStart(period: Period, from: string): Period {
  const to = period.to && from && period.to < from ? from : period.to;
  return { ...period, from, ...(to !== undefined && { to }) };
}
