import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { FileDrop } from './file-drop.tsx';

const onFile = vi.fn<(file: File) => void>();
beforeEach(() => onFile.mockClear());

const scan = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' });
const chooser = () => screen.getByLabelText('File');
const drop = (...files: File[]) =>
  fireEvent.drop(chooser(), {
    dataTransfer: {
      files,
      items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
      types: ['Files'],
    },
  });

function show(disabled = false) {
  return renderUi(
    <FileDrop
      label="Choose a file"
      hint="PDF, JPG or PNG"
      accept=".pdf,.png"
      disabled={disabled}
      onFile={onFile}
    />,
  );
}

it('passes on the chosen file, and sets the accepted types', async () => {
  const { user } = show();
  expect(chooser()).toHaveAttribute('accept', '.pdf,.png');
  expect(chooser()).not.toHaveAttribute('multiple');
  await user.upload(chooser(), scan);
  await waitFor(() => expect(onFile).toHaveBeenCalledExactlyOnceWith(scan));
});

it('opens the chooser only by its button [P-16.51]', async () => {
  const { user } = show();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click');
  await user.click(screen.getByText('PDF, JPG or PNG'));
  expect(opened).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Choose a file' }));
  expect(opened).toHaveBeenCalledOnce();
  opened.mockRestore();
});

it('passes on any dropped file: the caller checks it [P-16.51]', async () => {
  show();
  const page = new File(['<html>'], 'page.html', { type: 'text/html' });
  drop(page);
  await waitFor(() => expect(onFile).toHaveBeenCalledExactlyOnceWith(page));
});

it('accepts nothing while it is disabled', async () => {
  show(true);
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDisabled();
  drop(scan);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onFile).not.toHaveBeenCalled();
});
