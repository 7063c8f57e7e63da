import { FactsFields } from '../person/facts-fields.tsx';
import classes from './quick-booking.module.css';
import type { QuickForm } from './use-quick-form.ts';

/** Renders the facts about the person in a line of their own. */
export function QuickFacts({ form: { values, errors, facts, edit } }: { form: QuickForm }) {
  return (
    <div className={classes.facts}>
      <FactsFields values={values} errors={errors} isPressed={facts === 'pressed'} onChange={edit} />
    </div>
  );
}
