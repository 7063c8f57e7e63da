import { Alert, Group, Stack, Title } from '@mantine/core';
import type { Role } from '@samay/contract/core/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { staffPages } from './api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ownStaff, type StaffSource, StaffSourceProvider, useStaffSource } from './staff-source.tsx';
import { StaffList } from './staff-list.tsx';
import { sentTo, staffWording } from './wording.ts';

interface StaffScreenProps {
  source?: StaffSource;
  /** Content below the title: the select of a business, for super admins. */
  children?: ReactNode;
}

/**
 * Lists the members and invitations of a business, by default the user's own. Users without the
 * right to change them can read them.
 */
export function StaffScreen({ source = ownStaff, children }: StaffScreenProps) {
  return (
    <StaffSourceProvider value={source}>
      <Screen key={source.tenantId ?? ''}>{children}</Screen>
    </StaffSourceProvider>
  );
}

function Screen({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const query = useInfiniteQuery(staffPages(useStaffSource(), search));
  const givable = query.data?.pages[0]?.givable ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={1}>{staffWording.title}</Title>
        {givable.length > 0 && <InviteButton roles={givable} onSent={setSent} />}
      </Group>
      {children}
      <div>
        <div role="status">
          {sent !== null && (
            <Alert
              color="green"
              mb="md"
              withCloseButton
              closeButtonLabel="Close"
              onClose={() => setSent(null)}
            >
              {sentTo(sent)}
            </Alert>
          )}
        </div>
        <div role="search">
          <SearchInput
            label="Search users"
            placeholder={staffWording.searchPlaceholder}
            value={search}
            onSearch={setSearch}
          />
        </div>
      </div>
      <StaffList query={query} search={search} onShowAll={() => setSearch('')} />
    </Stack>
  );
}

interface InviteButtonProps {
  roles: readonly Role[];
  onSent: (email: string) => void;
}

function InviteButton({ roles, onSent }: InviteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PrimaryButton onClick={() => setOpen(true)}>{staffWording.invite}</PrimaryButton>
      {isOpen && <InviteDialog roles={roles} onClose={() => setOpen(false)} onSent={onSent} />}
    </>
  );
}
