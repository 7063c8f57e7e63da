import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../lib/session/session.tsx';
import { ButtonLink } from '../../../../ui/controls/links.tsx';
import { LoadedSection } from '../../../../ui/feedback/loaded-section.tsx';
import { chargeListQuery, paperSettingsQuery } from './api.ts';
import { ChargeListForm } from './charge-list.tsx';
import { RulesForm } from './rules-form.tsx';
import { TaxList } from './tax-list.tsx';

/** Renders how the business is registered, how its papers are numbered, and each service's tax. */
export function PaperSettingsScreen() {
  const { data } = useQuery(paperSettingsQuery);
  const { businessType } = useSession();
  return (
    <Stack gap="md" maw={760}>
      <Group justify="space-between" gap="sm">
        <Title order={1}>Receipts and invoices</Title>
        <ButtonLink
          to={businessType === 'turf' ? '/turf-dashboard/papers' : '/dashboard/papers'}
          variant="default"
        >
          List of a month
        </ButtonLink>
      </Group>
      <LoadedSection
        title="Registration and numbers"
        hint="Receipts, bills, invoices and vouchers have consecutive numbers. One that is created never changes."
        query={paperSettingsQuery}
        failed="Failed to load these settings"
      >
        {({ services: _, ...rules }) => <RulesForm key={JSON.stringify(rules)} rules={rules} />}
      </LoadedSection>
      {data?.registration === 'regular' && (
        <LoadedSection
          title="Tax of each service"
          hint="Your prices include the tax. Please ask your accountant which services are exempt, and for SAC and rate of the others. A change applies to bills and invoices from its day on."
          query={paperSettingsQuery}
          failed="Failed to load these settings"
        >
          {({ services }) => <TaxList services={services} />}
        </LoadedSection>
      )}
      <LoadedSection
        title="Charges"
        hint="What the desk adds to a price, such as an injection or a racket. It is offered in the details, and is a line of its own on the invoice. Charges that were added stay as they are."
        query={chargeListQuery}
        failed="Failed to load the charges"
      >
        {({ offers }) => <ChargeListForm offers={offers} />}
      </LoadedSection>
    </Stack>
  );
}
