import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core calls serious or critical on the page as it stands: the rule, and where; nothing where all is well. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the browser's own console, which a page's policy does not bind.
  await page.evaluate(source);
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Found> } }; // put there just before
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      );
  });
}
