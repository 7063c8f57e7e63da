import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { type AuditScope, auditPages } from './api.ts';
import { auditColumns } from './audit-columns.tsx';
import { FiltersForm } from './filters-form.tsx';

interface AuditScreenProps {
  scope: AuditScope;
  hint: string;
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
  /** The select of a business, for super admins. */
  children?: ReactNode;
}

/** Renders the audit log, newest first, filtered by action, person and day. */
export function AuditScreen({ scope, hint, filters, onFiltersChange, children }: AuditScreenProps) {
  const { action, actor, day } = filters;
  const isNarrowed = Boolean(action || actor || day);
  const change = (next: Record<string, string>) => onFiltersChange({ ...filters, ...next });
  return (
    <Stack gap="md">
      <ScreenHead title="Audit log" hint={hint} />
      {children}
      <FiltersForm hasPeople={scope.of === 'business'} filters={filters} onChange={change} />
      <PagedList
        label="Audit log"
        pages={auditPages(scope, { ...(action && { action }), ...(actor && { actor }), ...(day && { day }) })}
        columns={auditColumns(useSession().businessType ?? undefined)}
        getKey={({ id }) => id}
        failed="Failed to load the audit log"
        empty={
          <EmptyState text={isNarrowed ? 'Nothing matches these filters' : 'Nothing has happened yet'}>
            {isNarrowed && (
              <Button variant="default" onClick={() => change({ action: '', actor: '', day: '' })}>
                Show all
              </Button>
            )}
          </EmptyState>
        }
      />
    </Stack>
  );
}
