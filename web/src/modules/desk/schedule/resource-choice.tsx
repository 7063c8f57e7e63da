import type { LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import classes from './schedule-days.module.css';
import { choosable, chosenPlace, getPlaces } from './layout/places.ts';
import { shownRange } from './layout/view.ts';
import { useOffered, useType } from './use-offered.ts';

interface ResourceChoiceProps {
  view: 'day' | 'week';
  day: LocalDate;
  resource: string | undefined;
  /** The id of the business that a super admin reads. */
  of: string | undefined;
  onChange: (resource: string) => void;
}

/** Renders the choice of the doctor or court that is shown, if there are several. */
export function ResourceChoice({ view, day, resource, of, onChange }: ResourceChoiceProps) {
  const { resources = [] } = useOffered(of, shownRange(view, day));
  const word = wording[useType(resources)];
  const places = getPlaces(resources);
  const chosen = chosenPlace(places, resource, view === 'week');
  const offered = places.filter((place) => choosable(places).includes(place) || place.id === chosen?.id);
  if (choosable(places).length < 2) return null;
  return (
    <div className={classes.choice}>
      <ChoiceSelect
        aria-label={capitalise(word.resource)}
        data={[
          { value: 'all', label: `All ${word.resources}` },
          ...offered.map(({ id, fullName }) => ({ value: id, label: fullName })),
        ]}
        value={chosen?.id ?? 'all'}
        onChange={onChange}
      />
    </div>
  );
}
