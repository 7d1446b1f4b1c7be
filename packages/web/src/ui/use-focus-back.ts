import { useEffect, useState } from 'react';

/**
 * For a dialog that is taken away as soon as it is closed, too early for Mantine to do this: the focus goes back to what had it before, or
 * to the button of the menu that the dialog was chosen from.
 */
export function useFocusBack(): void {
  const [before] = useState(() => openerOf(document.activeElement));
  useEffect(() => () => before?.focus(), [before]);
}

function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}
