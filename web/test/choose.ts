import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens a select and clicks one of its options. */
export async function choose(user: UserEvent, select: HTMLElement, option: string): Promise<void> {
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: option }));
}
