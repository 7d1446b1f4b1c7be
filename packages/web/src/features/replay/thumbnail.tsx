import { openStage, type StageFrame } from '@sightglass/replay';
import { useEffect, useRef, useState } from 'react';
import { stageScript } from '../../client/index.ts';
import { barsOf } from './bars-of.ts';
import { useClock, usePlayer } from './player.tsx';
import styles from './timeline.module.css';

/** A pointer that moves on wants no picture of where it was. */
const restMs = 150;
/** Closer moments look the same on so small a picture. */
const apartMs = 250;

/**
 * How the page looked at a moment, small: a second stage, made when the pointer first rests on the line, one picture at a time, and gone
 * when it leaves. Of the moment that the large one shows there is none: it would be built twice at once.
 */
export function Thumbnail({ at, tab }: { at: number; tab: string | null }) {
  const { feed, recording, device } = usePlayer();
  const isThere = useClock((state) => Math.abs(state.at - at) < apartMs);
  const root = useRef<HTMLSpanElement>(null);
  const stage = useRef<StageFrame | null>(null);
  const busy = useRef(false);
  const [shown, setShown] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const moment = Math.round(at / apartMs) * apartMs;
  const isEmpty = recording.pages.length === 0;

  useEffect(() => {
    if (isEmpty || isThere || busy.current || moment === shown) return;
    const timer = setTimeout(async () => {
      busy.current = true;
      try {
        if (root.current === null) return;
        if (stage.current === null) {
          stage.current = openStage(root.current, {
            script: stageScript,
            look: { accent: 'transparent', pointerPx: 0, bars: barsOf(device) },
            onShown: () => setFailed(false),
            onFailed: () => setFailed(true),
          });
          feed.glimpsedBy(stage.current.events);
        }
        const glimpsed = await feed.glimpse(moment, tab);
        if (glimpsed !== null) await stage.current?.show(glimpsed, moment, tab);
      } catch {
        // No picture of this moment: the time and the marks are told all the same, and the large stage says what is wrong.
      } finally {
        busy.current = false;
        setShown(moment);
      }
    }, restMs);
    return () => clearTimeout(timer);
  }, [feed, moment, shown, tab, isEmpty, isThere, device]);
  useEffect(
    () => () => {
      stage.current?.stop();
      stage.current = null;
    },
    [],
  );
  const isHidden = isEmpty || isThere;
  return (
    <>
      <span ref={root} className={styles.thumbnail} hidden={isHidden || failed} inert />
      {failed && !isHidden && <span>No picture: it could not be built</span>}
    </>
  );
}
