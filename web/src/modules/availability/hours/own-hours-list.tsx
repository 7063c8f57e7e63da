import { Text } from '@mantine/core';
import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { Resource } from '@samay/contract/availability/resources';
import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { RowButton } from '../../../ui/table/row-button.tsx';
import { hoursTexts } from '../hours-values.ts';
import { useAvailabilityWording } from '../wording.ts';
import { OwnHoursDialog } from '../own-hours-dialog.tsx';
import classes from './exceptions-list.module.css';

interface OwnHoursListProps {
  resources: readonly Resource[];
  business: readonly WeeklyHours[];
  mayChange: boolean;
}

/** Lists the doctors or courts with their own weekly hours, or those of the business. */
export function OwnHoursList({ resources, business, mayChange }: OwnHoursListProps) {
  const [edited, setEdited] = useState<Resource | null>(null);
  const { resource: one, Resources } = useAvailabilityWording();
  if (resources.length === 0) {
    return (
      <EmptyState
        text={`No ${one} is linked to your account`}
        hint={`Ask the owner to link you in Settings, ${Resources}.`}
      />
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {resources.map((resource) => (
          <li key={resource.id} className={classes.line}>
            <div className={classes.text}>
              <Text size="sm" fw={600}>
                {resource.name}
              </Text>
              <Text size="sm" c="dimmed">
                {resource.hours.length > 0
                  ? hoursTexts(resource.hours).join('; ')
                  : `Hours of the business: ${hoursTexts(business).join('; ') || 'none'}`}
              </Text>
            </div>
            {mayChange && (
              <RowButton label={`Own hours of ${resource.name}`} onClick={() => setEdited(resource)}>
                Change
              </RowButton>
            )}
          </li>
        ))}
      </ul>
      {edited && <OwnHoursDialog resource={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
