import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

/** Renders a component within the theme alone; `change` rerenders it with another element. */
export function renderUi(element: ReactElement) {
  const within = (inner: ReactElement) => <MantineProvider env="test">{inner}</MantineProvider>;
  const view = render(within(element));
  return { user: userEvent.setup(), change: (next: ReactElement) => view.rerender(within(next)), ...view };
}
