import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import classes from './schedule-days.module.css';
import { choosable, chosenPlace, placesOf } from './layout/places.ts';

interface ResourceChoiceProps {
  view: 'day' | 'week';
  resource: string | undefined;
  onChange: (resource: string) => void;
}

/** Which doctor or court is shown; from the second one on. */
export function ResourceChoice({ view, resource, onChange }: ResourceChoiceProps) {
  const { data } = useQuery(resourceList());
  const word = wording[useSession().businessType ?? 'doctor'];
  const places = placesOf(data?.items ?? []);
  const chosen = chosenPlace(places, resource, view === 'week');
  const offered = places.filter((place) => choosable(places).includes(place) || place.id === chosen?.id);
  if (choosable(places).length < 2) return null;
  return (
    <div className={classes.choice}>
      <ChoiceSelect
        aria-label={capitalise(word.resource)}
        data={[{ value: 'all', label: `All ${word.resources}` }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
        value={chosen?.id ?? 'all'}
        onChange={onChange}
      />
    </div>
  );
}
