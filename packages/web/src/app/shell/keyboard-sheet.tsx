import { Modal } from '@mantine/core';
import { KeyHint, useShortcutGroups } from '../../ui/index.ts';
import styles from './keyboard-sheet.module.css';

/** Every key that does something right now, by the part of the screen that listens to it. */
export function KeyboardSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const groups = useShortcutGroups();
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard" size="md">
      <div className={styles.sheet}>
        {groups.map((group) => (
          <section key={group.name}>
            <h3>{group.name}</h3>
            <dl>
              {group.shortcuts.map(({ keys, says }) => (
                <div key={keys}>
                  <dt>{says}</dt>
                  <dd>
                    <KeyHint keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Tables</h3>
          <dl>
            <div>
              <dt>Next or previous row</dt>
              <dd>
                <KeyHint keys="arrowdown" /> <KeyHint keys="arrowup" />
              </dd>
            </div>
            <div>
              <dt>Open the row</dt>
              <dd>
                <KeyHint keys="enter" />
              </dd>
            </div>
          </dl>
        </section>
      </div>
    </Modal>
  );
}
