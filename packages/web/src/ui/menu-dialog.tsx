import { Modal, type ModalProps } from '@mantine/core';
import type { RefObject } from 'react';

/** A dialog that an item of a menu opens. The item is gone when it closes, so the menu's button has the focus then. */
export function MenuDialog({ button, ...dialog }: ModalProps & { button: RefObject<HTMLButtonElement | null> }) {
  return <Modal {...dialog} returnFocus={false} onExitTransitionEnd={() => button.current?.focus()} />;
}
