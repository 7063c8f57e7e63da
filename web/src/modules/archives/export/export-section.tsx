import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type Archive, makeArchiveLink } from '@samay/contract/archives/archives';
import { formatInstant } from '@samay/contract/core/time';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { archiveQuery } from './api.ts';

const AskDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./ask-dialog.tsx'))).AskDialog,
}));

/** Renders the export of everything, for owners: its button, how far it is, and its download. */
export function ExportSection() {
  const { permissions } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (!permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Export everything"
      hint={
        'One file with everything that is kept here: tables for a spreadsheet, each attached file, and ' +
        'data that another Samay imports.'
      }
      query={archiveQuery}
      failed="Failed to load the export"
    >
      {({ archive }) => (
        <Stack>
          <Status archive={archive} />
          <Group justify="flex-end">
            {archive?.state === 'ready' && archive.isOwn && <DownloadButton archive={archive} />}
            {archive?.state !== 'waiting' && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setAsking(true)}>
                {archive === null ? 'Export everything…' : 'Export again…'}
              </Button>
            )}
          </Group>
          {isAsking && (
            <PartBoundary onGiveUp={() => setAsking(false)}>
              <Suspense fallback={null}>
                <AskDialog onClose={() => setAsking(false)} />
              </Suspense>
            </PartBoundary>
          )}
        </Stack>
      )}
    </LoadedSection>
  );
}

function Status({ archive }: { archive: Archive | null }) {
  if (archive === null) return <Text size="sm">Nothing has been exported yet.</Text>;
  if (archive.state === 'waiting')
    return (
      <Stack gap="xs">
        <Text size="sm" role="status">
          The export is being made: {archive.percent} %. You can leave this page.
        </Text>
        <Progress value={archive.percent} aria-label="Export" />
      </Stack>
    );
  return (
    <Text size="sm" role="status">
      {describe(archive)}
    </Text>
  );
}

/** Says what became of an archive, in a sentence. */
function describe({ state, isOwn, askedBy, askedAt, bytes, expiresAt, downloadedAt }: Archive): string {
  const asked = `The export of ${formatInstant(askedAt)}`;
  if (state === 'failed') return `${asked} could not be made. Please export again.`;
  if (state === 'gone')
    return downloadedAt === null
      ? `${asked} was not downloaded whole within 24 hours, and is gone.`
      : `${asked} was downloaded on ${formatInstant(downloadedAt)}, and is gone.`;
  const until = `until ${formatInstant(expiresAt ?? askedAt)}`;
  return isOwn
    ? `${asked} is ready: ${formatBytes(bytes ?? 0)}. It can be downloaded once, ${until}.`
    : `${asked} is ready. ${askedBy ?? 'A colleague who has left'} asked for it and alone can download it, ${until}.`;
}

/** Writes a length as people say it: `340 kB`, `12.5 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Downloads an archive: the browser saves it while it comes, whatever its length. */
function DownloadButton({ archive }: { archive: Archive }) {
  const client = useQueryClient();
  const download = useMutation({
    mutationFn: () => call(makeArchiveLink, { params: { id: archive.id } }),
    onSuccess: ({ url }) => {
      location.assign(url);
    },
    onError: () => client.invalidateQueries({ queryKey: archiveQuery.queryKey }),
  });
  return (
    <>
      {download.isError && <FailureNotice text={errorText(download.error, 'Failed to download')} />}
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
    </>
  );
}
