import { Stack } from '@mantine/core';
import { type Resource, resourceColours } from '@samay/contract/availability/resources';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { getActive, getBookables, resourcesQuery } from '../api.ts';
import { OwnHoursDialog } from '../own-hours-dialog.tsx';
import { useAvailabilityWording } from '../wording.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PartDialog } from './part-dialog.tsx';
import { ResourceDialog } from './resource-dialog.tsx';
import { ResourcesList, type ResourceTask } from './resources-list.tsx';

/**
 * Renders the doctors of a clinic or the courts of a turf: their order, colours, hours and parts.
 */
export function ResourcesScreen() {
  const { Resources, addResource, resourcesHint, resourcesFailed } = useAvailabilityWording();
  const mayChange = useSession().tenant?.suspended !== true;
  const [task, setTask] = useState<ResourceTask | null>(null);
  return (
    <Stack gap="md" maw={760}>
      <ScreenHead title={Resources} hint={resourcesHint}>
        {mayChange && <PrimaryButton onClick={() => setTask({ task: 'add' })}>{addResource}</PrimaryButton>}
      </ScreenHead>
      <LoadedSection
        title={`Your ${Resources.toLowerCase()}`}
        query={resourcesQuery}
        failed={resourcesFailed}
      >
        {({ items }) => <ResourcesList resources={items} onTask={setTask} />}
      </LoadedSection>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </Stack>
  );
}

function TaskDialog({ task, onClose }: { task: ResourceTask; onClose: () => void }) {
  const resources = useQuery(resourcesQuery).data?.items ?? [];
  const others = (id: string) =>
    getBookables(resources).filter((other) => other.id !== id && !isWithin(resources, id, other.id));
  const colour = resourceColours[resources.length % resourceColours.length] ?? 'teal';
  switch (task.task) {
    case 'add':
      return <ResourceDialog colour={colour} onClose={onClose} />;
    case 'edit':
      return <ResourceDialog resource={task.resource} colour={colour} onClose={onClose} />;
    case 'hours':
      return <OwnHoursDialog resource={task.resource} onClose={onClose} />;
    case 'merge':
      return (
        <MergeDialog
          resource={task.resource}
          others={getActive(resources).filter(({ id }) => id !== task.resource.id)}
          into={task.into?.id}
          onClose={onClose}
        />
      );
    case 'archive':
      return <ArchiveDialog of={task.resource} others={others(task.resource.id)} onClose={onClose} />;
    case 'add-part':
      return <PartDialog court={task.resource} onClose={onClose} />;
    case 'rename-part':
      return <PartDialog court={task.resource} part={task.part} onClose={onClose} />;
    case 'archive-part':
      return <ArchiveDialog of={task.part} others={others(task.part.id)} onClose={onClose} />;
  }
}

/** Returns whether a resource is a part of the other court, which is archived with it. */
function isWithin(resources: readonly Resource[], court: string, part: string): boolean {
  return resources.some(({ id, parts }) => id === court && parts.some((one) => one.id === part));
}
