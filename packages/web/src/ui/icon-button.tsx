import { ActionIcon, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * A button that is an icon, with its name beside it while it is pointed at or has the focus. Whatever a menu tells its button reaches it:
 * a tooltip between the two would keep that to itself, and nobody would be told that there is a menu.
 */
export function IconButton({ label, ...button }: ComponentProps<typeof ActionIcon<'button'>> & { label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} {...button} />
    </Tooltip>
  );
}
