import type { ServiceTax } from '@samay/contract/invoicing/paper-settings';
import { formatDate } from '@samay/contract/core/time';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/session.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import { TaxDialog } from './tax-dialog.tsx';
import classes from './tax-list.module.css';
import { rateText } from './tax-values.ts';

/** Lists the services with their tax; one whose tax is not said is marked. */
export function TaxList({ services }: { services: readonly ServiceTax[] }) {
  const { tenant } = useSession();
  const [changed, setChanged] = useState<ServiceTax | null>(null);
  if (services.length === 0) {
    return <EmptyState text="No services yet" hint="Add services first: each of them has its own tax." />;
  }
  return (
    <>
      <ul className={classes.services} aria-label="Tax of each service">
        {services.map((service) => (
          <li key={service.serviceId}>
            <div className={classes.service}>
              <b>{service.serviceName}</b>
              {service.isArchived && <Badge tone="quiet" text="Archived" />}
              {service.treatment === null ? (
                <Badge tone="attention" text="Not said yet" />
              ) : (
                <span>{taxText(service)}</span>
              )}
            </div>
            {tenant?.suspended !== true && (
              <RowButton label={`Tax of ${service.serviceName}`} onClick={() => setChanged(service)}>
                {service.treatment === null ? 'Enter' : 'Change'}
              </RowButton>
            )}
          </li>
        ))}
      </ul>
      {changed && <TaxDialog service={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

/** Names a service's tax: `Taxable at 18%, SAC 999312, from 1 Apr 2026`. */
function taxText({ treatment, rate, sac, from }: ServiceTax): string {
  return [
    treatment === 'exempt' ? 'Exempt' : `Taxable at ${rateText(rate ?? 0)}%`,
    ...(sac === null ? [] : [`SAC ${sac}`]),
    ...(from === null ? [] : [`from ${formatDate(from)}`]),
  ].join(', ');
}
