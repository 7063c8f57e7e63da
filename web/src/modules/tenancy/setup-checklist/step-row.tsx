import { Button, Text } from '@mantine/core';
import type { SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import classes from './setup-checklist-section.module.css';
import type { StepWording } from './wording.ts';

/** One step that is still to be taken. A suspended business reads it and books nothing. */
export function StepRow({ name, title, hint, action, to, search }: StepWording & { name: SetupStepName }) {
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
