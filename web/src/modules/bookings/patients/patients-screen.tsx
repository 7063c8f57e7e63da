import { Stack } from '@mantine/core';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { patientPages } from './api.ts';
import { patientColumns } from './patient-columns.tsx';
import { usePatientWording } from './wording.ts';

interface PatientsScreenProps {
  search: string;
  onSearchChange: (words: string) => void;
  onOpen: (id: string) => void;
}

/** The list of patients or customers, sorted by the latest booking. */
export function PatientsScreen({ search, onSearchChange, onOpen }: PatientsScreenProps) {
  const words = usePatientWording();
  return (
    <Stack gap="md">
      <ScreenHead title={words.title} />
      <div role="search">
        <SearchInput label={words.searchPlaceholder} placeholder={words.searchPlaceholder} value={search} onSearch={onSearchChange} />
      </div>
      <PagedList
        label={words.title}
        pages={patientPages(search)}
        columns={patientColumns(words, onOpen)}
        keyOf={({ id }) => id}
        failed={words.loadFailed}
        empty={<EmptyState text={search ? words.noMatch : words.empty} {...(!search && { hint: words.emptyHint })} />}
      />
    </Stack>
  );
}
