import type { Page } from 'playwright-core';
import type { TraceEvent } from '../sdk/trace.ts';

/**
 * Traces the page from now on; called, it answers the longest task of its main thread in milliseconds of that thread's own clock, so that
 * other work on the machine does not count.
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  let longest = 0;
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'RunTask' || event.name === 'thread_name') events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'],
      excludedCategories: ['*'],
    },
  });
  return async () => {
    const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await done;
    const mains = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid: of, tid }) => `${of} ${tid}`),
    );
    for (const { name, pid: of, tid, tdur = 0 } of events)
      if (name !== 'thread_name' && mains.has(`${of} ${tid}`)) longest = Math.max(longest, tdur / 1_000);
    if (longest === 0) throw new Error('The trace knows no task of the page');
    return longest;
  };
}

/** Called, it answers how many milliseconds the page's main thread has worked since, by its own clock. */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await worked();
  return async () => (await worked()) - before;
}
