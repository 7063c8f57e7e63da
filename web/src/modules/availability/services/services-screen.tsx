import { Stack, Text } from '@mantine/core';
import {
  archiveService,
  orderServices,
  restoreService,
  type Service,
} from '@samay/contract/availability/services';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { OrderedList } from '../../../ui/table/ordered-list.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { type Bookable, getBookables, refreshAvailability, resourcesQuery, servicesQuery } from '../api.ts';
import { notSaved, useAvailabilityWording } from '../wording.ts';
import { ServiceDialog } from './service-dialog.tsx';
import { ruleText } from './service-values.ts';

/**
 * Lists the services with duration, price and resources. The first service is the default if none
 * is named.
 */
export function ServicesScreen() {
  const [edited, setEdited] = useState<Service | 'new' | null>(null);
  const { data, isError } = useQuery(resourcesQuery);
  const resources = getBookables(data?.items ?? []);
  const mayChange = useSession().tenant?.suspended !== true;
  const { bookings } = useAvailabilityWording();
  return (
    <Stack gap="md" maw={760}>
      <ScreenHead title="Services" hint={`What you offer. A change applies to new ${bookings} only.`}>
        {mayChange && <PrimaryButton onClick={() => setEdited('new')}>Add service</PrimaryButton>}
      </ScreenHead>
      <LoadedSection
        title="Your services"
        hint="The first one is chosen where nobody chooses."
        query={servicesQuery}
        failed="Failed to load services"
      >
        {({ items }) => <Services services={items} resources={resources} onEdit={setEdited} />}
      </LoadedSection>
      {/* Waits for the resources, which the form starts with. */}
      {edited && (data || isError) && (
        <ServiceDialog
          service={edited === 'new' ? undefined : edited}
          resources={resources}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}

interface ServicesProps {
  services: readonly Service[];
  resources: readonly Bookable[];
  onEdit: (service: Service) => void;
}

function Services({ services, resources, onEdit }: ServicesProps) {
  const active = services.filter(({ archivedAt }) => archivedAt === null);
  const archived = services.filter(({ archivedAt }) => archivedAt !== null);
  const { order, archive, restore } = useServiceActions(services);
  return (
    <>
      <OrderedList
        label="Services"
        items={active}
        getKey={({ id }) => id}
        nameOf={({ name }) => name}
        onOrder={(ids) => order.mutate(ids)}
      >
        {(service) => (
          <ServiceRow service={service} resources={resources}>
            <RowButton label={`Edit ${service.name}`} onClick={() => onEdit(service)}>
              Edit
            </RowButton>
            {active.length > 1 && (
              <RowButton isQuiet label={`Archive ${service.name}`} onClick={() => archive.mutate(service)}>
                Archive
              </RowButton>
            )}
          </ServiceRow>
        )}
      </OrderedList>
      {archived.length > 0 && (
        <div>
          <Text size="sm" fw={600} component="h3">
            Archived
          </Text>
          <OrderedList
            label="Archived services"
            items={archived}
            getKey={({ id }) => id}
            nameOf={({ name }) => name}
          >
            {(service) => (
              <ServiceRow service={service} resources={resources}>
                <RowButton label={`Restore ${service.name}`} onClick={() => restore.mutate(service)}>
                  Restore
                </RowButton>
              </ServiceRow>
            )}
          </OrderedList>
        </div>
      )}
    </>
  );
}

interface ServiceRowProps {
  service: Service;
  resources: readonly Bookable[];
  children: ReactNode;
}

function ServiceRow({ service, resources, children }: ServiceRowProps) {
  const getName = (id: string) => resources.find((one) => one.id === id)?.name ?? 'Archived';
  const { name, duration, bufferBefore, bufferAfter, freeWithinDays, priceRules, resourceIds } = service;
  // A rule of an archived court or doctor applies to nothing that can be booked.
  const rules = priceRules.filter(
    ({ resourceId }) => resourceId === null || resources.some(({ id }) => id === resourceId),
  );
  const about = [
    `${duration} min`,
    ...(bufferBefore > 0 ? [`${bufferBefore} min before`] : []),
    ...(bufferAfter > 0 ? [`${bufferAfter} min after`] : []),
    priceText(service),
    ...(freeWithinDays === null ? [] : [`free within ${freeWithinDays} days`]),
    ...(resourceIds ? [resourceIds.map(getName).join(', ')] : []),
  ];
  return (
    <>
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {about.join(' · ')}
        </Text>
        {rules.map((rule) => (
          <Text key={ruleText(rule, getName)} size="xs" c="dimmed">
            {ruleText(rule, getName)}
          </Text>
        ))}
      </div>
      <RowButtons>{children}</RowButtons>
    </>
  );
}

/**
 * Returns the changes of the list. The order is shown immediately and rolled back if the server
 * refuses it.
 */
function useServiceActions(services: readonly Service[]) {
  const client = useQueryClient();
  const onError = (error: unknown) => toastFailed(errorText(error, notSaved));
  const businessId = useSession().tenant?.id ?? '';
  const restore = useMutation({
    mutationFn: ({ id }: Service) => call(restoreService, { params: { id } }),
    onSuccess: ({ name }) => toastDone(`${name} is restored`),
    onError,
    onSettled: (_, _error, { id }) => void refreshAvailability(client, id),
  });
  const archive = useMutation({
    mutationFn: ({ id }: Service) => call(archiveService, { params: { id } }),
    onSuccess: (service) => toastDone(`${service.name} is archived`, () => restore.mutate(service)),
    onError,
    onSettled: (_, _error, { id }) => void refreshAvailability(client, id),
  });
  const order = useMutation({
    mutationFn: (ids: string[]) => call(orderServices, { body: { ids } }),
    onMutate: (ids) => {
      const sorted = ids.flatMap((id) => services.find((service) => service.id === id) ?? []);
      const rest = services.filter(({ id }) => !ids.includes(id));
      client.setQueryData(servicesQuery.queryKey, { items: [...sorted, ...rest] });
    },
    onError,
    onSettled: () => void refreshAvailability(client, businessId),
  });
  return { order, archive, restore };
}

function priceText({ price, pricedPer }: Service): string {
  if (price === null) return 'No price';
  return pricedPer === 'hour' ? `${formatRupees(price)} an hour` : formatRupees(price);
}
