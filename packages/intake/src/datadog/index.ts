import { limits } from '@sightglass/wire';
import type { ForeignFormat } from '../foreign/face.ts';
import { createGatherer } from '../foreign/gatherer.ts';
import { liftLogs, liftRum } from './lines.ts';
import { answerGet, doorPath, forwardOf, keyOf } from './request.ts';
import { liftSegment } from './segment.ts';

/**
 * Datadog's browser SDKs, majors 4 to 7, as they are: `proxy` as a text or as a function. What each field becomes stands in
 * docs/formats/datadog.md.
 */
export const datadog: ForeignFormat = {
  intake: 'datadog',
  opens: (path) => path === doorPath || path.startsWith(`${doorPath}/`),
  keyOf,
  // The SDK flushes RUM at 16 KiB and a segment at 60 kB packed; a first snapshot of a large page is more.
  maxBodyBytes: limits.maxSegmentBodyBytes,
  maxUnpackedBytes: limits.maxRecordsUnpackedBytes,
  answer: () => ({ status: 202, text: '' }),
  answerGet,
  decode(body, head, about, tools) {
    const gather = createGatherer(about, tools.recall);
    const { track, query } = forwardOf(head);
    if (track === 'rum') liftRum(body, head, query, tools, gather);
    else if (track === 'logs') liftLogs(body, query, tools, gather);
    else if (track === 'replay') liftSegment(body, head, tools, gather);
    else gather.apart('other-track');
    return gather.lifted();
  },
};
