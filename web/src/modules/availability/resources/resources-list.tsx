import { Group, Text } from '@mantine/core';
import type { Part, Resource } from '@samay/contract/availability/resources';
import type { ReactNode } from 'react';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { OrderedList } from '../../../ui/table/ordered-list.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { getActive } from '../api.ts';
import { hoursTexts } from '../hours-values.ts';
import { useAvailabilityWording } from '../wording.ts';
import { sameDoctors } from './same-doctors.ts';
import { ColourDot } from './colour-field.tsx';
import classes from './resources-list.module.css';
import { useResourceActions } from './use-resource-actions.ts';

/** The open dialog and its doctor or court. */
export type ResourceTask =
  | { readonly task: 'add' }
  | { readonly task: 'edit' | 'hours' | 'archive' | 'add-part'; readonly resource: Resource }
  | { readonly task: 'merge'; readonly resource: Resource; readonly into?: Resource }
  | { readonly task: 'rename-part' | 'archive-part'; readonly resource: Resource; readonly part: Part };

interface ResourcesListProps {
  resources: readonly Resource[];
  onTask: (task: ResourceTask) => void;
}

/** Lists the doctors or courts in order with their actions; the archived ones below. */
export function ResourcesList({ resources, onTask }: ResourcesListProps) {
  const { resource, Resources } = useAvailabilityWording();
  const { order, restore } = useResourceActions(resources);
  const active = getActive(resources);
  const archived = resources.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      {sameDoctors(active).map(([into, other]) => (
        <Group key={other.id} gap="xs" fz="sm">
          <span>{`${into.name} and ${other.name} may be the same ${resource}:`}</span>
          <RowButton
            label={`Merge ${other.name} into ${into.name}`}
            onClick={() => onTask({ task: 'merge', resource: other, into })}
          >
            Merge
          </RowButton>
        </Group>
      ))}
      <OrderedList
        label={Resources}
        items={active}
        getKey={({ id }) => id}
        nameOf={({ name }) => name}
        onOrder={(ids) => order.mutate(ids)}
      >
        {(resource) => <ResourceRow resource={resource} isAlone={active.length === 1} onTask={onTask} />}
      </OrderedList>
      {archived.length > 0 && (
        <div>
          <Text size="sm" fw={600} component="h3">
            Archived
          </Text>
          <OrderedList
            label={`Archived ${Resources.toLowerCase()}`}
            items={archived}
            getKey={({ id }) => id}
            nameOf={({ name }) => name}
          >
            {(resource) => (
              <Line name={resource.name}>
                <RowButton label={`Restore ${resource.name}`} onClick={() => restore.mutate(resource)}>
                  Restore
                </RowButton>
              </Line>
            )}
          </OrderedList>
        </div>
      )}
    </>
  );
}

interface ResourceRowProps {
  resource: Resource;
  /** Whether it is the only one, which can neither be archived nor merged. */
  isAlone: boolean;
  onTask: (task: ResourceTask) => void;
}

function ResourceRow({ resource, isAlone, onTask }: ResourceRowProps) {
  const { name, colour, hours, parts, kind } = resource;
  const isCourt = kind === 'court';
  const own = hoursTexts(hours);
  const { restore } = useResourceActions([]);
  return (
    <>
      <div>
        <Group gap="xs" wrap="nowrap" fz="sm">
          <ColourDot colour={colour} />
          <LongText text={name} strong />
        </Group>
        <Text size="sm" c="dimmed">
          {own.length === 0 ? 'Hours of the business' : own.join('; ')}
        </Text>
      </div>
      <RowButtons>
        <RowButton label={`Edit ${name}`} onClick={() => onTask({ task: 'edit', resource })}>
          Edit
        </RowButton>
        <RowButton label={`Own hours of ${name}`} onClick={() => onTask({ task: 'hours', resource })}>
          Own hours
        </RowButton>
        {isCourt && (
          <RowButton label={`Add a part of ${name}`} onClick={() => onTask({ task: 'add-part', resource })}>
            Add a part
          </RowButton>
        )}
        {!isCourt && !isAlone && (
          <RowButton isQuiet label={`Merge ${name}`} onClick={() => onTask({ task: 'merge', resource })}>
            Merge
          </RowButton>
        )}
        {!isAlone && (
          <RowButton isQuiet label={`Archive ${name}`} onClick={() => onTask({ task: 'archive', resource })}>
            Archive
          </RowButton>
        )}
      </RowButtons>
      {parts.length > 0 && (
        <ul className={classes.parts} aria-label={`Parts of ${name}`}>
          {parts.map((part) => (
            <li key={part.id}>
              <PartLine
                resource={resource}
                part={part}
                onTask={onTask}
                onRestore={() => restore.mutate(part)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface PartLineProps {
  resource: Resource;
  part: Part;
  onTask: (task: ResourceTask) => void;
  onRestore: () => void;
}

function PartLine({ resource, part, onTask, onRestore }: PartLineProps) {
  const { name, archivedAt } = part;
  if (archivedAt !== null) {
    return (
      <Line name={`${name} (archived)`}>
        <RowButton label={`Restore ${name}`} onClick={onRestore}>
          Restore
        </RowButton>
      </Line>
    );
  }
  return (
    <Line name={name}>
      <RowButton
        isQuiet
        label={`Rename ${name}`}
        onClick={() => onTask({ task: 'rename-part', resource, part })}
      >
        Rename
      </RowButton>
      <RowButton
        isQuiet
        label={`Archive ${name}`}
        onClick={() => onTask({ task: 'archive-part', resource, part })}
      >
        Archive
      </RowButton>
    </Line>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <LongText text={name} />
      <RowButtons>{children}</RowButtons>
    </div>
  );
}
