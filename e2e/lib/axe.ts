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
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    const takes = ({ effect }: Animation): number => Number(effect?.getComputedTiming().endTime);
    // axe-core does not look for it: nothing moves by itself for longer than five seconds, but the bars that stand for what is on its way (WCAG 2.2.2).
    const nameOf = (one: Animation): string => (one as Partial<CSSAnimation>).animationName ?? '';
    const restless = moving.filter((one) => takes(one) > 5_000 && !nameOf(one).includes('breathe'));
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
    return [...faults, ...restless.map((one) => `does not come to rest: ${nameOf(one)}`)];
  });
}
