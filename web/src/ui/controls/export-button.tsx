import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../lib/api/api.ts';
import { toastFailed } from '../feedback/toast.tsx';

interface ExportButtonProps {
  name: string;
  /** The content of the file, for screen readers, where a page has several such buttons. */
  what?: string;
  /** The name of the file. */
  file: string;
  /** The message of a failed export. */
  failed: string;
  download: (file: { name: string; type: string }) => Promise<void>;
}

/** Renders the button that downloads a CSV file. */
export function ExportButton({ name, what, file, failed, download }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download({ name: file, type: 'text/csv' }),
    onError: (error) => toastFailed(errorText(error, failed)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      {...(what !== undefined && { 'aria-label': `${name}: ${what}` })}
      onClick={() => mutate()}
    >
      {name}
    </Button>
  );
}
