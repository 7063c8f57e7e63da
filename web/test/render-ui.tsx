import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

/** Renders a component that needs the look of Samay and nothing else; `change` renders it again, otherwise. */
export function renderUi(element: ReactElement) {
  const within = (inner: ReactElement) => <MantineProvider env="test">{inner}</MantineProvider>;
  const view = render(within(element));
  return { user: userEvent.setup(), change: (next: ReactElement) => view.rerender(within(next)), ...view };
}
