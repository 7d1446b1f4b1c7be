import type { FrameLocator, Page } from 'playwright-core';

/** The recorded page as the dashboard shows it: in the frame of a stage, the first on the screen. */
export function shownPage(dashboard: Page): FrameLocator {
  return stageOf(dashboard).frameLocator('iframe[title="The recorded page"]').first();
}

/** The stage itself: a document of an opaque origin, in which recorded pages are built. */
export function stageOf(dashboard: Page): FrameLocator {
  return dashboard.frameLocator('iframe[title="Stage"]').first();
}
