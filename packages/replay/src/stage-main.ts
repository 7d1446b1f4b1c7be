import { greeting } from './stage-messages.ts';
import { playOn } from './stage-playing.ts';

/** The script of a stage's document: waits for whoever made the frame. */
addEventListener('message', function greeted({ data, ports, source }) {
  const [asks, events] = ports;
  const root = document.getElementById('stage');
  if (data !== greeting || source !== parent || !asks || !events || !root) return;
  removeEventListener('message', greeted);
  playOn(root, { asks, events });
});
