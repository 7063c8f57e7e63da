import { Checkbox, Stack } from '@mantine/core';
import { LocalDate } from '@samay/contract/core/time';
import { lazy, useState } from 'react';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../../ui/feedback/part-boundary.tsx';
import type { ChosenDates, FirstOfSeries } from './series-dates.tsx';

const SeriesDates = lazy(async () => ({
  default: (await loadChunk(() => import('./series-dates.tsx'))).SeriesDates,
}));

interface RepeatSectionProps {
  first: FirstOfSeries;
  /** Called with the dates: null without *Repeat*, empty while nothing can be booked yet. */
  onChange: (chosen: ChosenDates | null) => void;
}

/** Renders the *Repeat* switch, and with it the rule and the dates of the series. */
export function RepeatSection({ first, onChange }: RepeatSectionProps) {
  const [isOn, setOn] = useState(false);

  function turn(on: boolean): void {
    setOn(on);
    onChange(on ? [] : null);
  }

  return (
    <Stack gap="sm">
      <Checkbox
        label="Repeat"
        checked={isOn}
        disabled={!isOn && !LocalDate.safeParse(first.date).success}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {isOn && (
        <PartBoundary onGiveUp={() => turn(false)}>
          <SeriesDates first={first} onChange={onChange} />
        </PartBoundary>
      )}
    </Stack>
  );
}
