import { SimpleGrid, Stack } from '@mantine/core';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { isDay } from '../../../ui/form/typed-date.ts';
import { Pills } from '../../../ui/table/pills.tsx';
import { type ReportPeriod, type ReportPeriodName, reportPeriods } from './report-period.ts';

interface ReportPeriodFormProps {
  period: ReportPeriod;
  onChange: (next: ReportPeriod) => void;
}

const options = (Object.keys(reportPeriods) as ReportPeriodName[]).map((value) => ({
  value,
  name: reportPeriods[value],
}));

/** Renders the selection of the period of the reports, for a custom one with its days. */
export function ReportPeriodForm({ period, onChange }: ReportPeriodFormProps) {
  return (
    <Stack gap={12}>
      <Pills
        label="Period"
        options={options}
        value={period.name}
        onChange={(name) => onChange({ ...period, name })}
      />
      {period.name === 'custom' && (
        <SimpleGrid cols={2} spacing={12} maw="28rem">
          <DayInput
            label="From"
            nearest="past"
            value={period.from ?? ''}
            onChange={(from) => isDay(from) && onChange({ ...period, from })}
          />
          <DayInput
            label="Until"
            nearest="past"
            value={period.to ?? ''}
            {...(period.from && { earliest: period.from })}
            onChange={(to) => isDay(to) && onChange({ ...period, to })}
          />
        </SimpleGrid>
      )}
    </Stack>
  );
}
