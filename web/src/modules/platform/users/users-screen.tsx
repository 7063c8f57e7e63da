import { Button, Stack } from '@mantine/core';
import { type Role, roleName } from '@samay/contract/core/roles';
import { formatDate, formatInstant, indiaDate } from '@samay/contract/core/time';
import type { PlatformUser, UserFilter } from '@samay/contract/platform/users';
import type { Tone } from '../../../lib/status-tone.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { BusinessSelect } from '../business-select.tsx';
import classes from '../filters.module.css';
import { NameCell } from '../name-cell.tsx';
import { type UserFilters, userPages } from './api.ts';
import { useUserActions, type UserActions } from './use-user-actions.tsx';

const userStatus: Record<PlatformUser['status'], { text: string; tone: Tone }> = {
  active: { text: 'Active', tone: 'good' },
  pending: { text: 'Pending', tone: 'info' },
  deleted: { text: 'Deleted', tone: 'quiet' },
};
const userFilterName: Record<UserFilter, string> = {
  all: 'All statuses',
  active: 'Active',
  pending: 'Pending',
  deleted: 'Deleted',
};

const userFilterOptions = Object.entries(userFilterName).map(([value, label]) => ({ value, label }));

function isUserFilter(value: unknown): value is UserFilter {
  return typeof value === 'string' && Object.hasOwn(userFilterName, value);
}

interface UsersScreenProps {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

const otherWords = 'Try other words or another filter.';
const hiddenNames =
  'Names are hidden until you choose a business. Without one, type the whole email address.';
const roleOptions = Object.entries(roleName).map(([value, label]) => ({ value, label }));

/** Lists all users of the platform, of every tenant. */
export function UsersScreen({ filters: given, onFiltersChange }: UsersScreenProps) {
  const filters = getFilters(given);
  const { actions, dialogs } = useUserActions();
  const change = (next: Record<string, string>) => onFiltersChange({ ...given, ...next });
  return (
    <Stack gap="md">
      <ScreenHead title="Users" hint="The users of all businesses." />
      <div role="search" className={classes.filters}>
        <SearchInput
          label="Search users"
          placeholder="Search users by name or email"
          value={filters.search ?? ''}
          onSearch={(search) => change({ search })}
        />
        <ChoiceSelect
          aria-label="Role"
          data={[{ value: '', label: 'All roles' }, ...roleOptions]}
          value={filters.role ?? ''}
          onChange={(role) => change({ role })}
        />
        <BusinessSelect
          label="Business"
          value={filters.business}
          placeholder="All businesses"
          onChange={(business) => change({ business: business ?? '' })}
        />
        <ChoiceSelect
          aria-label="Status"
          data={userFilterOptions}
          value={filters.status}
          onChange={(status) => change({ status: status === 'all' ? '' : status })}
        />
      </div>
      <PagedList
        label="Users"
        pages={userPages(filters)}
        columns={getColumns(actions)}
        getKey={({ id }) => id}
        failed="Failed to load users"
        empty={
          <EmptyState text="No matching users found" hint={filters.business ? otherWords : hiddenNames}>
            <Button variant="default" onClick={() => onFiltersChange({})}>
              Show all
            </Button>
          </EmptyState>
        }
      />
      {dialogs}
    </Stack>
  );
}

function getColumns(actions: UserActions): Column<PlatformUser>[] {
  return [
    {
      name: 'User',
      width: 'minmax(10rem, 2fr)',
      place: 'title',
      cell: ({ name, email }) => <NameCell name={name ?? email} below={name === null ? '' : email} strong />,
    },
    { name: 'Role', width: '7.25rem', cell: ({ role }) => (role === null ? 'No role' : roleName[role]) },
    {
      name: 'Business',
      width: 'minmax(7.5rem, 1.5fr)',
      cell: ({ tenant }) => <NameCell name={tenant?.name ?? 'No business'} below="" />,
    },
    {
      name: 'Status',
      width: '5.25rem',
      place: 'corner',
      cell: ({ status }) => <Badge {...userStatus[status]} />,
    },
    {
      name: 'Last seen',
      width: '6.25rem',
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          'Never'
        ) : (
          <span title={formatInstant(lastSeenAt)}>{formatDate(indiaDate(new Date(lastSeenAt)))}</span>
        ),
    },
    {
      name: 'Date Added',
      width: '6.25rem',
      cell: ({ createdAt }) => formatDate(indiaDate(new Date(createdAt))),
    },
    {
      name: 'Actions',
      width: '14rem',
      place: 'foot',
      cell: (user) => <RowActions user={user} actions={actions} />,
    },
  ];
}

function RowActions({ user, actions }: { user: PlatformUser; actions: UserActions }) {
  const { may } = user;
  const who = user.name ?? user.email;
  return (
    <RowButtons>
      {may.endSessions && (
        <RowButton label={`Sign ${who} out`} onClick={() => actions.endSessions(user)}>
          Sign out
        </RowButton>
      )}
      {may.removeFactor && (
        <RowButton
          label={`Remove two-step verification of ${who}`}
          onClick={() => actions.removeFactor(user)}
        >
          Lost phone
        </RowButton>
      )}
      {may.delete && (
        <RowButton isDestructive label={`Delete ${who}`} onClick={() => actions.remove(user)}>
          Delete
        </RowButton>
      )}
      {may.restore && (
        <RowButton label={`Restore ${who}`} onClick={() => actions.restore(user)}>
          Restore
        </RowButton>
      )}
    </RowButtons>
  );
}

function getFilters({ search, role, business, status }: Readonly<Record<string, string>>): UserFilters {
  return {
    ...(search && { search }),
    ...(role && Object.hasOwn(roleName, role) && { role: role as Role }),
    ...(business && { business }),
    status: isUserFilter(status) ? status : 'all',
  };
}
