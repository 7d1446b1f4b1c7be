import { clarity } from 'clarity-js';

clarity.start({
  projectId: 'bench',
  upload: `${location.origin}/clarity`,
  content: true,
  track: true,
});
