import { Button, Group, Stack, Text } from '@mantine/core';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { type NewIn, patientPages } from './api.ts';
import { patientColumns } from './patient-columns.tsx';
import { usePatientWording } from './wording.ts';

interface PatientsScreenProps {
  search: string;
  /** The days of the first visit, if only people new on them are shown. */
  newIn?: NewIn | undefined;
  onSearchChange: (words: string) => void;
  onShowAll: () => void;
  onOpen: (id: string) => void;
}

/** Lists patients or customers, all or only new ones, sorted by the latest booking. */
export function PatientsScreen({ search, newIn, onSearchChange, onShowAll, onOpen }: PatientsScreenProps) {
  const words = usePatientWording();
  return (
    <Stack gap="md">
      <ScreenHead title={words.title} />
      <div role="search">
        <SearchInput
          label={words.searchPlaceholder}
          placeholder={words.searchPlaceholder}
          value={search}
          onSearch={onSearchChange}
        />
      </div>
      {newIn && (
        <Group gap="sm">
          <Text size="sm">{words.newIn(newIn)}</Text>
          <Button variant="default" size="xs" onClick={onShowAll}>
            Show all
          </Button>
        </Group>
      )}
      <PagedList
        label={words.title}
        pages={patientPages(search, newIn)}
        columns={patientColumns(words, onOpen)}
        getKey={({ id }) => id}
        failed={words.loadFailed}
        empty={
          <EmptyState
            text={search || newIn ? words.noMatch : words.empty}
            {...(!search && !newIn && { hint: words.emptyHint })}
          />
        }
      />
    </Stack>
  );
}
