import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';

/** What was asked for did not work, told in a corner: for whatever has no place of its own to tell it. */
export function showFailure({ title, help, code }: { title: string; help: string; code: string }): void {
  notifications.show({
    color: 'var(--danger)',
    icon: <IconAlertTriangle size="1.15rem" stroke={1.6} aria-hidden />,
    title,
    message: `${help === title ? '' : help} (${code})`.trimStart(),
    withCloseButton: true,
    autoClose: 10_000,
  });
}

/** Something that cannot be taken back is done: told for longer than it takes to look up. */
export function showDone(title: string, message: string): void {
  notifications.show({ title, message, withCloseButton: true, autoClose: 15_000 });
}
