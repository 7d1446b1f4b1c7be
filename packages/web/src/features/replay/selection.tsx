import { Button } from '@mantine/core';
import type { Span } from '@sightglass/replay';
import { IconRepeat, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { writeClock } from '../../ui/index.ts';
import { usePlayer } from './player.tsx';
import styles from './timeline.module.css';

/** What can be done with the part that is chosen, and the way back from the part that is looked into. */
export function Selection({ zoomed }: { zoomed: Span | null }) {
  const { span, chosen, say } = usePlayer();
  const { clip, loops } = chosen;
  if (clip === null && zoomed === null) return null;
  const words = ({ from, until }: Span): string =>
    `${writeClock(Math.max(0, from - span.from))} to ${writeClock(Math.max(0, until - span.from))}`;
  return (
    <fieldset className={styles.selection} aria-label="The chosen part">
      {clip && (
        <>
          <span>
            Chosen: <strong>{words(clip)}</strong>
          </span>
          <Button
            size="compact-xs"
            variant={loops ? 'filled' : 'light'}
            aria-pressed={loops}
            leftSection={<IconRepeat size="0.875rem" aria-hidden />}
            onClick={() => say({ loops: !loops })}
          >
            Loop
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconZoomIn size="0.875rem" aria-hidden />}
            onClick={() => say({ zoom: clip })}
          >
            Zoom in
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconX size="0.875rem" aria-hidden />}
            onClick={() => say({ clip: null })}
          >
            Let go
          </Button>
        </>
      )}
      {zoomed && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconZoomOut size="0.875rem" aria-hidden />}
          onClick={() => say({ zoom: null })}
        >
          Show all, not only {words(zoomed)}
        </Button>
      )}
    </fieldset>
  );
}
