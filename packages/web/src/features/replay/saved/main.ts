import './without-eval.ts';
import {
  activityOf,
  createClock,
  createGathering,
  createStage,
  idleSpans,
  pageAt,
  type Recording,
} from '@sightglass/replay';
import type { ReplayLine, SessionSummary, StoredRecord } from '@sightglass/wire';
import { barsOf } from '../bars-of.ts';
import { itemsOf } from '../items.ts';
import { drawPlayer } from './draw.ts';

/** What stands in the file beside the replay; packages/server/src/answer/session-page.ts writes it. */
interface About {
  title: string;
  from: number;
  until: number;
  device: SessionSummary['device'];
  records: StoredRecord[];
}

/** Plays the session that the file holds. Nothing is fetched, and the file's policy would not let it be. */
function start(): void {
  const block = document.getElementById('about');
  if (block === null) return;
  const about = JSON.parse(block.textContent) as About; // written by our own server
  block.remove();
  const recording = readRecording();
  const clock = createClock(
    {
      now: () => performance.now(),
      next(frame) {
        const id = requestAnimationFrame(frame);
        return () => cancelAnimationFrame(id);
      },
    },
    about.from,
  );
  const items = itemsOf(about.records).filter(({ group }) => group !== 'console' && group !== 'other');
  const times = [...activityOf(recording), ...items.map(({ at }) => at)];
  const span = { from: about.from, until: Math.max(about.until, about.from + 1) };
  clock.setBounds(span, false);
  clock.setIdle(idleSpans(times, span));
  const { root } = drawPlayer(document.body, {
    title: about.title,
    clock,
    items,
    span,
    isEmpty: recording.pages.length === 0,
  });
  const bars = barsOf(about.device);
  if (bars) root.dataset.bars = bars;
  const stage = createStage(root);
  const show = (): void => {
    const { at, playing } = clock.state();
    stage.setMoving(playing);
    stage.show(pageAt(recording, at), at);
  };
  clock.subscribe(show);
  show();
}

function readRecording(): Recording {
  const gathering = createGathering();
  for (const block of document.querySelectorAll('script[type="application/x-ndjson"]')) {
    for (const line of block.textContent.split('\n')) {
      if (line === '') continue;
      gathering.add(JSON.parse(line) as ReplayLine); // a line that is none is refused by what takes it
    }
    block.remove();
  }
  return gathering.recording();
}

// A frame that is written into while the file is read would keep the file from ever being loaded.
addEventListener('load', start, { once: true });
