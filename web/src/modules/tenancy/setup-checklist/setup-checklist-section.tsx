import { Button, Progress, Text } from '@mantine/core';
import type { SetupChecklist, SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { useQuery } from '@tanstack/react-query';
import { useActions } from '../../../lib/actions.tsx';
import { useSession } from '../../../lib/session/session.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { setupChecklist } from './api.ts';
import classes from './setup-checklist-section.module.css';
import { useDismissal } from './use-dismissal.ts';
import { bookableWording, stepWording, type StepWording } from './wording.ts';

/**
 * The setup steps that a new business still has to take, each with a link. Renders nothing when all are done, when the checklist was dismissed, or
 * while it loads.
 */
export function SetupChecklistSection() {
  const { data } = useQuery(setupChecklist());
  if (!data || data.isDismissed || data.steps.every(({ isDone }) => isDone)) return null;
  return <Steps {...data} />;
}

function Steps({ steps, may }: SetupChecklist) {
  const type = useSession().businessType ?? 'doctor';
  const words = stepWording[type];
  const { hint, links } = bookableWording[type];
  const done = steps.filter(({ isDone }) => isDone);
  return (
    <SectionCard title="First steps" hint={`${done.length} of ${steps.length} done`} aside={may.dismiss && <HideButton />}>
      <Progress value={(done.length / steps.length) * 100} size="sm" aria-label="First steps done" />
      <ul className={classes.steps}>{steps.map(({ name, isDone }) => !isDone && <StepRow key={name} name={name} {...words[name]} />)}</ul>
      <p className={classes.settings}>
        <span>{hint}</span>
        {links.map(({ text, to }) => (
          <ButtonLink key={to} to={to} variant="default">
            {text}
          </ButtonLink>
        ))}
      </p>
      {done.length > 0 && <p className={classes.done}>Done: {done.map(({ name }) => words[name].title).join(' · ')}</p>}
    </SectionCard>
  );
}

function HideButton() {
  const { mutate, isPending } = useDismissal();
  return (
    <Button variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
      Hide
    </Button>
  );
}

/** One open step. A suspended business cannot create a booking. */
function StepRow({ name, title, hint, action, to, search }: StepWording & { name: SetupStepName }) {
  const { openNewAppointment } = useActions();
  const mayBook = useMayBook();
  return (
    <li className={classes.step}>
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {to && (
        <ButtonLink to={to} {...(search && { search: search as never })} variant="default" aria-label={`${action}: ${title}`}>
          {action}
        </ButtonLink>
      )}
      {name === 'booking' && mayBook && (
        <Button variant="default" aria-label={`${action}: ${title}`} onClick={() => openNewAppointment()}>
          {action}
        </Button>
      )}
    </li>
  );
}
