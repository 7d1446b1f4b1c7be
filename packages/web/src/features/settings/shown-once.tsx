import { Button } from '@mantine/core';
import { CodeBlock, Panel } from '../../ui/index.ts';
import styles from './forms.module.css';

/** A secret that is shown once, until whoever made it has taken it along. */
export function ShownOnce({
  title,
  says,
  text,
  label,
  onDone,
}: {
  title: string;
  says: string;
  text: string;
  /** What the text is: "the invitation". */
  label: string;
  onDone: () => void;
}) {
  return (
    <Panel title={title} actions={<Button onClick={onDone}>I have it</Button>}>
      <div className={styles.once} role="status">
        <p>{says}</p>
        <CodeBlock text={text} label={label} />
      </div>
    </Panel>
  );
}
