import type { ReplayLine } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startStagePage } from '../../../../e2e/lib/stage-page.ts';
import { from } from './own-line.ts';

/** What an anchor says of the page around its nodes. */
export const page = { href: 'http://x/', width: 640, height: 480 };

/** Lines of our own format, shown on the stage in a real browser. */
export interface Shown {
  /** Opens the stage with the lines; `look` runs in the page with the frame's document, after the stage was shown at each of `at`, in ms. */
  show<T>(lines: ReplayLine[], at: number[], look: (document: Document) => T | Promise<T>): Promise<T[]>;
  /** Opens the stage with the lines, in a page of its own, where {@link Staged} tells it what to do; what goes wrong in it is put to `complaints`. */
  open(lines: ReplayLine[], complaints?: string[]): Promise<Page>;
  stop(): Promise<void>;
}

/** Runs in the page of `open`. */
export type Staged = Window & {
  /** Shows the stage at `time`, in ms since 1970. */
  at(time: number): void;
  setMoving(moving: boolean): void;
};

export async function startShowing(): Promise<Shown> {
  const stagePage = await startStagePage();
  async function open(lines: ReplayLine[], complaints: string[] = []): Promise<Page> {
    const opened = await stagePage.browsing.context.newPage();
    opened.on('pageerror', (error) => complaints.push(error.message));
    await opened.goto(stagePage.origin);
    await opened.evaluate((given) => {
      const { replay } = window as unknown as { replay: typeof import('../index.ts') };
      const root = document.querySelector<HTMLElement>('#root');
      if (!root) throw new Error('no root');
      const gathering = replay.createGathering();
      for (const one of given) gathering.add(one);
      const recording = gathering.recording();
      const stage = replay.createStage(root);
      Object.assign(window, {
        setMoving: stage.setMoving,
        at: (time: number) => {
          const { failed } = stage.show(replay.pageAt(recording, time), time);
          if (failed > 0 || recording.refused > 0) throw new Error(`${failed} failed, ${recording.refused} refused`);
        },
      });
    }, lines);
    return opened;
  }

  return {
    open,
    stop: () => stagePage.stop(),
    async show(lines, at, look) {
      const complaints: string[] = [];
      const opened = await open(lines, complaints);
      const seen: Awaited<ReturnType<typeof look>>[] = [];
      for (const time of at) {
        await opened.evaluate((when) => (window as unknown as Staged).at(when), from + time);
        const frame = await opened.waitForSelector('#root iframe');
        seen.push(
          (await frame.evaluate(
            (one, source) => new Function(`return ${source}`)()((one as HTMLIFrameElement).contentDocument),
            look.toString(),
          )) as Awaited<ReturnType<typeof look>>,
        );
      }
      await opened.close();
      expect(complaints).toEqual([]);
      return seen;
    },
  };
}
