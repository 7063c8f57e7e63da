import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { roleName } from '@samay/contract/core/roles';
import { addDays, formatDate, formatInstant, indiaDate } from '@samay/contract/core/time';
import { daysUntilErased, type TenantView } from '@samay/contract/platform/tenants';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { actionName } from '../../../lib/audit-wording.ts';
import { TextLink } from '../../../ui/controls/links.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { oneTenant } from '../api.ts';
import { planName, tenantStatusName } from '../wording.ts';
import classes from './tenant-dialog.module.css';
import { tenantStatusTone } from './wording.ts';

/**
 * Renders one business: profile, usage, staff, subscriptions and recent activity. The server notes
 * each read in the business's own audit log.
 */
export function TenantDialog({
  id,
  name,
  onRaise,
  onExtend,
  onClose,
}: {
  id: string;
  name: string;
  /** Called to raise the limit of the shown business. */
  onRaise: (view: TenantView) => void;
  /** Called to extend its first days. */
  onExtend: (view: TenantView) => void;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(oneTenant(id));
  return (
    <Dialog opened onClose={onClose} title={name} size="xl">
      {error && !data && (
        <FailureNotice
          text={errorText(error, 'Failed to load the tenant')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={320} radius="lg" role="group" aria-busy aria-label="Loading" />}
      {data && <View view={data} onRaise={() => onRaise(data)} onExtend={() => onExtend(data)} />}
    </Dialog>
  );
}

interface ViewProps {
  view: TenantView;
  onRaise: () => void;
  onExtend: () => void;
}

function View({ view, onRaise, onExtend }: ViewProps) {
  const { tenant, profile, people, usage, ownLimit, firstDaysUntil, subscriptions, audit } = view;
  return (
    <Stack gap="lg">
      <Part title="Profile">
        <dl className={classes.fields}>
          <Field name="Status">
            <Badge tone={tenantStatusTone[tenant.status]} text={tenantStatusName[tenant.status]} />
          </Field>
          {tenant.deletedAt !== null && <Field name="Deleted">{eraseText(tenant.deletedAt)}</Field>}
          <Field name="Email">{tenant.email}</Field>
          <Field name="Owner">{ownerText(tenant.ownerName, tenant.ownerEmail)}</Field>
          <Field name="Type">{typeText(tenant.businessType, profile.onboarded)}</Field>
          {profile.businessName !== null && <Field name="Turf name">{profile.businessName}</Field>}
          <Field name="Hours">
            {profile.timeSlots.map((slot) => `${slot.start_time} – ${slot.end_time}`).join(', ') || 'Not set'}
          </Field>
          <Field name="Days">{profile.operatingDays.join(', ') || 'Not set'}</Field>
          <Field name="Created">{formatDate(indiaDate(new Date(tenant.createdAt)))}</Field>
        </dl>
      </Part>
      <Part title="Usage">
        <Text size="sm">
          {formatCount(usage.used)} of {formatCount(usage.limit)} bookings of this cycle used,{' '}
          {formatCount(usage.remaining)} remaining.{' '}
          {tenant.deletedAt === null && (
            <TextLink to="/dashboard/appointments" search={{ business: tenant.id }}>
              See its bookings
            </TextLink>
          )}
        </Text>
        {firstDaysUntil !== null && (
          <Text size="sm">
            {usage.firstDaysUntil === null
              ? `Its first days ended on ${formatDate(firstDaysUntil)}.`
              : `New business: the limit of Enterprise until ${formatDate(firstDaysUntil)}.`}
          </Text>
        )}
        {ownLimit && (
          <Text size="sm">
            Raised to {formatCount(ownLimit.limit)} a month until {formatDate(ownLimit.until)}.
          </Text>
        )}
        {tenant.deletedAt === null && tenant.planId !== null && (
          <Group gap="sm" mt={8}>
            <Button variant="default" onClick={onRaise}>
              Raise limit
            </Button>
            <Button variant="default" onClick={onExtend}>
              {firstDaysUntil === null ? 'Give first days' : 'Extend first days'}
            </Button>
          </Group>
        )}
      </Part>
      <Part title={`Staff (${formatCount(people.length)})`}>
        {people.length === 0 && <Text size="sm">Nobody has joined yet.</Text>}
        <ul className={classes.lines}>
          {people.map((person) => (
            <li key={person.id}>
              <span>{person.name ?? person.email}</span>
              <span>{roleName[person.role]}</span>
            </li>
          ))}
        </ul>
        {tenant.deletedAt === null && (
          <TextLink to="/dashboard/employees" search={{ business: tenant.id }} size="sm">
            Manage its staff
          </TextLink>
        )}
      </Part>
      <Part title="Subscriptions">
        <ul className={classes.lines}>
          {subscriptions.map((subscription) => (
            <li key={subscription.id}>
              <span>
                {planName[subscription.planId]} {subscription.status === 'active' ? '' : '(ended)'}
              </span>
              <span>from {formatDate(indiaDate(new Date(subscription.createdAt)))}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Recent activity">
        {audit.length === 0 && <Text size="sm">Nothing yet.</Text>}
        <ul className={classes.lines}>
          {audit.map((line) => (
            <li key={line.id}>
              <span>
                {actionName(line.action)} <small>{line.actor?.name ?? ''}</small>
              </span>
              <span>{formatInstant(line.at)}</span>
            </li>
          ))}
        </ul>
        <TextLink to="/dashboard/audit" search={{ business: tenant.id }} size="sm">
          See the whole audit log
        </TextLink>
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function eraseText(deletedAt: string): string {
  const day = indiaDate(new Date(deletedAt));
  return `${formatDate(day)}; erased after ${formatDate(addDays(day, daysUntilErased))}`;
}

function ownerText(name: string | null, email: string | null): string {
  if (name === null) return email ?? 'Nobody yet';
  return email === null ? name : `${name}, ${email}`;
}

function typeText(type: 'doctor' | 'turf' | null, isOnboarded: boolean): string {
  if (type === null || !isOnboarded) return 'Not set up yet';
  return type === 'doctor' ? 'Doctor / Hospital' : 'Turf';
}
