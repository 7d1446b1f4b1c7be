import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core calls serious or critical on the page as it stands, and what does not come to rest: the rule, and where; nothing where all is
 * well. Recorded pages are not ours to judge.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the browser's own console, which a page's policy does not bind; once a document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    const moves = ({ playState }: Animation): boolean => playState === 'running';
    const moving = document.getAnimations().filter(moves);
    const takes = ({ effect }: Animation): number => Number(effect?.getComputedTiming().endTime);
    // axe-core does not look for it: nothing moves by itself for longer than five seconds, but the bars that stand for what is on its way (WCAG 2.2.2).
    const nameOf = (one: Animation): string => (one as Partial<CSSAnimation>).animationName ?? '';
    const endless = moving.filter((one) => takes(one) > 5_000 && !nameOf(one).includes('breathe'));
    // Colours that are on their way to those of another scheme are nobody's choice.
    await Promise.allSettled(moving.filter((one) => takes(one) < 1_000).map(({ finished }) => finished));
    interface Found {
      violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(within: object, options: object): Promise<Found> } }; // put there just before
    // Of what is well nobody asks where it stands, which would take most of the time.
    const options = { iframes: false, resultTypes: ['violations'] };
    const { violations } = await axe.run({ exclude: [['iframe'], ['[data-part=page]']] }, options);
    const faults = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      );
    // A button that has just been pressed turns until its answer has come, which is a moment later than what the answer brings.
    const isYoung = (one: Animation): boolean => moves(one) && Number(one.currentTime) <= 5_000;
    while (endless.some(isYoung)) await new Promise(requestAnimationFrame);
    return [...faults, ...endless.filter(moves).map((one) => `does not come to rest: ${nameOf(one)}`)];
  });
}
