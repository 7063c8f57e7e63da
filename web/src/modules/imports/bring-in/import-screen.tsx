import { Button, Stack, Text, Title } from '@mantine/core';
import { formatInstant } from '@samay/contract/core/time';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { AddSection } from './add-section.tsx';
import { importsQuery } from './api.ts';
import { ImportSection } from './import-section.tsx';
import { stateText } from './wording.ts';

interface Chosen {
  readonly id: string;
  readonly fileName: string;
}

/** Renders the page on which owners bring in people and bookings. */
export function ImportScreen() {
  const type = useSession().businessType ?? 'doctor';
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [round, setRound] = useState(0);
  return (
    <Stack gap="md" maw={960}>
      <Title order={1}>Import</Title>
      {chosen && <ImportSection key={chosen.id} id={chosen.id} fileName={chosen.fileName} />}
      <AddSection
        // Begins again with an empty form once a file was added.
        key={round}
        onAdded={(added) => {
          setChosen(added);
          // The form ends far below the file's own section.
          document.documentElement.scrollTop = 0;
          setRound(round + 1);
          void client.invalidateQueries({ queryKey: importsQuery.queryKey });
        }}
      />
      <LoadedSection title="Earlier files" query={importsQuery} failed="Failed to load the files">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text="No file has been brought in yet" />
          ) : (
            <Stack component="ul" gap="sm" p={0} m={0}>
              {items.map((item) => (
                <li key={item.id} style={{ listStyle: 'none' }}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    px={0}
                    aria-current={item.id === chosen?.id || undefined}
                    onClick={() => {
                      setChosen(item);
                      document.documentElement.scrollTop = 0;
                    }}
                  >
                    {item.fileName}
                  </Button>
                  <Text size="sm" c="dimmed">
                    {formatInstant(item.addedAt)} · {item.addedBy ?? 'A colleague who has left'} ·{' '}
                    {stateText(item, type)}
                  </Text>
                </li>
              ))}
            </Stack>
          )
        }
      </LoadedSection>
    </Stack>
  );
}
